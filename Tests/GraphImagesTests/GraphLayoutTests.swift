import GraphImages
import ModuleGraph
import Testing

struct GraphLayoutTests {
  private let dot = """
    digraph modules {
      subgraph "cluster_0" { label="Box"; a; b; }
      a -> b [id="a->b"];
      c -> a [id="a->c", dir=back];
      c -> b [style=invis, id="unseen"];
    }
    """

  @Test func placesAreCountedFromTheUpperLeftCorner() throws {
    let places = try GraphLayout(dot: dot)
    let nodes = Dictionary(uniqueKeysWithValues: places.nodes.map { ($0.name, $0) })
    let (a, b, c) = (try #require(nodes["a"]), try #require(nodes["b"]), try #require(nodes["c"]))
    #expect(c.top < a.top && a.top < b.top)
    for node in places.nodes {
      #expect(node.left >= 0 && node.left + node.width <= places.width)
      #expect(node.top >= 0 && node.top + node.height <= places.height)
    }
    let box = try #require(places.boxes.first)
    #expect(places.boxes.count == 1 && box.name == "cluster_0")
    #expect(box.top < a.top && box.top + box.height > b.top + b.height && box.top > c.top)
  }

  @Test func curvesEndAtTheirArrowsAndUnseenEdgesHaveNone() throws {
    let places = try GraphLayout(dot: dot)
    #expect(places.curves.map(\.id).sorted() == ["a->b", "a->c"])
    let nodes = Dictionary(uniqueKeysWithValues: places.nodes.map { ($0.name, $0) })
    for curve in places.curves {
      #expect(curve.points.count % 6 == 2)
      #expect(curve.isBackward == (curve.id == "a->c"))
    }
    // An arrow's tip is on the side of the node that it leads to.
    let down = try #require(places.curves.first { $0.id == "a->b" })
    let back = try #require(places.curves.first { $0.id == "a->c" })
    let (b, c) = (try #require(nodes["b"]), try #require(nodes["c"]))
    try #require(down.tip.count > 1)
    #expect(abs(down.tip[1] - b.top) < 1)
    try #require(back.tip.count > 1)
    #expect(abs(back.tip[1] - (c.top + c.height)) < 1)
  }

  @Test func aGraphThatCannotBeReadIsAnError() {
    #expect(throws: GraphImageError.self) { try GraphLayout(dot: "no graph") }
  }
}
