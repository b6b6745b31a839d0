import ModuleGraph

extension JSON {
  /// `modgauge.files/1`.
  static func files(_ files: ModuleFiles) throws -> String { try pretty(Document(files)) }
}

private struct Document: Encodable {
  let schema = "modgauge.files/1"
  let module: ModuleID
  let files: [File]
  let edges: [Edge]
  /// Sets of files that depend on one another: the cycles.
  let cycles: [[String]]
  let divisions: [AnsweredDivision]?

  init(_ answer: ModuleFiles) {
    let graph = answer.graph
    module = graph.module
    let declared = Dictionary(grouping: graph.symbols.indices) { graph.symbols[$0].file }
    files = graph.files.indices.map { File($0, declaring: declared[$0] ?? [], in: graph) }
    edges = graph.edges.map { Edge($0, in: graph) }
    cycles = graph.graph.cyclicComponents.map { $0.map { graph.files[$0].path } }
    divisions = answer.seams?.divisions.map { AnsweredDivision($0, in: graph) }
  }
}

private struct File: Encodable {
  struct Declaration: Encodable {
    let name: String
    let kind: SymbolKind
    let line: Int
    let access: AccessLevel?
  }

  struct Foreign: Encodable {
    let module: String?
    let name: String
    let kind: SymbolKind
    let count: Int
    let line: Int
  }

  let path: String
  let lines: Int?
  let imports: [String]
  let declares: [Declaration]
  let usesOfOthers: [Foreign]

  init(_ file: Int, declaring symbols: [Int], in graph: FileGraph) {
    (path, lines, imports) = (graph.files[file].path, graph.files[file].lines, graph.files[file].imports)
    declares = symbols.map {
      let symbol = graph.symbols[$0]
      return Declaration(
        name: symbol.qualifiedName, kind: symbol.kind, line: symbol.line, access: graph.effectiveAccess(of: $0))
    }
    usesOfOthers = graph.files[file].foreignUses.map {
      let symbol = graph.foreignSymbols[$0.symbol]
      return Foreign(module: symbol.module, name: symbol.name, kind: symbol.kind, count: $0.count, line: $0.line)
    }
  }
}

private struct Edge: Encodable {
  let from: String
  let to: String
  let symbols: [UsedSymbol]

  init(_ edge: FileGraph.Edge, in graph: FileGraph) {
    (from, to) = (graph.files[edge.from].path, graph.files[edge.to].path)
    symbols = graph.usedSymbols(of: edge)
  }
}

/// A division of a module in an encoded answer.
struct AnsweredDivision: Encodable {
  struct Part: Encodable {
    let name: String
    let files: [String]
    let lines: Int
    let needs: [Need]
  }

  struct Need: Encodable {
    let module: String
    let symbols: Int
    let importingFiles: Int
  }

  struct Crossing: Encodable {
    let from: String
    let to: String
    let symbols: [Symbol]
  }

  struct Symbol: Encodable {
    let name: String
    let kind: SymbolKind
    let count: Int
    let files: [String]
  }

  struct Opening: Encodable {
    let name: String
    let kind: SymbolKind
    let file: String
    let line: Int
    let access: AccessLevel?
    let needed: AccessLevel
    let reason: Division.Opening.Reason
    let isImplicit: Bool
  }

  let parts: [Part]
  let crossings: [Crossing]
  let openings: [Opening]

  init(_ division: Division, in graph: FileGraph) {
    func paths(_ files: [Int]) -> [String] { files.map { graph.files[$0].path } }
    parts = division.parts.map { part in
      Part(
        name: part.name, files: paths(part.files), lines: part.lines,
        needs: part.needs.map { Need(module: $0.module, symbols: $0.symbols, importingFiles: $0.importingFiles) })
    }
    crossings = division.crossings.map { crossing in
      Crossing(
        from: division.parts[crossing.from].name, to: division.parts[crossing.to].name,
        symbols: crossing.uses.map {
          let symbol = graph.symbols[$0.symbol]
          return Symbol(name: symbol.qualifiedName, kind: symbol.kind, count: $0.count, files: paths($0.files))
        })
    }
    openings = division.openings.map { opening in
      let symbol = graph.symbols[opening.symbol]
      return Opening(
        name: symbol.qualifiedName, kind: symbol.kind, file: graph.files[symbol.file].path, line: symbol.line,
        access: symbol.access, needed: opening.access, reason: opening.reason, isImplicit: symbol.isImplicit)
    }
  }
}
