import ModuleGraph

extension JSON {
  static func files(_ files: ModuleFiles) throws -> String {
    let graph = files.graph
    let declared = Dictionary(grouping: graph.symbols.indices) { graph.symbols[$0].file }
    return try pretty([
      "schema": "modgauge.files/1", "module": graph.module,
      "files": graph.files.indices.map { graph.file($0, declaring: declared[$0] ?? []) },
      "edges": graph.edges.map(graph.edge),
      // Sets of files that depend on one another.
      "cycles": graph.graph.cyclicComponents.map { $0.map { graph.files[$0].path } },
      "divisions": files.seams?.divisions.map { $0.json(in: graph) },
    ])
  }
}

extension FileGraph {
  fileprivate func file(_ index: Int, declaring own: [Int]) -> JSON.Object {
    let file = files[index]
    return [
      "path": file.path, "lines": file.lines, "imports": file.imports,
      "declares": own.map { declaration($0) }, "usesOfOthers": file.foreignUses.map { foreignUse($0) },
    ]
  }

  private func declaration(_ index: Int) -> JSON.Object {
    let symbol = symbols[index]
    return [
      "name": symbol.qualifiedName, "kind": symbol.kind, "line": symbol.line, "access": effectiveAccess(of: index),
    ]
  }

  private func foreignUse(_ use: Use) -> JSON.Object {
    let symbol = foreignSymbols[use.symbol]
    return [
      "module": symbol.module, "name": symbol.name, "kind": symbol.kind, "count": use.count, "line": use.line,
    ]
  }

  fileprivate func edge(_ edge: Edge) -> JSON.Object {
    ["from": files[edge.from].path, "to": files[edge.to].path, "symbols": usedSymbols(of: edge)]
  }
}

extension Division {
  func json(in graph: FileGraph) -> JSON.Object {
    func paths(_ files: [Int]) -> [String] { files.map { graph.files[$0].path } }
    return [
      "parts": parts.map { part -> JSON.Object in
        ["name": part.name, "files": paths(part.files), "lines": part.lines, "needs": part.needs]
      },
      "crossings": crossings.map { crossing -> JSON.Object in
        let symbols = crossing.uses.map { use -> JSON.Object in
          let symbol = graph.symbols[use.symbol]
          return ["name": symbol.qualifiedName, "kind": symbol.kind, "count": use.count, "files": paths(use.files)]
        }
        return ["from": parts[crossing.from].name, "to": parts[crossing.to].name, "symbols": symbols]
      },
      "openings": openings.map { opening -> JSON.Object in
        let symbol = graph.symbols[opening.symbol]
        return [
          "name": symbol.qualifiedName, "kind": symbol.kind, "file": graph.files[symbol.file].path,
          "line": symbol.line, "access": symbol.access, "needed": opening.access, "reason": opening.reason,
          "isImplicit": symbol.isImplicit,
        ]
      },
    ]
  }
}
