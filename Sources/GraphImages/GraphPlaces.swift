import CGraphviz

/// The layout of a graph by libgraphviz. Coordinates are in points from the left and from the top.
package struct GraphPlaces: Sendable {
  package struct Box: Sendable {
    /// The name in the text: that of a node, or of a cluster.
    package let name: String
    package let left: Double
    package let top: Double
    package let width: Double
    package let height: Double
  }

  package struct Curve: Sendable {
    /// The edge's attribute `id`.
    package let id: String
    /// Whether the arrowhead is at the tail of the edge in the text.
    package let isBackward: Bool
    /// Consecutive cubic Bézier curves: x and y of the start, then of three points for each curve.
    package let points: [Double]
    /// The tip of the arrow.
    package let tip: [Double]
  }

  package let width: Double
  package let height: Double
  package let nodes: [Box]
  /// The clusters, each before the clusters in it.
  package let boxes: [Box]
  /// The edges that are drawn.
  package let curves: [Curve]

  /// Lays out the graph with `dot`.
  /// - Throws: `GraphImageError`, with Graphviz's message.
  package init(dot text: String) throws(GraphImageError) {
    self = try LaidOutGraph.with(text) { graph, _ in GraphPlaces(graph) }
  }

  private init(_ graph: UnsafeMutablePointer<graph_t>) {
    let whole = modgauge_size(graph)
    let height = whole.y
    var (nodes, curves): ([Box], [Curve]) = ([], [])
    var node = agfstnode(graph)
    while let current = node {
      let (center, size) = (modgauge_center(current), modgauge_node_size(current))
      nodes.append(
        Box(
          name: Self.text(modgauge_name(current)), left: center.x - size.x / 2,
          top: height - center.y - size.y / 2, width: size.x, height: size.y))
      var edge = agfstout(graph, current)
      while let leaving = edge {
        curves += (0..<modgauge_curve_count(leaving)).compactMap {
          Curve(modgauge_curve(leaving, $0), id: Self.text(modgauge_id(leaving)), in: height)
        }
        edge = agnxtout(graph, leaving)
      }
      node = agnxtnode(graph, current)
    }
    (width, self.height, self.nodes, self.curves) = (whole.x, height, nodes, curves)
    boxes = Self.boxes(in: graph, height: height)
  }

  private static func boxes(in graph: UnsafeMutablePointer<graph_t>, height: Double) -> [Box] {
    (0..<modgauge_box_count(graph)).compactMap { modgauge_box(graph, $0) }.flatMap { box -> [Box] in
      let bounds = modgauge_bounds(box)
      let own = Box(
        name: text(modgauge_name(box)), left: bounds.LL.x, top: height - bounds.UR.y,
        width: bounds.UR.x - bounds.LL.x, height: bounds.UR.y - bounds.LL.y)
      return [own] + boxes(in: box, height: height)
    }
  }

  private static func text(_ words: UnsafeMutablePointer<CChar>?) -> String { words.map { String(cString: $0) } ?? "" }
}

extension GraphPlaces.Curve {
  fileprivate init?(_ spline: bezier, id: String, in height: Double) {
    guard let list = spline.list, spline.size > 0 else { return nil }
    let points = (0..<Int(spline.size)).map { list[$0] }
    isBackward = spline.sflag != 0
    let tip = isBackward ? spline.sp : spline.eflag != 0 ? spline.ep : points[points.count - 1]
    self.id = id
    self.points = points.flatMap { [$0.x, height - $0.y] }
    self.tip = [tip.x, height - tip.y]
  }
}
