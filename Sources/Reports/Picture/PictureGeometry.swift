import ModuleGraph

/// The picture's nodes as numbers, in their order, and about how much place each one takes.
struct PictureGeometry {
  let ids: [String]
  /// Without edges that lead upward.
  let all: IndexedGraph
  /// Nodes without any edge.
  let isAlone: [Bool]
  /// In points.
  let widths: [Double]

  static let height = 37.0
  /// What separates two nodes of a rank, and two ranks.
  static let (nodeGap, rankGap) = (16.0, 43.0)
  /// Pages and screens are wider than high.
  static let wanted = 1.5

  init(_ picture: GraphPicture) {
    ids = picture.nodes.map(\.id)
    let index = Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
    all = IndexedGraph(
      vertexCount: ids.count,
      edges: picture.edges.compactMap { edge in
        guard !edge.isUpward, let from = index[edge.from], let to = index[edge.to] else { return nil }
        return (from: from, to: to)
      })
    let connected = Set(picture.edges.flatMap { $0.from == $0.to ? [] : [$0.from, $0.to] })
    isAlone = ids.map { !connected.contains($0) }
    widths = picture.nodes.map { node in
      max(54, 24 + max(7 * Double(node.title.count), 5 * Double(node.detail?.count ?? 0)))
    }
  }

  /// Whichever way comes nearer to the shape of a page: names are wide and low, so that many modules of one height stack
  /// better than they line up.
  var direction: Arrangement.Direction {
    // What a node of middling size and the space beside it take, and what separates two ranks beyond that.
    let (width, height, gap) = (130.0, 53.0, 36.0)
    let heights = all.heights
    let ranks = Double((heights.max() ?? 0) + 1)
    let counts = Dictionary(heights.indices.filter { !isAlone[$0] }.map { (heights[$0], 1) }, uniquingKeysWith: +)
    let widest = Double(counts.values.max() ?? 1)
    let down = widest * width / (ranks * (height + gap))
    let right = ranks * (width + gap) / (widest * height)
    func distance(_ ratio: Double) -> Double { max(ratio / Self.wanted, Self.wanted / ratio) }
    return distance(down) <= distance(right) ? .down : .right
  }

  /// How far the longest rank stretches where Graphviz decides.
  func length(of direction: Arrangement.Direction) -> Double {
    let heights = all.heights
    var lengths: [Int: Double] = [:]
    for node in ids.indices where !isAlone[node] {
      lengths[heights[node], default: 0] += (direction == .down ? widths[node] : Self.height) + Self.nodeGap
    }
    return lengths.values.max() ?? 0
  }

  var averageWidth: Double { widths.isEmpty ? 100 : widths.reduce(0, +) / Double(widths.count) }

  /// How far a rank stretches where all nodes together have the shape of a page.
  func pageBreadth(_ direction: Arrangement.Direction) -> Double {
    let count = Double(max(1, ids.count))
    let across = averageWidth + (direction == .down ? Self.nodeGap : Self.rankGap)
    let down = Self.height + (direction == .down ? Self.rankGap : Self.nodeGap)
    let area = count * across * down
    return direction == .down ? (area * Self.wanted).squareRoot() : (area / Self.wanted).squareRoot()
  }

  /// How many chains a grid of so many nodes has: columns where edges lead down, else rows.
  func chains(of count: Int, _ direction: Arrangement.Direction) -> Int {
    let across = averageWidth + (direction == .down ? Self.nodeGap : Self.rankGap)
    let down = Self.height + (direction == .down ? Self.rankGap : Self.nodeGap)
    let columns = max(1, (Self.wanted * Double(count) * down / across).squareRoot().rounded())
    return direction == .down ? Int(columns) : Int((Double(count) / columns).rounded(.up))
  }
}
