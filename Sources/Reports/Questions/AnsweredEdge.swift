import ModuleGraph

/// An edge between nodes in an encoded answer, with its dependencies in manifests.
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

/// The number of modules that an encoded answer omits because of their kind.
struct AnsweredOmission: Encodable {
  let tests: Int
  let externals: Int
  /// `nil` if there are none, since few packages have any.
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
