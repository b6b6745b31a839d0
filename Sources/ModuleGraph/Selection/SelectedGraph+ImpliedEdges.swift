extension Dependency.Kind {
  /// Whether the target of the dependency becomes a part of its dependent.
  ///
  /// Kinds that are not listed here imply nothing: what a plugin or an embedded product needs is not inherited.
  var links: Bool {
    switch self {
    case .target, .product: true
    default: false
    }
  }
}

extension Module.Kind {
  /// Whether the module is linked into its dependents. A tool, a macro or a plugin runs while they are built, and its
  /// dependencies are not inherited; nor are those of kinds that are not listed here. A file inherits the dependencies
  /// of the files on which it depends.
  var isLinked: Bool {
    switch self {
    case .regular, .framework, .staticLibrary, .dynamicLibrary, .system, .binary, .external, .unknown, .file: true
    default: false
    }
  }
}

extension SelectedGraph {
  /// The edges that a longer path implies, so that a picture can omit them. Sorted.
  ///
  /// Only unconditional links imply edges. An edge that means something by itself is never implied: one under a
  /// condition, in a cycle, against the layers, or of a module that the user named. An edge between groups is
  /// implied only if each of its dependencies is: groups on a path need not contain a path of modules.
  /// - Complexity: O(modules · dependencies ÷ 64) time, O(modules + dependencies) memory.
  package var impliedEdges: [Edge] { impliedEdges { _ in true } }

  /// The implied edges of the graph without some of its edges, which neither imply nor are implied.
  package func impliedEdges(where exists: (Edge) -> Bool) -> [Edge] {
    let linked = linkedModules
    let index = Dictionary(
      nodes.lazy.flatMap(\.modules).enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    let existing = edges.filter(exists)
    let links = existing.lazy.flatMap(\.dependencies).compactMap { dependency -> (from: Int, to: Int)? in
      guard dependency.kind.links, dependency.condition == nil, linked.contains(dependency.to),
        let from = index[dependency.from], let to = index[dependency.to]
      else { return nil }
      return (from, to)
    }
    let linking = IndexedGraph(vertexCount: index.count, edges: links)
    let reduced = linking.transitiveReduction
    let components = graph.condensation.componentOf
    return existing.filter { edge in
      components[edge.from] != components[edge.to] && !touchesNamed(edge) && !isAgainstLayers(edge)
        && edge.dependencies.allSatisfy { dependency in
          guard let from = index[dependency.from], let to = index[dependency.to] else { return false }
          return linking.hasEdge(from: from, to: to) && !reduced.hasEdge(from: from, to: to)
        }
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

  private func touchesNamed(_ edge: Edge) -> Bool {
    !named.isEmpty && edge.dependencies.contains { named.contains($0.from) || named.contains($0.to) }
  }

  private var linkedModules: Set<ModuleID> {
    Set(nodes.lazy.flatMap(\.modules).filter(\.kind.isLinked).map(\.id))
  }
}
