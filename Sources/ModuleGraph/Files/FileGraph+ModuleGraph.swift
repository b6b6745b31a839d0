extension FileGraph {
  /// The same graph with files instead of modules and folders instead of packages, so that the code that selects,
  /// queries and draws modules works for files.
  ///
  /// A dependency's location is the first line that uses the other file.
  /// - Complexity: O(files + edges), and the sorting of the result.
  package var moduleGraph: ModuleGraph {
    let ids = files.indices.map(id)
    let packages = Set(ids.map(\.package)).map { key in
      let inside = key.dropFirst(module.name.count + 1)
      let name = inside.isEmpty ? module.name : String(inside)
      return package(key, name: name, path: inside.isEmpty ? folder : "\(folder)/\(inside)")
    }
    return moduleGraph(packages, ids)
  }

  /// The same with the parts of a division instead of folders.
  package func moduleGraph(dividedInto division: Division) -> ModuleGraph {
    var parts = [String](repeating: module.name, count: files.count)
    for part in division.parts { for file in part.files { parts[file] = part.name } }
    return moduleGraph(
      division.parts.map { package($0.name, name: $0.name, path: folder) },
      files.indices.map { ModuleID(package: parts[$0], name: name(of: $0)) })
  }

  private func package(_ key: String, name: String, path: String) -> Package {
    Package(key: key, identity: key, name: name, path: path, toolsVersion: nil, dependencies: [])
  }

  private func moduleGraph(_ packages: [Package], _ ids: [ModuleID]) -> ModuleGraph {
    ModuleGraph(
      packages: packages,
      modules: zip(ids, files).map { Module(id: $0, kind: .file, path: $1.path, lines: $1.lines) },
      dependencies: edges.map { edge in
        let line = edge.uses.map(\.line).min() ?? 1
        return Dependency(
          from: ids[edge.from], to: ids[edge.to],
          location: Dependency.Location(file: files[edge.from].path, line: line), symbols: usedSymbols(of: edge))
      })
  }

  /// The symbols of an edge, the most used ones first.
  package func usedSymbols(of edge: Edge) -> [UsedSymbol] {
    edge.uses.sorted { ($1.count, $0.symbol) < ($0.count, $1.symbol) }.map {
      let symbol = symbols[$0.symbol]
      return UsedSymbol(name: symbol.qualifiedName, kind: symbol.kind, count: $0.count, line: $0.line)
    }
  }

  /// The id of a file in that graph: `NIOCore/AsyncSequences/Producer.swift`.
  package func id(of file: Int) -> ModuleID {
    let name = name(of: file)
    guard let slash = name.lastIndex(of: "/") else { return ModuleID(package: module.name, name: name) }
    return ModuleID(package: "\(module.name)/\(name[..<slash])", name: String(name[name.index(after: slash)...]))
  }
}
