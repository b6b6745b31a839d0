import ImportSyntax
package import ModuleGraph

extension LoadedWorkspace {
  /// Reads what all sources of the workspace import, on all processors.
  ///
  /// A source that cannot be read makes its module incomplete; a warning about it came when the workspace was loaded.
  /// - Complexity: O(bytes of the sources and headers).
  package func imports() async -> WorkspaceImports {
    let modules = sources.keys.sorted()
    let scans = await withTaskGroup(of: (ModuleID, ModuleScan).self) { group in
      for module in modules { group.addTask { (module, ModuleScan(sources[module] ?? [], root: rootPath)) } }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    var mapped: [ModuleID: Set<String>] = [:]
    var headers: [ModuleID: Set<String>] = [:]
    for module in graph.modules {
      guard let path = module.path, module.kind == .system || !module.languages.allSatisfy({ $0 == "swift" }) else {
        continue
      }
      let interface = HeaderFolder(at: "\(rootPath)/\(path)")
      if !interface.mappedNames.isEmpty { mapped[module.id] = interface.mappedNames }
      headers[module.id] = interface.headers
    }
    let generating = Set(graph.dependencies.filter { $0.kind == .plugin }.map(\.from))
    return WorkspaceImports(
      uses: scans.mapValues(\.uses), mappedNames: mapped, headers: headers,
      incomplete: generating.union(scans.filter { !$0.value.isComplete }.keys))
  }
}

/// The imports of one module.
private struct ModuleScan: Sendable {
  var uses: [WorkspaceImports.Use] = []
  var isComplete = true

  init(_ files: [SourceFile], root: String) {
    for file in files {
      guard let bytes = try? FileBytes.read("\(root)/\(file.path)") else {
        isComplete = false
        continue
      }
      switch file.language {
      case "swift": addSwift(bytes, path: file.path)
      case nil, "assembly": break
      default: addC(bytes, path: file.path)
      }
    }
  }

  private mutating func addSwift(_ bytes: [UInt8], path: String) {
    // In Swift 5, where a bare regular expression is none, the text of one is hardly ever something else.
    for found in SourceImports(swift: bytes, hasBareRegularExpressions: true).imports {
      uses.append(
        WorkspaceImports.Use(
          .module(found.module), isReexport: found.isReexport, condition: found.condition,
          location: Dependency.Location(file: path, line: found.line), column: found.column))
    }
  }

  private mutating func addC(_ bytes: [UInt8], path: String) {
    for found in bytes.withUnsafeBufferPointer({ CImport.imports(of: $0) }) {
      let location = Dependency.Location(file: path, line: found.line)
      switch found.form {
      case .quoted, .angled: uses.append(WorkspaceImports.Use(.header(found.name), location: location))
      case .module:
        uses.append(WorkspaceImports.Use(.module(String(found.name.prefix { $0 != "." })), location: location))
      case .macro: isComplete = false
      }
    }
  }
}

/// What a module in C offers to others.
private struct HeaderFolder {
  /// Names of files.
  private(set) var headers: Set<String> = []
  private(set) var mappedNames: Set<String> = []

  init(at root: String) {
    var pending = [root]
    while let folder = pending.popLast() {
      for entry in FolderEntries(of: folder) where entry.isUTF8 {
        let path = folder + "/" + entry.name
        if entry.kind == .folder {
          pending.append(path)
        } else if entry.name.hasSuffix(".modulemap"), let bytes = try? FileBytes.read(path) {
          mappedNames.formUnion(Self.modules(inMap: String(decoding: bytes, as: UTF8.self)))
        } else if Self.endings.contains(where: entry.name.hasSuffix) {
          headers.insert(entry.name)
        }
      }
    }
  }

  private static let endings = [".h", ".hh", ".hpp", ".hxx", ".def", ".inc", ".ipp"]

  /// The names behind the word `module`, submodules included.
  private static func modules(inMap text: String) -> [String] {
    let words = text.split { $0.isWhitespace || $0 == "{" || $0 == "[" || $0 == "\"" }
    return zip(words, words.dropFirst()).filter { $0.0 == "module" && $0.1 != "*" }.map {
      String($0.1.prefix { $0 != "." })
    }
  }
}
