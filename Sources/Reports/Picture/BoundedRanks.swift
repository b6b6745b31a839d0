import ModuleGraph

/// Assigns ranks to nodes, so that no rank is too long and every edge leads to a later rank; isolated nodes have none.
///
/// List scheduling as by Coffman and Graham, “Optimal scheduling for two-processor systems” (1972): the node with the
/// longest path below it goes first. Then nodes are moved nearer to what they depend on where possible.
struct BoundedRanks {
  private let geometry: PictureGeometry
  private let breadth: Double
  private let extents: [Double]
  private let order: [Int]
  private var place: [Int]
  private(set) var ranks: [Int?]

  init(_ geometry: PictureGeometry, breadth: Double, direction: Arrangement.Direction) {
    (self.geometry, self.breadth) = (geometry, breadth)
    extents = (direction == .down ? geometry.widths : geometry.heights).map { $0 + PictureGeometry.nodeGap }
    order = geometry.all.topologicalOrder
    place = [Int](repeating: 0, count: order.count)
    for (index, node) in order.enumerated() { place[node] = index }
    ranks = [Int?](repeating: nil, count: order.count)
    assign()
    pullDown()
  }

  /// Whether an edge leads forward in the order; without the others, the graph is acyclic.
  private func isForward(_ from: Int, _ to: Int) -> Bool { place[from] < place[to] }

  private mutating func assign() {
    let forward = geometry.all.filteringEdges(isForward)
    let heights = forward.heights
    let backward = forward.reversed
    var waiting = ranks.indices.map { backward.successors(of: $0).count }
    var ready = order.filter { waiting[$0] == 0 && !geometry.isAlone[$0] }
    var rank = 0
    while !ready.isEmpty {
      ready.sort { (heights[$1], place[$0]) < (heights[$0], place[$1]) }
      var used = 0.0
      let taken = ready.prefix { node in
        used += extents[node]
        return used <= breadth
      }
      let row = taken.isEmpty ? ready.prefix(1) : taken
      ready.removeFirst(row.count)
      for node in row {
        ranks[node] = rank
        for next in forward.successors(of: node) {
          waiting[next] -= 1
          if waiting[next] == 0 { ready.append(next) }
        }
      }
      rank += 1
    }
  }

  private mutating func pullDown() {
    let forward = geometry.all.filteringEdges(isForward)
    let backward = forward.reversed
    var used = [Double](repeating: 0, count: (ranks.compactMap { $0 }.max() ?? 0) + 1)
    for (node, rank) in ranks.enumerated() { if let rank { used[rank] += extents[node] } }
    for node in order.reversed() {
      guard let rank = ranks[node] else { continue }
      let below = forward.successors(of: node)
      guard below.count > backward.successors(of: node).count, let limit = below.compactMap({ ranks[$0] }).min() else {
        continue
      }
      let better = (rank + 1..<max(rank + 1, limit)).last { used[$0] + extents[node] <= breadth }
      guard let better else { continue }
      used[rank] -= extents[node]
      used[better] += extents[node]
      ranks[node] = better
    }
  }
}

extension BoundedRanks {
  /// Pairs of nodes whose ranks have a fixed distance although there is no edge between them. With these pairs, all
  /// nodes that must keep their ranks are connected, within each cluster and in the whole.
  func anchors(_ clusters: [Range<Int>]) -> [(from: Int, to: Int)] {
    var sets = DisjointSets(count: ranks.count)
    var anchors: [(from: Int, to: Int)] = []
    let edges = geometry.all.edges
    for cluster in clusters {
      for edge in edges where cluster.contains(edge.from) && cluster.contains(edge.to) { sets.join(edge.from, edge.to) }
      anchors += joining(Array(cluster), &sets)
    }
    for edge in edges { sets.join(edge.from, edge.to) }
    return anchors + joining(Array(ranks.indices), &sets)
  }

  private func joining(_ nodes: [Int], _ sets: inout DisjointSets) -> [(from: Int, to: Int)] {
    let ranked = nodes.compactMap { node in ranks[node].map { (rank: $0, node: node) } }
      .sorted { ($0.rank, $0.node) < ($1.rank, $1.node) }
    guard let first = ranked.first else { return [] }
    var anchors: [(from: Int, to: Int)] = []
    var last = first
    var previous = first
    for each in ranked {
      if each.rank > previous.rank { (last, previous) = (previous, each) }
      guard each.rank > first.rank, sets.find(each.node) != sets.find(first.node) else { continue }
      anchors.append((last.rank == first.rank ? first.node : last.node, each.node))
      sets.join(first.node, each.node)
    }
    return anchors
  }
}

/// Union-find with path halving.
private struct DisjointSets {
  private var above: [Int]

  init(count: Int) { above = Array(0..<count) }

  mutating func find(_ element: Int) -> Int {
    var element = element
    while above[element] != element {
      above[element] = above[above[element]]
      element = above[element]
    }
    return element
  }

  mutating func join(_ first: Int, _ second: Int) {
    let (first, second) = (find(first), find(second))
    above[max(first, second)] = min(first, second)
  }
}
