import Reports

extension LayoutEngine {
  /// All nodes of a text, from left to right; edges are straight.
  static let inOneRow = LayoutEngine { text in
    let names = text.matches(of: #/\n\s*"(\d+)" \[id=/#).map { String($0.1) }
    let edges = text.matches(of: #/\[id="(\d+->\d+)"/#).map { String($0.1) }
    return PlacedGraph(
      size: PictureSize(width: 500, height: 300),
      nodes: names.enumerated().map { PlacedGraph.Box(name: $1, bounds: [Double(100 + 60 * $0), 50, 50, 30]) },
      boxes: [],
      curves: edges.map {
        PlacedGraph.Curve(id: $0, isBackward: false, points: [1, 2, 3, 4, 5, 6, 7, 8], tip: [9, 9])
      })
  }
}
