import ModuleGraph

/// An edge between nodes in an encoded answer, with what manifests state of it.
struct AnsweredEdge: Encodable {
  let from: String
  let to: String
  let dependencies: [Dependency]

  init(_ edge: SelectedGraph.Edge, in graph: SelectedGraph) {
    from = graph.nodes[edge.from].id
    to = graph.nodes[edge.to].id
    dependencies = edge.dependencies
  }
}

/// How many modules an encoded answer leaves out for their kind.
struct AnsweredOmission: Encodable {
  let tests: Int
  let externals: Int
  /// Absent where there are none: few packages have any.
  let snippets: Int?

  init(_ omitted: SelectedGraph.Omitted) {
    tests = omitted.tests
    externals = omitted.externals
    snippets = omitted.snippets == 0 ? nil : omitted.snippets
  }
}

extension SelectedGraph {
  func ids(_ indices: some Sequence<Int>) -> [String] { indices.map { nodes[$0].id } }
}
