extension Dependency.Kind {
  /// Whether what it leads to becomes a part of what depends on it.
  ///
  /// Kinds that are not named here imply nothing: what a plugin or an embedded product needs stays its own.
  var links: Bool {
    switch self {
    case .target, .product: true
    default: false
    }
  }
}

extension Module.Kind {
  /// Whether it is linked into what depends on it. A tool, a macro or a plugin runs while that is built, and what it
  /// needs does not come along; nor does it for kinds that are not named here.
  var isLinked: Bool {
    switch self {
    case .regular, .framework, .staticLibrary, .dynamicLibrary, .system, .binary, .external: true
    default: false
    }
  }
}

extension SelectedGraph {
  /// The edges that a longer path implies: the reader of a graph without them knows that they are there. Sorted.
  ///
  /// Only what is linked, and under no condition, implies anything. What says something by itself is never implied: an
  /// edge under a condition, one in a cycle, one against the layers, or one between modules that were named.
  /// - Complexity: O(nodes · edges ÷ 64) time, O(nodes + edges) memory.
  package var impliedEdges: [Edge] { impliedEdges { _ in true } }

  /// The same where some of the edges do not exist: those neither imply nor are implied.
  package func impliedEdges(where exists: (Edge) -> Bool) -> [Edge] {
    let linked = linkedModules
    let linking = edges.filter { edge in
      exists(edge) && edge.dependencies.contains { $0.kind.links && $0.condition == nil && linked.contains($0.to) }
    }
    let reduced = IndexedGraph(vertexCount: nodes.count, edges: linking.lazy.map { ($0.from, $0.to) })
      .transitiveReduction
    let components = graph.condensation.componentOf
    return linking.filter { edge in
      !reduced.hasEdge(from: edge.from, to: edge.to) && components[edge.from] != components[edge.to]
        && !isBetweenNamed(edge) && !isAgainstLayers(edge)
    }
  }

  /// Whether an edge leads from a module of a lower layer to one of a higher layer.
  /// - Complexity: O(dependencies · patterns of the layers).
  package func isAgainstLayers(_ edge: Edge) -> Bool {
    !layers.isEmpty
      && edge.dependencies.contains { dependency in
        guard let from = layers.index(of: dependency.from), let to = layers.index(of: dependency.to) else {
          return false
        }
        return from > to
      }
  }

  private func isBetweenNamed(_ edge: Edge) -> Bool {
    !named.isEmpty && edge.dependencies.contains { named.contains($0.from) && named.contains($0.to) }
  }

  private var linkedModules: Set<ModuleID> {
    Set(nodes.lazy.flatMap(\.modules).filter(\.kind.isLinked).map(\.id))
  }
}
