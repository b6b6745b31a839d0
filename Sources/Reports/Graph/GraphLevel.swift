/// A picture that was laid out, in the few numbers that a page needs. Places are whole points.
struct GraphLevel: Encodable {
  let width: Int
  let height: Int
  /// For each node of the picture: a module's place in the list of modules, or -1 less the place of a group in the list
  /// of groups; then the left side, the top, the width and the height.
  let items: [[Int]]
  /// For each edge: the items from which and to which it leads; twice its role's place among all roles, and one more where
  /// it holds under a condition only; the x and y of the curve's points; those of the arrow's tip.
  let curves: [[Int]]
  let boxes: [Box]

  struct Box: Encodable {
    let name: String
    /// Left, top, width and height.
    let bounds: [Int]
    /// Whether it is the name of a band that lies across the picture.
    let isBand: Bool
  }

  /// - Parameters:
  ///   - picture: with numbers as ids.
  ///   - places: of the picture's text.
  ///   - reference: what stands for a node.
  init(_ picture: GraphPicture, _ places: PlacedGraph, reference: (GraphPicture.Node) -> Int) {
    let places = places.cropped
    (width, height) = (Int(places.size.width.rounded(.up)), Int(places.size.height.rounded(.up)))
    let bounds = Dictionary(places.nodes.map { ($0.name, $0.bounds.rounded) }) { first, _ in first }
    items = picture.nodes.map { [reference($0)] + (bounds[$0.id] ?? [0, 0, 0, 0]) }
    let edges = Dictionary(picture.edges.map { ($0.from + "->" + $0.to, $0) }) { first, _ in first }
    curves = places.curves.compactMap { curve in
      guard let edge = edges[curve.id], let from = Int(edge.from), let to = Int(edge.to) else { return nil }
      return [from, to, edge.pageStyle] + (curve.isBackward ? curve.points.turned : curve.points).rounded
        + curve.tip.rounded
    }
    boxes = Self.boxes(picture, places)
  }

  private static func boxes(_ picture: GraphPicture, _ places: PlacedGraph) -> [Box] {
    if picture.isLayered {
      // Beside the nodes the text names one for each band, in their order.
      let bands = places.nodes.filter { Int($0.name) == nil }
      return zip(picture.clusters, bands).map { Box(name: $0.name ?? "", bounds: $1.bounds.rounded, isBand: true) }
    }
    let named = Dictionary(places.boxes.map { ($0.name, $0.bounds.rounded) }) { first, _ in first }
    return picture.clusters.enumerated().compactMap { index, cluster in
      guard let name = cluster.name, let bounds = named["cluster_\(index)"] else { return nil }
      return Box(name: name, bounds: bounds, isBand: false)
    }
  }
}

extension GraphPicture.Edge {
  /// Twice its role's place among all roles, and one more where it holds under a condition only.
  var pageStyle: Int { 2 * (GraphPicture.Role.allCases.firstIndex(of: role) ?? 0) + (isDashed ? 1 : 0) }
}

extension [Double] {
  fileprivate var rounded: [Int] { map { Int($0.rounded()) } }

  /// The points of a curve from its end to its start.
  fileprivate var turned: [Double] {
    stride(from: count - 2, through: 0, by: -2).flatMap { [self[$0], self[$0 + 1]] }
  }
}
