/// The layout of a graph by an engine, in points from the left and from the top.
package struct PlacedGraph: Sendable {
  /// The name in the text, of a node or of a cluster; left, top, width and height.
  package typealias Box = (name: String, bounds: [Double])

  /// The edge's attribute `id`; whether the arrowhead is at the tail of the edge in the text; the x and y of the points
  /// of consecutive cubic Bézier curves, without the arrow's tip; those of the tip.
  package typealias Curve = (id: String, isBackward: Bool, points: [Double], tip: [Double])

  package let size: PictureSize
  /// In the order of the text.
  package let nodes: [Box]
  package let boxes: [Box]
  package let curves: [Curve]

  package init(size: PictureSize, nodes: [Box], boxes: [Box], curves: [Curve]) {
    (self.size, self.nodes, self.boxes, self.curves) = (size, nodes, boxes, curves)
  }
}

extension PlacedGraph {
  /// The layout without its surroundings, since the page shows notes in its own way.
  var cropped: PlacedGraph {
    let areas = (nodes + boxes).map(\.bounds)
    let points = curves.flatMap { $0.points + $0.tip }
    let (xs, ys) = (points.everySecond(from: 0), points.everySecond(from: 1))
    guard let left = (areas.map { $0[0] } + xs).min(), let top = (areas.map { $0[1] } + ys).min(),
      let right = (areas.map { $0[0] + $0[2] } + xs).max(), let bottom = (areas.map { $0[1] + $0[3] } + ys).max()
    else { return self }
    let margin = 4.0
    func moved(_ box: Box) -> Box {
      Box(
        name: box.name,
        bounds: [box.bounds[0] - left + margin, box.bounds[1] - top + margin, box.bounds[2], box.bounds[3]])
    }
    func moved(_ points: [Double]) -> [Double] {
      points.enumerated().map { $1 - ($0.isMultiple(of: 2) ? left : top) + margin }
    }
    return PlacedGraph(
      size: PictureSize(width: right - left + 2 * margin, height: bottom - top + 2 * margin),
      nodes: nodes.map(moved), boxes: boxes.map(moved),
      curves: curves.map { Curve(id: $0.id, isBackward: $0.isBackward, points: moved($0.points), tip: moved($0.tip)) })
  }
}

extension [Double] {
  fileprivate func everySecond(from start: Int) -> [Double] { stride(from: start, to: count, by: 2).map { self[$0] } }
}

/// Lays out DOT text. Pure code decides what is laid out, and draws the result.
package struct LayoutEngine: Sendable {
  /// `nil` if there is none; then nodes are placed in rows.
  let place: (@Sendable (_ dot: String) throws -> PlacedGraph)?

  package init(place: @escaping @Sendable (_ dot: String) throws -> PlacedGraph) { self.place = place }

  private init() { place = nil }

  package static let none = LayoutEngine()
}
