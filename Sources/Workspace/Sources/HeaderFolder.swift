import ModuleGraph

/// The public interface of a C module, or of the modules in a binary.
struct HeaderFolder: Sendable {
  /// Relative to the folder.
  private(set) var paths: Set<String> = []
  /// The names in each module map.
  private var maps: [String: [String]] = [:]
  /// Whether all folders, headers and module maps could be read.
  var isComplete = true

  /// Names of files.
  var headers: Set<String> { Set(paths.map(\.lastComponent)) }

  init() {}

  init(at root: String) {
    var pending = [""]
    while let folder = pending.popLast() {
      let full = folder.isEmpty ? root : "\(root)/\(folder)"
      let entries = FolderEntries(of: full)
      if entries.failure != nil { isComplete = false }
      for entry in entries where entry.isUTF8 && !entry.name.hasPrefix(".") {
        let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
        if entry.kind == .folder, entry.name.hasSuffix(".swiftmodule") {
          maps[path] = [String(entry.name.dropLast(".swiftmodule".count))]
        } else if entry.kind == .folder {
          pending.append(path)
        } else if entry.name.hasSuffix(".modulemap") {
          addMap(path, in: root)
        } else if Self.endings.contains(where: entry.name.hasSuffix) {
          paths.insert(path)
        }
      }
    }
  }

  private mutating func addMap(_ path: String, in root: String) {
    guard let bytes = try? FileBytes.read("\(root)/\(path)") else {
      isComplete = false
      return
    }
    maps[path] = Self.modules(inMap: String(decoding: bytes, as: UTF8.self))
  }

  /// The names that module maps give to a module; empty without any.
  ///
  /// SwiftPM writes a map that names the module after its target unless there is one where it looks for it. All others,
  /// such as `module.private.modulemap`, add names. A target may look for its map in another folder. Those of a binary
  /// are in its frameworks, beside the modules that are in Swift.
  func names(of module: Module) -> Set<String> {
    let own = module.kind == .system ? "module.modulemap" : "include/module.modulemap"
    let target = maps.isEmpty || maps[own] != nil || module.kind == .binary ? [] : [module.compiledName]
    return maps.values.reduce(into: Set(target)) { $0.formUnion($1) }
  }

  /// Hashes of the headers and module maps. Other modules see those in `include`, or all if there is no such folder.
  /// - Parameters:
  ///   - module: that of the folder.
  ///   - root: the folder, absolute.
  func contents(of module: Module, in root: String) -> WorkspaceInterfaces.Headers {
    let all = paths.union(maps.keys)
    let included = all.filter { $0.hasPrefix("include/") }
    func hash(_ paths: Set<String>) -> Int {
      let bytes = paths.sorted().flatMap { path in
        Array(path.utf8) + [0] + ((try? FileBytes.read("\(root)/\(path)")) ?? [])
      }
      return Int(truncatingIfNeeded: bytes.stableHash)
    }
    let mapped = names(of: module)
    return .init(
      visible: hash(included.isEmpty ? all : included), all: hash(all),
      names: mapped.isEmpty ? [module.compiledName] : mapped)
  }

  private static let endings = [".h", ".hh", ".hpp", ".hxx", ".def", ".inc", ".ipp"]

  /// The names after the word `module`, including submodules.
  private static func modules(inMap text: String) -> [String] {
    let words = text.split { $0.isWhitespace || $0 == "{" || $0 == "[" || $0 == "\"" }
    return zip(words, words.dropFirst()).compactMap { word, name -> String? in
      word == "module" && name != "*" ? String(name.prefix { $0 != "." }) : nil
    }
  }
}
