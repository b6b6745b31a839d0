package import ModuleGraph

extension JSON {
  /// `modgauge.diff/1`.
  /// - Parameters:
  ///   - names: the names of the two states.
  ///   - touched: the modules with changed files.
  package static func difference(
    _ difference: GraphDifference, names: (base: String, head: String), touched: [TouchedModule] = []
  ) throws -> String {
    try pretty(Document(difference, names, touched))
  }
}

private struct Document: Encodable {
  struct Place: Encodable {
    let id: ModuleID
    let path: String?
  }

  struct Move: Encodable {
    let before: Place
    let after: Place
    let isRenamed: Bool
    /// The number of the old module's files that are in the new one, and the total number of its files (`files`); `nil`
    /// if the move was detected by name or folder.
    let sharedFiles: Int?
    let files: Int?
  }

  struct Nodes: Encodable {
    let added: [String]
    let removed: [String]
    let moved: [Move]
    let changed: [Change<Module.Kind>]
  }

  struct Change<Value: Encodable & Hashable & Sendable>: Encodable {
    let id: String
    let before: Value
    let after: Value

    init(_ change: GraphDifference.Change<Value>) {
      (id, before, after) = (change.id, change.before, change.after)
    }
  }

  struct Edge: Encodable {
    let from: String
    let to: String
    let before: [Dependency]?
    let after: [Dependency]?

    init(_ edge: GraphDifference.Edge) {
      from = edge.from
      to = edge.to
      before = edge.before.isEmpty ? nil : edge.before
      after = edge.after.isEmpty ? nil : edge.after
    }
  }

  struct Edges: Encodable {
    let added: [Edge]
    let removed: [Edge]
    let changed: [Edge]
  }

  struct Ends: Encodable {
    let from: String
    let to: String
  }

  struct NewAndGone<Value: Encodable>: Encodable {
    let new: [Value]
    let gone: [Value]
  }

  struct Figures: Encodable {
    let nodes: Int
    let edges: Int
    let lines: Int?
    let linesAtLeast: Int?
    let height: Int
    let density: Double?
    let cycles: Int
    let redundant: Int

    init(_ metrics: GraphMetrics) {
      nodes = metrics.graph.nodes.count
      edges = metrics.graph.edges.count
      (lines, linesAtLeast) = (metrics.lines?.exact, metrics.lines?.lowerBound)
      height = metrics.height
      density = metrics.density
      cycles = metrics.cycleCount
      redundant = metrics.redundantEdges.count
    }
  }

  struct States: Encodable {
    let before: Figures
    let after: Figures
  }

  let schema = "modgauge.diff/1"
  let base: String
  let head: String
  let nodes: Nodes
  let products: [Change<Product?>]
  let edges: Edges
  let cycles: NewAndGone<[String]>
  let redundant: NewAndGone<Ends>
  let metrics: States
  let touched: [TouchedModule]?

  init(_ difference: GraphDifference, _ names: (base: String, head: String), _ touched: [TouchedModule]) {
    (base, head) = names
    self.touched = touched.isEmpty ? nil : touched
    nodes = Nodes(
      added: difference.addedNodes.map(\.id), removed: difference.removedNodes.map(\.id),
      moved: difference.moves.map { move in
        Move(
          before: Place(id: move.before.id, path: move.before.path),
          after: Place(id: move.after.id, path: move.after.path), isRenamed: move.isRenamed,
          sharedFiles: move.succession?.sharedFiles, files: move.succession?.files)
      }, changed: difference.changedKinds.map(Change.init))
    products = difference.changedProducts.map(Change.init)
    edges = Edges(
      added: difference.addedEdges.map(Edge.init), removed: difference.removedEdges.map(Edge.init),
      changed: difference.changedEdges.map(Edge.init))
    let (cycles, redundant) = (difference.cycles, difference.redundantEdges)
    self.cycles = NewAndGone(new: cycles.new, gone: cycles.gone)
    self.redundant = NewAndGone(
      new: redundant.new.map { Ends(from: $0.from, to: $0.to) },
      gone: redundant.gone.map { Ends(from: $0.from, to: $0.to) })
    metrics = States(before: Figures(difference.metrics.before), after: Figures(difference.metrics.after))
  }
}
