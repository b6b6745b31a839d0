import ModuleGraph

/// The picture's graph with indices as nodes, and their approximate sizes.
struct PictureGeometry {
  let ids: [String]
  /// Without edges that lead upward.
  let all: IndexedGraph
  /// Whether each node is isolated.
  let isAlone: [Bool]
  /// The widths of the nodes in points.
  let widths: [Double]

  static let height = 37.0
  /// The distances between nodes of a rank, and between ranks.
  static let (nodeGap, rankGap) = (16.0, 43.0)
  /// The aspect ratio to aim for, since pages and screens are wider than high.
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

  /// The direction in which the picture comes nearer to the shape of a page: names are wide and low, so that many
  /// modules of one height fit better below than beside one another.
  var direction: Arrangement.Direction {
    // The size of an average node with the space beside it, and the additional distance between ranks.
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

  /// The extent of the longest rank if Graphviz decides.
  func length(of direction: Arrangement.Direction) -> Double {
    let heights = all.heights
    var lengths: [Int: Double] = [:]
    for node in ids.indices where !isAlone[node] {
      lengths[heights[node], default: 0] += (direction == .down ? widths[node] : Self.height) + Self.nodeGap
    }
    return lengths.values.max() ?? 0
  }

  var averageWidth: Double { widths.isEmpty ? 100 : widths.reduce(0, +) / Double(widths.count) }

  /// The extent of a rank with which all nodes together have the shape of a page.
  func pageBreadth(_ direction: Arrangement.Direction) -> Double {
    let count = Double(max(1, ids.count))
    let across = averageWidth + (direction == .down ? Self.nodeGap : Self.rankGap)
    let down = Self.height + (direction == .down ? Self.rankGap : Self.nodeGap)
    let area = count * across * down
    return direction == .down ? (area * Self.wanted).squareRoot() : (area / Self.wanted).squareRoot()
  }

  /// The number of chains in a grid of nodes: columns if edges lead down, otherwise rows.
  func chains(of count: Int, _ direction: Arrangement.Direction) -> Int {
    let across = averageWidth + (direction == .down ? Self.nodeGap : Self.rankGap)
    let down = Self.height + (direction == .down ? Self.rankGap : Self.nodeGap)
    let columns = max(1, (Self.wanted * Double(count) * down / across).squareRoot().rounded())
    return direction == .down ? Int(columns) : Int((Double(count) / columns).rounded(.up))
  }
}
