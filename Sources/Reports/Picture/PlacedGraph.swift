/// Where an engine puts the parts of a graph: points from the left and from the top.
package struct PlacedGraph: Sendable {
  package struct Box: Sendable {
    /// What the text calls it: a node, or a subgraph that is a box.
    package let name: String
    /// Left, top, width and height.
    package let bounds: [Double]

    package init(name: String, bounds: [Double]) {
      self.name = name
      self.bounds = bounds
    }
  }

  package struct Curve: Sendable {
    /// The edge's attribute `id`.
    package let id: String
    /// Whether its arrow is where the text says that it begins.
    package let isBackward: Bool
    /// Cubic Bézier curves in a row, as x and y of their points; the arrow's tip is not among them.
    package let points: [Double]
    /// The x and y of the arrow's tip.
    package let tip: [Double]

    package init(id: String, isBackward: Bool, points: [Double], tip: [Double]) {
      self.id = id
      self.isBackward = isBackward
      self.points = points
      self.tip = tip
    }
  }

  package let size: PictureSize
  /// In the order in which the text names them.
  package let nodes: [Box]
  package let boxes: [Box]
  package let curves: [Curve]

  package init(size: PictureSize, nodes: [Box], boxes: [Box], curves: [Curve]) {
    self.size = size
    self.nodes = nodes
    self.boxes = boxes
    self.curves = curves
  }
}

/// What lays DOT text out. Pure code decides what is laid out, and draws it.
package struct LayoutEngine: Sendable {
  package let place: @Sendable (_ dot: String) throws -> PlacedGraph

  package init(place: @escaping @Sendable (_ dot: String) throws -> PlacedGraph) { self.place = place }
}
