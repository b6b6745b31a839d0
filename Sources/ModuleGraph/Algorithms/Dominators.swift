extension IndexedGraph {
  /// The immediate dominator of each vertex that can be reached from the roots: the nearest other vertex that lies on
  /// every path from the roots to it. `nil` if there is none, as for roots, and for vertices that cannot be reached.
  ///
  /// Lengauer and Tarjan, “A fast algorithm for finding dominators in a flowgraph”, ACM TOPLAS 1 (1979), in its simple
  /// form, without recursion.
  /// - Complexity: O(edges · log of the vertices).
  package func immediateDominators(from roots: some Sequence<Int>) -> [Int?] {
    var search = DominatorSearch(graph: self, roots: roots)
    return search.tree(reversed: reversed)
  }
}

/// Vertices are identified by their place in the depth-first search; place 0 is a virtual vertex before all roots.
private struct DominatorSearch {
  private let graph: IndexedGraph
  private let isRoot: [Bool]
  /// The vertex at each place but the first.
  private var vertices: [Int] = [-1]
  /// The place of each vertex; 0 before it is reached.
  private var places: [Int]
  /// The place from which the search reached each place.
  private var origins = [0]
  private var semidominators: [Int] = []
  /// The forest of the places processed so far, with compressed paths; -1 at its roots.
  private var ancestors: [Int] = []
  /// The place with the least semidominator between each place and its ancestor.
  private var labels: [Int] = []

  init(graph: IndexedGraph, roots: some Sequence<Int>) {
    self.graph = graph
    places = Array(repeating: 0, count: graph.vertexCount)
    var isRoot = [Bool](repeating: false, count: graph.vertexCount)
    for root in roots { isRoot[root] = true }
    self.isRoot = isRoot
    for root in isRoot.indices where isRoot[root] { search(from: root) }
    semidominators = Array(vertices.indices)
    labels = semidominators
    ancestors = Array(repeating: -1, count: vertices.count)
  }

  private mutating func search(from root: Int) {
    var path: [(place: Int, next: Int)] = []
    if let place = enter(root, from: 0) { path.append((place, graph.starts[root])) }
    while let (place, next) = path.last {
      guard next < graph.starts[vertices[place] + 1] else {
        path.removeLast()
        continue
      }
      path[path.count - 1].next += 1
      let successor = graph.targets[next]
      if let entered = enter(successor, from: place) { path.append((entered, graph.starts[successor])) }
    }
  }

  private mutating func enter(_ vertex: Int, from origin: Int) -> Int? {
    guard places[vertex] == 0 else { return nil }
    places[vertex] = vertices.count
    vertices.append(vertex)
    origins.append(origin)
    return places[vertex]
  }

  mutating func tree(reversed: IndexedGraph) -> [Int?] {
    var dominators = [Int](repeating: 0, count: vertices.count)
    /// The places that have each one as their semidominator, as linked lists.
    var first = [Int](repeating: 0, count: vertices.count)
    var following = first
    for place in vertices.indices.dropFirst().reversed() {
      semidominators[place] = semidominator(of: place, reversed)
      following[place] = first[semidominators[place]]
      first[semidominators[place]] = place
      let origin = origins[place]
      ancestors[place] = origin
      var waiting = first[origin]
      while waiting > 0 {
        let label = evaluate(waiting)
        dominators[waiting] = semidominators[label] < semidominators[waiting] ? label : origin
        waiting = following[waiting]
      }
      first[origin] = 0
    }
    var immediate = [Int?](repeating: nil, count: graph.vertexCount)
    for place in vertices.indices.dropFirst() {
      if dominators[place] != semidominators[place] { dominators[place] = dominators[dominators[place]] }
      if dominators[place] > 0 { immediate[vertices[place]] = vertices[dominators[place]] }
    }
    return immediate
  }

  private mutating func semidominator(of place: Int, _ reversed: IndexedGraph) -> Int {
    if isRoot[vertices[place]] { return 0 }
    var least = place
    for predecessor in reversed.successors(of: vertices[place]) where places[predecessor] > 0 {
      least = min(least, semidominators[evaluate(places[predecessor])])
    }
    return least
  }

  /// The place with the least semidominator on the path from a place up to the root of its tree, without the root.
  private mutating func evaluate(_ place: Int) -> Int {
    guard ancestors[place] >= 0 else { return place }
    var path: [Int] = []
    var upper = place
    while ancestors[ancestors[upper]] >= 0 {
      path.append(upper)
      upper = ancestors[upper]
    }
    for lower in path.reversed() {
      let ancestor = ancestors[lower]
      if semidominators[labels[ancestor]] < semidominators[labels[lower]] { labels[lower] = labels[ancestor] }
      ancestors[lower] = ancestors[ancestor]
    }
    return labels[place]
  }
}
