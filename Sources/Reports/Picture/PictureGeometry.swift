import ModuleGraph

/// The picture's graph with indices as nodes, and their approximate sizes.
struct PictureGeometry {
  let ids: [String]
  /// Without edges that lead upward.
  let all: IndexedGraph
  let isAlone: [Bool]
  /// The widths of the nodes in points.
  let widths: [Double]
  let heights: [Double]

  static let height = 37.0
  /// The distances between nodes of a rank, and between ranks.
  static let (nodeGap, rankGap) = (16.0, 43.0)
  /// The aspect ratio to aim for, since pages and screens are wider than high.
  static let wanted = 1.5

  init(_ picture: GraphPicture) {
    ids = picture.nodes.map(\.id)
    let index = zip(ids, ids.indices).keyed { $0 }
    all = IndexedGraph(
      vertexCount: ids.count,
      edges: picture.edges.compactMap { edge in
        guard !edge.isUpward, let from = index[edge.from], let to = index[edge.to] else { return nil }
        return (from: from, to: to)
      })
    let connected = Set(picture.edges.flatMap { $0.from == $0.to ? [] : [$0.from, $0.to] })
    isAlone = ids.map { !connected.contains($0) }
    widths = picture.nodes.map(Self.width)
    heights = picture.nodes.map(Self.height)
  }

  /// The number of rows of a list, so that it has about the shape of a page.
  static func rows(of count: Int) -> Int {
    let columns = count < 4 ? 1 : Int((Double(count) / 3).squareRoot().rounded(.up))
    return (count + columns - 1) / columns
  }

  private static func width(_ node: GraphPicture.Node) -> Double {
    let own = max(7 * node.title.count, 5 * (node.detail?.count ?? 0))
    guard !node.listed.isEmpty else { return max(54, 24 + Double(own)) }
    let isGroup = node.shape == .stack
    func extent(_ line: GraphPicture.Listed) -> Int {
      isGroup ? 5 * line.title.count : 14 + 7 * line.title.count + 5 * (line.detail?.count ?? 0)
    }
    let rows = rows(of: node.listed.count)
    let columns = (node.listed.count + rows - 1) / rows
    return 24 + Double(max(isGroup ? own : 0, columns * (node.listed.map(extent).max() ?? 0)))
  }

  private static func height(_ node: GraphPicture.Node) -> Double {
    guard !node.listed.isEmpty else { return height }
    let rows = Double(rows(of: node.listed.count))
    return node.shape == .stack ? height + rows * 13 : rows * 20 + 10
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
      lengths[heights[node], default: 0] += (direction == .down ? widths : self.heights)[node] + Self.nodeGap
    }
    return lengths.values.max() ?? 0
  }

  var averageWidth: Double { widths.isEmpty ? 100 : widths.reduce(0, +) / Double(widths.count) }

  /// The room that an average node takes.
  private func spacing(_ direction: Arrangement.Direction) -> (across: Double, down: Double) {
    let isDown = direction == .down
    return (averageWidth + (isDown ? Self.nodeGap : Self.rankGap), Self.height + (isDown ? Self.rankGap : Self.nodeGap))
  }

  /// The extent of a rank with which all nodes together have the shape of a page.
  func pageBreadth(_ direction: Arrangement.Direction) -> Double {
    let (across, down) = spacing(direction)
    let area = Double(max(1, ids.count)) * across * down
    return direction == .down ? (area * Self.wanted).squareRoot() : (area / Self.wanted).squareRoot()
  }

  /// The number of chains in a grid of nodes: columns if edges lead down, otherwise rows.
  func chains(of count: Int, _ direction: Arrangement.Direction) -> Int {
    let (across, down) = spacing(direction)
    let columns = max(1, (Self.wanted * Double(count) * down / across).squareRoot().rounded())
    return direction == .down ? Int(columns) : Int((Double(count) / columns).rounded(.up))
  }
}
