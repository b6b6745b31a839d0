import ModuleGraph

/// What Graphviz is told about where things go, beyond what the edges say.
struct DOTLayout {
  enum Direction: String {
    case down = "TB"
    case right = "LR"
  }

  let direction: Direction
  /// The rows of each cluster from top to bottom, where clusters are bands; else nothing.
  let rows: [[[String]]]
  /// Pairs of which the first stands above the second.
  let order: [(String, String)]
  /// Inches between ranks.
  let rankSeparation: String
  /// Attributes that bound how long Graphviz looks for something better.
  let quality: String

  init(_ picture: GraphPicture) {
    let graph = IndexedPicture(picture)
    rows = picture.isLayered ? graph.bandRows(picture.clusters.map(\.nodes.count)) : []
    direction = picture.isLayered ? .down : graph.direction
    let flat = rows.flatMap { $0 }
    order = zip(flat, flat.dropFirst()).compactMap { upper, lower in
      if let first = upper.first, let second = lower.first { (first, second) } else { nil }
    }
    rankSeparation = graph.all.edgeCount > 1000 ? "1.2" : "0.6"
    quality = Self.quality(nodes: graph.all.vertexCount, edges: graph.all.edgeCount)
  }

  /// Small pictures get all that Graphviz has. In large ones its search for shorter edges (`nslimit` for places, `nslimit1`
  /// for ranks) and for fewer crossings (`mclimit`) takes most of the time and gains little: 1,000 nodes and 3,558 edges
  /// were drawn 43,175 points wide in 8.6 s with limits five times as high, and 43,275 points wide in 3.4 s with these.
  private static func quality(nodes: Int, edges: Int) -> String {
    switch nodes + edges {
    case ...600: ""
    case ...2000: ", nslimit=1, nslimit1=4"
    default: ", nslimit=0.1, nslimit1=1, mclimit=0.1"
    }
  }
}

/// The picture's nodes as numbers, in their order.
private struct IndexedPicture {
  let ids: [String]
  /// Without edges that lead upward.
  let all: IndexedGraph

  init(_ picture: GraphPicture) {
    ids = picture.nodes.map(\.id)
    let index = Dictionary(zip(ids, ids.indices), uniquingKeysWith: { first, _ in first })
    all = IndexedGraph(
      vertexCount: ids.count,
      edges: picture.edges.compactMap { edge in
        guard !edge.isUpward, let from = index[edge.from], let to = index[edge.to] else { return nil }
        return (from: from, to: to)
      })
  }

  /// What a node and the space beside it take, in points.
  private static let (width, height) = (130.0, 53.0)
  /// What separates two ranks beyond that.
  private static let gap = 36.0
  /// Pages and screens are wider than high.
  private static let wanted = 1.5

  /// Whichever comes nearer to the shape of a page: names are wide and low, so that many modules of one height stack
  /// better than they line up.
  var direction: DOTLayout.Direction {
    let heights = all.heights
    let ranks = Double((heights.max() ?? 0) + 1)
    let widest = Double(Dictionary(heights.map { ($0, 1) }, uniquingKeysWith: +).values.max() ?? 1)
    let down = widest * Self.width / (ranks * (Self.height + Self.gap))
    let right = ranks * (Self.width + Self.gap) / (widest * Self.height)
    func distance(_ ratio: Double) -> Double { max(ratio / Self.wanted, Self.wanted / ratio) }
    return distance(down) <= distance(right) ? .down : .right
  }

  /// The rows of bands that hold so many nodes each.
  ///
  /// Within a band a module stands above what it depends on; what is too wide for the picture continues in the next row.
  func bandRows(_ sizes: [Int]) -> [[[String]]] {
    let ends = sizes.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    let levels = zip(ends, ends.dropFirst()).map { start, end in self.levels(of: start..<end) }
    let widest = levels.joined().map(\.count).max() ?? 1
    let width =
      (6...max(6, widest)).first { width in
        let rows = levels.joined().reduce(0) { $0 + ($1.count + width - 1) / width }
        return Double(width) * Self.width >= Self.wanted * Double(rows) * (Self.height + Self.gap)
      } ?? widest
    return levels.map { band in band.flatMap { $0.evenly(atMost: width) }.map { row in row.map { ids[$0] } } }
  }

  /// The nodes of a band by height, the highest first.
  private func levels(of band: Range<Int>) -> [[Int]] {
    let inside = IndexedGraph(
      vertexCount: band.count,
      edges: band.flatMap { node in
        all.successors(of: node).filter(band.contains).map { (from: node - band.lowerBound, to: $0 - band.lowerBound) }
      })
    let heights = inside.heights
    let byHeight = Dictionary(grouping: band) { heights[$0 - band.lowerBound] }
    return byHeight.sorted { $0.key > $1.key }.map(\.value)
  }
}

extension [Int] {
  /// Rows of the same length but for one.
  fileprivate func evenly(atMost width: Int) -> [[Int]] {
    let rows = (count + width - 1) / width
    return (0..<rows).map { row in Array(self[(row * count / rows)..<((row + 1) * count / rows)]) }
  }
}
