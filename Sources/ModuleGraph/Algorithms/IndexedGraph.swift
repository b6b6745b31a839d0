/// A directed graph whose vertices are the numbers from 0 on, for the algorithms. Parallel edges are one.
package struct IndexedGraph: Sendable, Hashable {
  /// Where each vertex's successors begin in `targets`; one more than there are vertices.
  private let starts: [Int]
  private let targets: [Int]

  package var vertexCount: Int { starts.count - 1 }
  package var edgeCount: Int { targets.count }

  /// - Parameters:
  ///   - vertexCount: how many vertices there are.
  ///   - edges: pairs of vertices, in any order.
  /// - Complexity: O(vertices + edges · log of the most successors of one).
  package init(vertexCount: Int, edges: some Sequence<(from: Int, to: Int)>) {
    var successors = [[Int]](repeating: [], count: vertexCount)
    for edge in edges { successors[edge.from].append(edge.to) }
    var starts = [0]
    var targets: [Int] = []
    for vertex in successors.indices {
      var previous: Int?
      for target in successors[vertex].sorted() where target != previous {
        targets.append(target)
        previous = target
      }
      starts.append(targets.count)
    }
    self.starts = starts
    self.targets = targets
  }

  /// Sorted.
  package func successors(of vertex: Int) -> ArraySlice<Int> {
    targets[starts[vertex]..<starts[vertex + 1]]
  }

  /// Sorted by their first vertex, then their second.
  package var edges: [(from: Int, to: Int)] {
    (0..<vertexCount).flatMap { vertex in successors(of: vertex).map { (from: vertex, to: $0) } }
  }
}
