import ModuleGraph

extension PlacedGraph {
  /// The greatest width of a row, in points; a longer one is continued below.
  private static let longestRow = 1500.0
  private static let arrowLength = 10.0

  /// A layout without an engine: a row for each height, that of the modules which need the most at the top, and in each the order
  /// of the picture. Where the clusters are bands, they keep their order. It crosses edges that an engine would not, and has no boxes.
  /// - Complexity: O(nodes × log(nodes) + edges).
  init(inRowsOf picture: GraphPicture) {
    let geometry = PictureGeometry(picture)
    let heights = geometry.all.heights
    let bands = picture.clusters.enumerated().flatMap { index, cluster in
      cluster.nodes.map { _ in picture.isLayered ? index : 0 }
    }
    let rows = Dictionary(grouping: geometry.ids.indices) { [bands[$0], geometry.isAlone[$0] ? 1 : 0, -heights[$0]] }
    var bounds = [[Double]](repeating: [], count: geometry.ids.count)
    var (top, widest) = (0.0, 0.0)
    for (_, row) in rows.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      for line in Self.lines(row, geometry) {
        var left = 0.0
        for node in line {
          bounds[node] = [left, top, geometry.widths[node], geometry.heights[node]]
          left += geometry.widths[node] + PictureGeometry.nodeGap
        }
        widest = max(widest, left - PictureGeometry.nodeGap)
        top += (line.map { geometry.heights[$0] }.max() ?? 0) + PictureGeometry.rankGap
      }
    }
    // Rows are centred, so that edges are about vertical.
    let ends = Dictionary(grouping: bounds.indices) { bounds[$0][1] }.mapValues { row in
      row.map { bounds[$0][0] + bounds[$0][2] }.max() ?? 0
    }
    for node in bounds.indices { bounds[node][0] += (widest - (ends[bounds[node][1]] ?? widest)) / 2 }
    let places = zip(geometry.ids, bounds).keyed { $0 }
    self.init(
      size: PictureSize(width: widest, height: max(0, top - PictureGeometry.rankGap)),
      nodes: zip(geometry.ids, bounds).map { Box(name: $0, bounds: $1) }, boxes: [],
      curves: picture.edges.compactMap { edge in
        guard let from = places[edge.from], let to = places[edge.to], edge.from != edge.to else { return nil }
        return Self.curve(from: from, to: to, id: edge.from + "->" + edge.to)
      })
  }

  private static func lines(_ row: [Int], _ geometry: PictureGeometry) -> [[Int]] {
    var (lines, width): ([[Int]], Double) = ([[]], 0)
    for node in row {
      if width + geometry.widths[node] > longestRow, lines[lines.count - 1].isEmpty == false {
        lines.append([])
        width = 0
      }
      lines[lines.count - 1].append(node)
      width += geometry.widths[node] + PictureGeometry.nodeGap
    }
    return lines
  }

  private static func curve(from: [Double], to: [Double], id: String) -> Curve {
    let isDownward = from[1] < to[1]
    let start = (x: from[0] + from[2] / 2, y: isDownward ? from[1] + from[3] : from[1])
    let tip = (x: to[0] + to[2] / 2, y: isDownward ? to[1] : to[1] + to[3])
    let end = tip.y + (isDownward ? -arrowLength : arrowLength)
    let bend = (end - start.y) / 2
    return Curve(
      id: id, isBackward: false, points: [start.x, start.y, start.x, start.y + bend, tip.x, end - bend, tip.x, end],
      tip: [tip.x, tip.y])
  }
}
