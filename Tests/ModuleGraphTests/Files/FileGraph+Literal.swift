import ModuleGraph

extension FileGraph {
  /// A graph of files, each with 100 lines and one type `A` with a member `A.f`, from adjacency lists of what the files
  /// use: `FileGraph(["A": ["B", "C.f"]])`.
  init(_ files: KeyValuePairs<String, [String]>, lines: Int = 100, access: [String: AccessLevel] = [:]) {
    self.init(files.map { ($0.key, $0.value) }, lines: lines, access: access)
  }

  init(_ files: [(String, [String])], lines: Int = 100, access: [String: AccessLevel] = [:]) {
    let names = Set(files.flatMap { [$0.0] + $0.1.map { $0.replacing(".f", with: "") } }).sorted()
    let uses = Dictionary(files, uniquingKeysWith: +)
    self.init(
      module: ModuleID(package: "P", name: "M"), folder: "Sources/M",
      names.map { name in
        FileSymbols(
          path: "Sources/M/\(name).swift", lines: lines,
          declarations: [
            .init(usr: name, name: name, kind: .struct, line: 1, access: access[name] ?? .internal),
            .init(
              usr: name + ".f", name: "f", kind: .method, line: 2, access: access[name + ".f"] ?? .internal,
              container: name),
          ],
          uses: (uses[name] ?? []).enumerated().map { index, used in
            .init(usr: used, name: used, kind: used.hasSuffix(".f") ? .method : .struct, line: index + 3)
          })
      })
  }

  /// The names of files without their endings.
  func stems(_ files: [Int]) -> [String] { files.map { name(of: $0).replacing(".swift", with: "") } }

  /// As in `A → B: f`.
  var words: [String] {
    edges.map { edge in
      let names = usedSymbols(of: edge).map(\.name).joined(separator: ", ")
      return stems([edge.from])[0] + " → " + stems([edge.to])[0] + ": " + names
    }
  }
}
