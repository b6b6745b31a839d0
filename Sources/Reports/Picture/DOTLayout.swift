import ModuleGraph

/// The layout hints for Graphviz, in addition to the edges.
struct DOTLayout {
  let direction: Arrangement.Direction
  /// The rows of each cluster from top to bottom if clusters are bands; otherwise empty.
  let rows: [[[String]]]
  /// Pairs of nodes of which the first is above the second.
  let order: [(String, String)]
  /// The nodes of each cluster without edges, arranged in a grid: by columns, or by rows if edges lead to the right.
  /// Empty for bands.
  let grids: [[[String]]]
  /// Invisible edges with the number of ranks that they span; they fix ranks.
  let anchors: [(from: String, to: String, span: Int)]
  /// The distance in inches between the nodes of a rank, and between edges that pass through it: with many edges, these
  /// take more room than the nodes.
  let nodeSeparation: String
  /// The distance in inches between ranks.
  let rankSeparation: String
  /// Attributes that limit how long Graphviz optimizes.
  let quality: String
  private let ranks: [String: Int]

  init(_ picture: GraphPicture, _ arrangement: Arrangement = Arrangement()) {
    let geometry = PictureGeometry(picture)
    let sizes = picture.clusters.map(\.nodes.count)
    let direction = picture.isLayered ? .down : arrangement.direction ?? geometry.direction
    self.direction = direction
    rows = picture.isLayered ? geometry.bandRows(sizes, breadth: arrangement.breadth) : []
    let flat = rows.flatMap { $0 }
    order = zip(flat, flat.dropFirst()).compactMap { upper, lower in
      if let first = upper.first, let second = lower.first { (first, second) } else { nil }
    }
    grids = picture.isLayered ? sizes.map { _ in [] } : geometry.grids(sizes, direction)
    (ranks, anchors) = picture.isLayered ? ([:], []) : geometry.ranks(sizes, arrangement.breadth, direction)
    let isEdgeless = geometry.all.edgeCount == 0 && !picture.isLayered
    nodeSeparation = geometry.all.edgeCount > 100 ? "0.14" : "0.22"
    rankSeparation = geometry.all.edgeCount > 1000 ? "1.2" : isEdgeless ? "0.25" : "0.6"
    quality = Self.quality(nodes: geometry.all.vertexCount, edges: geometry.all.edgeCount)
  }

  /// The minimum number of ranks that an edge spans, from its beginning to its end; negative for one that leads upward,
  /// and `nil` if Graphviz decides.
  func span(_ edge: GraphPicture.Edge) -> Int? {
    guard let from = ranks[edge.from], let to = ranks[edge.to], from != to else { return nil }
    return to - from
  }

  /// Small pictures are optimized without limits. In large ones, the search for shorter edges (`nslimit` for positions,
  /// `nslimit1` for ranks) and for fewer crossings (`mclimit`) takes most of the time and gains little.
  private static func quality(nodes: Int, edges: Int) -> String {
    switch nodes + edges {
    case ...600: ""
    case ...2000: ", nslimit=1, nslimit1=4"
    default: ", nslimit=0.1, nslimit1=1, mclimit=0.1"
    }
  }
}

extension PictureGeometry {
  fileprivate func grids(_ sizes: [Int], _ direction: Arrangement.Direction) -> [[[String]]] {
    clusters(sizes).map { cluster in
      let alone = cluster.filter { isAlone[$0] }
      guard alone.count > 2 else { return [] }
      let count = chains(of: alone.count, direction)
      let chains = (0..<count).map { chain in stride(from: chain, to: alone.count, by: count).map { ids[alone[$0]] } }
      return direction == .down
        ? chains : alone.chunks(of: (alone.count + count - 1) / count).map { $0.map { ids[$0] } }
    }
  }

  fileprivate func ranks(
    _ sizes: [Int], _ breadth: Double?, _ direction: Arrangement.Direction
  ) -> ([String: Int], [(from: String, to: String, span: Int)]) {
    guard let breadth else { return ([:], []) }
    let bounded = BoundedRanks(self, breadth: breadth, direction: direction)
    let ranks = zip(ids, bounded.ranks).compactMap { id, rank in rank.map { (id, $0) } }.keyed { $0 }
    let anchors = bounded.anchors(clusters(sizes)).compactMap { anchor -> (from: String, to: String, span: Int)? in
      guard let from = bounded.ranks[anchor.from], let to = bounded.ranks[anchor.to] else { return nil }
      return (ids[anchor.from], ids[anchor.to], to - from)
    }
    return (ranks, anchors)
  }

  private func clusters(_ sizes: [Int]) -> [Range<Int>] {
    let ends = sizes.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) }
    return zip(ends, ends.dropFirst()).map { $0..<$1 }
  }

  /// The rows of bands with these numbers of nodes.
  ///
  /// Within a band, a module is above what it depends on; what is too wide for the picture continues in the next row.
  fileprivate func bandRows(_ sizes: [Int], breadth: Double?) -> [[[String]]] {
    let levels = clusters(sizes).map(self.levels)
    let widest = levels.joined().map(\.count).max() ?? 1
    let across = averageWidth + Self.nodeGap
    let width =
      breadth.map { max(1, Int($0 / across)) } ?? (6...max(6, widest)).first { width in
        let rows = levels.joined().reduce(0) { $0 + ($1.count + width - 1) / width }
        return Double(width) * across >= Self.wanted * Double(rows) * (Self.height + Self.rankGap)
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
  fileprivate func chunks(of size: Int) -> [[Int]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }

  /// Rows of the same length, except for the last.
  fileprivate func evenly(atMost width: Int) -> [[Int]] {
    let rows = (count + width - 1) / width
    return (0..<rows).map { row in Array(self[(row * count / rows)..<((row + 1) * count / rows)]) }
  }
}
