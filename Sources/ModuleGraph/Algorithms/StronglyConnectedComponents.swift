extension IndexedGraph {
  /// The sets of vertices that reach one another, each sorted. A component comes after all that it reaches.
  ///
  /// Tarjan, “Depth-first search and linear graph algorithms”, SIAM J. Comput. 1 (1972), without recursion, so that
  /// a deep graph needs no deep stack.
  /// - Complexity: O(vertices + edges), and the sorting of each component.
  package var stronglyConnectedComponents: [[Int]] {
    var search = ComponentSearch(graph: self)
    for vertex in 0..<vertexCount { search.visit(from: vertex) }
    return search.components
  }
}

private struct ComponentSearch {
  private let graph: IndexedGraph
  private(set) var components: [[Int]] = []
  /// When each vertex was first seen; -1 before.
  private var seen: [Int]
  /// The earliest vertex on the stack that each is known to reach.
  private var low: [Int]
  private var isOnStack: [Bool]
  private var stack: [Int] = []
  private var clock = 0

  init(graph: IndexedGraph) {
    self.graph = graph
    seen = Array(repeating: -1, count: graph.vertexCount)
    low = seen
    isOnStack = Array(repeating: false, count: graph.vertexCount)
  }

  mutating func visit(from root: Int) {
    guard seen[root] < 0 else { return }
    var path: [(vertex: Int, next: Int)] = []
    enter(root, &path)
    while let (vertex, next) = path.last {
      let successors = graph.successors(of: vertex)
      if next < successors.endIndex {
        path[path.count - 1].next += 1
        let successor = successors[next]
        if seen[successor] < 0 {
          enter(successor, &path)
        } else if isOnStack[successor] {
          low[vertex] = min(low[vertex], seen[successor])
        }
      } else {
        path.removeLast()
        if let dependent = path.last?.vertex { low[dependent] = min(low[dependent], low[vertex]) }
        if low[vertex] == seen[vertex] { closeComponent(at: vertex) }
      }
    }
  }

  private mutating func enter(_ vertex: Int, _ path: inout [(vertex: Int, next: Int)]) {
    seen[vertex] = clock
    low[vertex] = clock
    clock += 1
    stack.append(vertex)
    isOnStack[vertex] = true
    path.append((vertex, graph.successors(of: vertex).startIndex))
  }

  private mutating func closeComponent(at vertex: Int) {
    var component: [Int] = []
    while let member = stack.popLast() {
      isOnStack[member] = false
      component.append(member)
      if member == vertex { break }
    }
    components.append(component.sorted())
  }
}
