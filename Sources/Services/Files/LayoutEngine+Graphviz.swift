import GraphImages
package import Reports

extension LayoutEngine {
  /// The engine for pages: libgraphviz, or where it cannot be used none, which a note says.
  package static let available: LayoutEngine = {
    guard let reason = GraphDrawing.obstacle else { return graphviz }
    Terminal.note("note: modules are placed in rows, since they are arranged with Graphviz. \(reason)")
    return .none
  }()

  /// Layout by libgraphviz, in this process.
  package static let graphviz = LayoutEngine { text in
    let places = try GraphLayout(dot: text)
    func box(_ box: GraphLayout.Box) -> PlacedGraph.Box {
      (box.name, [box.left, box.top, box.width, box.height])
    }
    return PlacedGraph(
      size: PictureSize(width: places.width, height: places.height), nodes: places.nodes.map(box),
      boxes: places.boxes.map(box), curves: places.curves)
  }
}
