import CGraphviz

/// The layout of a graph by libgraphviz. Coordinates are in points from the left and from the top.
package struct GraphLayout: Sendable {
  package struct Box: Sendable {
    /// The name in the text: that of a node, or of a cluster.
    package let name: String
    package let left: Double
    package let top: Double
    package let width: Double
    package let height: Double
  }

  /// The edge's attribute `id`; whether the arrowhead is at the tail of the edge in the text; of consecutive cubic
  /// Bézier curves, x and y of the start, then of three points for each; the tip of the arrow.
  package typealias Curve = (id: String, isBackward: Bool, points: [Double], tip: [Double])

  package let width: Double
  package let height: Double
  package let nodes: [Box]
  /// The clusters, each before the clusters in it.
  package let boxes: [Box]
  /// The edges that are drawn.
  package let curves: [Curve]

  /// Lays out the graph with `dot`.
  package init(dot text: String) throws(GraphImageError) {
    self = try LaidOutGraph.with(text) { GraphLayout($0) }
  }

  private init(_ layout: LaidOutGraph) {
    let size = layout.size
    width = size.x
    height = size.y
    nodes = layout.nodes.map { node in
      let (center, box) = (modgauge_center(node), modgauge_node_size(node))
      return Box(
        name: layout.name(of: node), left: center.x - box.x / 2, top: size.y - center.y - box.y / 2, width: box.x,
        height: box.y)
    }
    boxes = layout.boxes.map { box in
      let bounds = modgauge_bounds(box)
      return Box(
        name: layout.name(of: box), left: bounds.LL.x, top: size.y - bounds.UR.y, width: bounds.UR.x - bounds.LL.x,
        height: bounds.UR.y - bounds.LL.y)
    }
    curves = layout.nodes.flatMap(layout.edges(from:)).flatMap { edge in
      layout.curves(of: edge).compactMap { Self.curve($0, id: layout.id(of: edge), in: size.y) }
    }
  }

  private static func curve(_ spline: bezier, id: String, in height: Double) -> Curve? {
    guard let list = spline.list, spline.size > 0 else { return nil }
    let points = (0..<Int(spline.size)).map { list[$0] }
    let isBackward = spline.sflag != 0
    let tip = isBackward ? spline.sp : spline.eflag != 0 ? spline.ep : points[points.count - 1]
    return (id, isBackward, points.flatMap { [$0.x, height - $0.y] }, [tip.x, height - tip.y])
  }
}
