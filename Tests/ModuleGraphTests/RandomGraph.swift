import ModuleGraph
import TestSupport

/// A random graph of one of eight kinds; its seed is its name in a failure. `Oracles/graphs.py` makes the same ones.
struct RandomGraph: CustomStringConvertible, Sendable {
  let seed: UInt64
  private(set) var vertexCount = 0
  private(set) var edges: [(from: Int, to: Int)] = []
  /// What a test may choose further of what belongs to this graph.
  private(set) var generator: SeededGenerator

  init(seed: UInt64) {
    self.seed = seed
    generator = SeededGenerator(seed: seed)
    switch seed % 8 {
    case 0: addEdges(among: 1 + below(40)) { $0 * 2 + 1 }
    case 1: addEdges(among: 1 + below(12)) { $0 * $0 + 1 }
    case 2: addDownwardEdges()
    case 3:
      addDownwardEdges()
      for _ in 0..<(1 + below(3)) { edges.append((below(vertexCount), below(vertexCount))) }
    case 4: addLayers()
    case 5: addIslands()
    case 6: addRing()
    default: addLadder()
    }
    let names = generator.shuffled(Array(0..<vertexCount))
    edges = edges.map { (names[$0.from], names[$0.to]) }
  }

  private mutating func below(_ bound: Int) -> Int { generator.below(bound) }

  private mutating func addEdges(among count: Int, bound: (Int) -> Int) {
    vertexCount = count
    for _ in 0..<below(bound(count)) { edges.append((below(count), below(count))) }
  }

  private mutating func addDownwardEdges() {
    vertexCount = 2 + below(30)
    for _ in 0..<below(4 * vertexCount) {
      let (first, second) = (below(vertexCount), below(vertexCount))
      if first != second { edges.append((max(first, second), min(first, second))) }
    }
  }

  private mutating func addLayers() {
    vertexCount = 6 + below(60)
    let layers = 2 + below(5)
    for _ in 0..<below(3 * vertexCount) {
      let (first, second) = (below(vertexCount), below(vertexCount))
      if first * layers / vertexCount > second * layers / vertexCount { edges.append((first, second)) }
    }
  }

  private mutating func addIslands() {
    vertexCount = 1 + below(50)
    for _ in 0..<below(3 * vertexCount) {
      let first = below(vertexCount)
      let second = first / 7 * 7 + below(7)
      if second < vertexCount { edges.append((first, second)) }
    }
  }

  private mutating func addRing() {
    vertexCount = below(4) > 0 ? 1 + below(14) : 21 + below(6)
    edges = (0..<vertexCount).map { ($0, ($0 + 1) % vertexCount) }
    for _ in 0..<below(8) { edges.append((below(vertexCount), below(vertexCount))) }
  }

  private mutating func addLadder() {
    vertexCount = seed < 1_000_000 ? 100 + below(150) : 100_000
    let hasEdges = seed % 64 != 63
    if hasEdges { edges = (0..<(vertexCount - 1)).map { ($0, $0 + 1) } }
    for vertex in 0..<(vertexCount - 2) where below(3) == 0 && hasEdges { edges.append((vertex, vertex + 2)) }
  }

  var indexed: IndexedGraph { IndexedGraph(vertexCount: vertexCount, edges: edges) }
  var description: String { "seed \(seed): \(vertexCount) vertices" }

  /// Those that are small enough for slow checks, cyclic ones and others.
  static let small = (0..<(Campaign.isWhole ? 600 : 120)).filter { $0 % 8 != 7 && $0 % 8 != 4 }.map {
    RandomGraph(seed: $0)
  }
  /// Fewer, for the slowest checks.
  static let few = Array(small.prefix(Campaign.isWhole ? 200 : 48))
  /// Those of them that have no cycle.
  static let acyclic = small.filter { $0.seed % 8 == 2 }
}

extension IndexedGraph {
  /// What each vertex reaches in one step or more, by Warshall's algorithm: slow, short, and nothing like what it checks.
  var reachability: [[Bool]] {
    var reach = (0..<vertexCount).map { vertex in (0..<vertexCount).map { successors(of: vertex).contains($0) } }
    for middle in 0..<vertexCount {
      for from in 0..<vertexCount where reach[from][middle] {
        for to in 0..<vertexCount where reach[middle][to] { reach[from][to] = true }
      }
    }
    return reach
  }

  var isAcyclic: Bool { cyclicComponents.isEmpty }
}
