import ModuleGraph

extension JSON {
  static func files(_ files: ModuleFiles) throws -> String {
    let graph = files.graph
    let declared = Dictionary(grouping: graph.symbols.indices) { graph.symbols[$0].file }
    return try pretty([
      "schema": "modgauge.files/1", "module": graph.module,
      "files": graph.files.indices.map { file($0, declaring: declared[$0] ?? [], in: graph) },
      "edges": graph.edges.map { edge -> Object in
        [
          "from": graph.files[edge.from].path, "to": graph.files[edge.to].path,
          "symbols": graph.usedSymbols(of: edge),
        ]
      },
      // Sets of files that depend on one another.
      "cycles": graph.graph.cyclicComponents.map { $0.map { graph.files[$0].path } },
      "divisions": files.seams?.divisions.map { $0.json(in: graph) },
    ])
  }

  private static func file(_ index: Int, declaring own: [Int], in graph: FileGraph) -> Object {
    let file = graph.files[index]
    let declarations = own.map { index -> Object in
      let symbol = graph.symbols[index]
      return [
        "name": symbol.qualifiedName, "kind": symbol.kind, "line": symbol.line,
        "access": graph.effectiveAccess(of: index),
      ]
    }
    let uses = file.foreignUses.map { use -> Object in
      let symbol = graph.foreignSymbols[use.symbol]
      return [
        "module": symbol.module, "name": symbol.name, "kind": symbol.kind, "count": use.count, "line": use.line,
      ]
    }
    return [
      "path": file.path, "lines": file.lines, "imports": file.imports, "declares": declarations, "usesOfOthers": uses,
    ]
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
