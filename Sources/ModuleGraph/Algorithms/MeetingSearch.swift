/// Whether one vertex leads to another, in a graph that gains edges.
///
/// It is asked from both ends at once: in a large graph two searches meet long before one of them reaches the other's end.
struct MeetingSearch {
  private var onward: Side
  private var backward: Side

  /// How many edges were looked at so far.
  var work: Int { onward.work + backward.work }

  /// - Complexity: O(vertices + edges).
  init(_ graph: IndexedGraph) {
    onward = Side(graph)
    backward = Side(graph.reversed)
  }

  mutating func insert(_ edge: (from: Int, to: Int)) {
    onward.insert(from: edge.from, to: edge.to)
    backward.insert(from: edge.to, to: edge.from)
  }

  /// - Complexity: O(edges) at worst.
  mutating func leads(from: Int, to: Int) -> Bool {
    if from == to { return true }
    onward.start(at: from)
    backward.start(at: to)
    while !onward.frontier.isEmpty, !backward.frontier.isEmpty {
      let meets =
        onward.frontier.count <= backward.frontier.count ? onward.step(until: backward) : backward.step(until: onward)
      if meets { return true }
    }
    return false
  }

  /// The search from one end.
  private struct Side {
    let graph: IndexedGraph
    /// The edges that came later, as linked lists: the last one of each vertex, and the one before each.
    var lastInserted: [Int]
    var inserted: [(target: Int, previous: Int)] = []
    /// The number of the search that reached each vertex last.
    var reached: [Int]
    var number = 0
    var frontier: [Int] = []
    var work = 0

    init(_ graph: IndexedGraph) {
      self.graph = graph
      lastInserted = Array(repeating: -1, count: graph.vertexCount)
      reached = Array(repeating: 0, count: graph.vertexCount)
    }

    mutating func insert(from: Int, to: Int) {
      inserted.append((to, lastInserted[from]))
      lastInserted[from] = inserted.count - 1
    }

    mutating func start(at vertex: Int) {
      number += 1
      reached[vertex] = number
      frontier = [vertex]
    }

    /// Goes one edge farther from all vertices of the frontier.
    /// - Returns: whether it came to a vertex that the other side has reached.
    mutating func step(until other: Side) -> Bool {
      var next: [Int] = []
      for vertex in frontier {
        work += graph.starts[vertex + 1] - graph.starts[vertex]
        for edge in graph.starts[vertex]..<graph.starts[vertex + 1] {
          if enter(graph.targets[edge], &next, other) { return true }
        }
        var later = lastInserted[vertex]
        while later >= 0 {
          if enter(inserted[later].target, &next, other) { return true }
          later = inserted[later].previous
        }
      }
      frontier = next
      return false
    }

    private mutating func enter(_ vertex: Int, _ next: inout [Int], _ other: Side) -> Bool {
      if reached[vertex] == number { return false }
      if other.reached[vertex] == number { return true }
      reached[vertex] = number
      next.append(vertex)
      return false
    }
  }
}
