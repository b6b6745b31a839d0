import ModuleGraph
import Testing

@testable import Reports

@Suite struct PlacedGraphTests {
  @Test func `a layout without its surroundings has all boxes and curves, near its corner`() {
    let placed = PlacedGraph(
      size: PictureSize(width: 500, height: 500), nodes: [(name: "0", bounds: [100, 200, 50, 20])], boxes: [],
      curves: [(id: "e", isBackward: false, points: [110, 150, 170, 160], tip: [120, 260])])
    let cropped = placed.cropped
    #expect((cropped.size.width, cropped.size.height) == (78, 118))
    #expect(cropped.nodes.map(\.bounds) == [[4, 54, 50, 20]])
    #expect(cropped.curves.map(\.points) == [[14, 4, 74, 14]] && cropped.curves.map(\.tip) == [[24, 114]])
  }

  @Test func `in rows, each module is above what it needs, and those on their own are at the bottom`() throws {
    let graph = ModuleGraph(["Alone": [], "App": ["Cart", "Core"], "Cart": ["Core"], "Core": []])
    let placed = PlacedGraph(inRowsOf: GraphPicture(SelectedGraph(graph)))
    let tops = Dictionary(uniqueKeysWithValues: placed.nodes.map { ($0.name, $0.bounds.dropFirst().first) })
    let order = try ["App", "Cart", "Core", "Alone"].map { try #require(tops["Example/\($0)"] ?? nil) }
    #expect(Set(order).count == 4 && order == order.sorted())
  }
}
