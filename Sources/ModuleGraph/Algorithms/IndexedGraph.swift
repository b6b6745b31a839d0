/// A directed graph for the algorithms, whose vertices are numbered from 0. Parallel edges are merged.
///
/// The edges are stored in two arrays (compressed sparse rows), so that algorithms access memory sequentially.
package struct IndexedGraph: Sendable, Hashable {
  /// The index in `targets` at which each vertex's successors begin, and the end of the last: one more than there are
  /// vertices.
  let starts: [Int]
  let targets: [Int]

  package var vertexCount: Int { starts.count - 1 }
  package var edgeCount: Int { targets.count }

  /// - Parameters:
  ///   - vertexCount: the number of vertices.
  ///   - edges: pairs of vertices, in any order.
  /// - Complexity: O(vertices + edges).
  package init(vertexCount: Int, edges: some Sequence<(from: Int, to: Int)>) {
    let edges = Array(edges)
    var ends = [Int](repeating: 0, count: vertexCount + 1)
    for edge in edges { ends[edge.to + 1] += 1 }
    for vertex in 0..<vertexCount { ends[vertex + 1] += ends[vertex] }
    let starts = ends
    var sources = [Int](repeating: 0, count: edges.count)
    for edge in edges {
      sources[ends[edge.to]] = edge.from
      ends[edge.to] += 1
    }
    self.init(reversing: starts, sources)
  }

  /// Modules, in their order, and the dependencies of one of them on another.
  /// - Complexity: O(modules + dependencies).
  package init(_ modules: [ModuleID], _ dependencies: some Sequence<Dependency>) {
    self.init(Dictionary(uniqueKeysWithValues: zip(modules, modules.indices)), dependencies)
  }

  /// - Parameter vertices: the number of each module, from 0.
  package init(_ vertices: [ModuleID: Int], _ dependencies: some Sequence<Dependency>) {
    let edges = dependencies.compactMap { dependency -> (from: Int, to: Int)? in
      guard let from = vertices[dependency.from], let to = vertices[dependency.to] else { return nil }
      return (from, to)
    }
    self.init(vertexCount: vertices.count, edges: edges)
  }

  /// Reverses the edges. Since vertices are visited in order, each list of the result is sorted: a radix sort, which is
  /// why `init` passes its edges through here as well.
  private init(reversing starts: [Int], _ targets: [Int]) {
    let vertexCount = starts.count - 1
    var ends = [Int](repeating: 0, count: vertexCount + 1)
    var last = [Int](repeating: -1, count: vertexCount)
    for vertex in 0..<vertexCount {
      for target in targets[starts[vertex]..<starts[vertex + 1]] where last[target] != vertex {
        last[target] = vertex
        ends[target + 1] += 1
      }
    }
    for vertex in 0..<vertexCount { ends[vertex + 1] += ends[vertex] }
    self.starts = ends
    var sources = [Int](repeating: 0, count: ends[vertexCount])
    for vertex in last.indices { last[vertex] = -1 }
    for vertex in 0..<vertexCount {
      for target in targets[starts[vertex]..<starts[vertex + 1]] where last[target] != vertex {
        last[target] = vertex
        sources[ends[target]] = vertex
        ends[target] += 1
      }
    }
    self.targets = sources
  }

  /// The same vertices with the edges for which the predicate holds.
  /// - Complexity: O(vertices + edges).
  package func filteringEdges(_ isKept: (_ from: Int, _ to: Int) -> Bool) -> IndexedGraph {
    var starts = [0]
    starts.reserveCapacity(vertexCount + 1)
    var targets: [Int] = []
    targets.reserveCapacity(edgeCount)
    for vertex in 0..<vertexCount {
      for target in successors(of: vertex) where isKept(vertex, target) { targets.append(target) }
      starts.append(targets.count)
    }
    return IndexedGraph(starts: starts, targets: targets)
  }

  /// - Parameter targets: sorted and without duplicates for each vertex.
  init(starts: [Int], targets: [Int]) {
    self.starts = starts
    self.targets = targets
  }

  /// The graph with every edge reversed.
  /// - Complexity: O(vertices + edges).
  package var reversed: IndexedGraph { IndexedGraph(reversing: starts, targets) }

  /// Sorted.
  package func successors(of vertex: Int) -> ArraySlice<Int> {
    targets[starts[vertex]..<starts[vertex + 1]]
  }

  /// - Complexity: O(log of the vertex's successors).
  package func hasEdge(from: Int, to: Int) -> Bool {
    let successors = successors(of: from)
    let index = successors.partitioningIndex { $0 >= to }
    return index < successors.endIndex && successors[index] == to
  }

  /// Sorted by their first vertex, then their second.
  package var edges: [(from: Int, to: Int)] {
    (0..<vertexCount).flatMap { vertex in successors(of: vertex).map { (from: vertex, to: $0) } }
  }
}
