/// Names for the parts of a module: the largest part keeps the module's name, the others get that of the folder that
/// contains most of their lines, otherwise that of the file on which most others of the part depend.
struct PartNames {
  let all: [String]

  /// - Parameter parts: the indices of each part's files, never empty.
  init(of graph: FileGraph, _ parts: [[Int]]) {
    let lines = parts.map { $0.reduce(0) { $0 + (graph.files[$1].lines ?? 0) } }
    let largest = parts.indices.max { (lines[$0], -$0) < (lines[$1], -$1) }
    let dependents = graph.graph.reversed
    var taken: Set<String> = [graph.module.name]
    all = parts.enumerated().map { index, files in
      if index == largest { return graph.module.name }
      let centre = files.max { left, right in
        let counts = [left, right].map { file in dependents.successors(of: file).count { files.contains($0) } }
        return (counts[0], right) < (counts[1], left)
      }
      let words = [Self.folder(of: files, graph), centre.map { Self.stem(of: graph.name(of: $0)) }].compactMap(\.self)
      let module = graph.module.name
      let names = words.map { $0.hasPrefix(module) ? $0 : module + $0 } + ["\(module)\(index + 1)"]
      let name = names.first { !taken.contains($0) } ?? names[0]
      taken.insert(name)
      return name
    }
  }

  /// The folder in the module that contains more than half of the lines; `nil` if there is none.
  private static func folder(of files: [Int], _ graph: FileGraph) -> String? {
    var lines: [String: Int] = [:]
    for file in files {
      let name = graph.name(of: file)
      guard let slash = name.lastIndex(of: "/") else { continue }
      lines[String(name[..<slash]), default: 0] += graph.files[file].lines ?? 0
    }
    let all = files.reduce(0) { $0 + (graph.files[$1].lines ?? 0) }
    return lines.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.first { 2 * $0.value > all }
      .map { identifier(in: $0.key) }
  }

  private static func stem(of path: String) -> String {
    let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
    return identifier(in: String(name.prefix { $0 != "." && $0 != "+" }))
  }

  /// The words of a name, each with a capital.
  private static func identifier(in name: String) -> String {
    name.words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
