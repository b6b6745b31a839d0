/// The layout of a picture for a page, as integers. Positions are in whole points.
struct GraphLevel: Encodable {
  let width: Int
  let height: Int
  /// For each node of the picture: the index of the module, or for a group -1 minus its index; then left, top, width
  /// and height.
  let items: [[Int]]
  /// For each edge: the indices of the two items; twice the index of its role, plus one if it is conditional; x and y
  /// of the curve's points; those of the arrow's tip.
  let curves: [[Int]]
  let boxes: [Box]

  struct Box: Encodable {
    let name: String
    /// Left, top, width and height.
    let bounds: [Int]
    /// Whether it is the name of a band across the picture.
    let isBand: Bool
  }

  /// - Parameters:
  ///   - picture: a picture with indices as ids.
  ///   - places: the layout of the picture's text, without its surroundings.
  ///   - reference: the number that represents a node.
  init(_ picture: GraphPicture, _ places: PlacedGraph, reference: (GraphPicture.Node) -> Int) {
    (width, height) = (Int(places.size.width.rounded(.up)), Int(places.size.height.rounded(.up)))
    let bounds = places.nodes.keyed { ($0.name, $0.bounds.rounded) }
    items = picture.nodes.map { [reference($0)] + (bounds[$0.id] ?? [0, 0, 0, 0]) }
    let edges = picture.edges.keyed { ($0.from + "->" + $0.to, $0) }
    curves = places.curves.compactMap { curve in
      guard let edge = edges[curve.id], let from = Int(edge.from), let to = Int(edge.to) else { return nil }
      return [from, to, edge.pageStyle] + (curve.isBackward ? curve.points.turned : curve.points).rounded
        + curve.tip.rounded
    }
    boxes = Self.boxes(picture, places)
  }

  private static func boxes(_ picture: GraphPicture, _ places: PlacedGraph) -> [Box] {
    if picture.isLayered {
      // In addition to the nodes, the text contains one for the name of each band, in their order.
      let bands = places.nodes.filter { Int($0.name) == nil }
      return zip(picture.clusters, bands).map { Box(name: $0.name ?? "", bounds: $1.bounds.rounded, isBand: true) }
    }
    let named = places.boxes.keyed { ($0.name, $0.bounds.rounded) }
    return picture.clusters.enumerated().compactMap { index, cluster in
      guard let name = cluster.name, let bounds = named["cluster_\(index)"] else { return nil }
      return Box(name: name, bounds: bounds, isBand: false)
    }
  }
}

extension GraphPicture.Edge {
  /// Twice the index of its role, plus one if it is conditional.
  var pageStyle: Int { 2 * (GraphPicture.Role.allCases.firstIndex(of: role) ?? 0) + (isDashed ? 1 : 0) }
}

extension [Double] {
  fileprivate var rounded: [Int] { map { Int($0.rounded()) } }

  fileprivate var turned: [Double] {
    stride(from: count - 2, through: 0, by: -2).flatMap { [self[$0], self[$0 + 1]] }
  }
}
