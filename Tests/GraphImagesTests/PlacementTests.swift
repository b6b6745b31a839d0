import Foundation
import GraphImages
import TestSupport
import Testing

/// Places and sizes, in points; nodes of a fixed size depend on no fonts.
struct PlacementTests {
  /// Two nodes of an inch, one above the other, in a box, and a third one above the box.
  private let dot = """
    digraph modules {
      node [shape=box, fixedsize=true, width=2, height=1, label=""];
      subgraph "cluster_0" { label=""; margin=10; subgraph "cluster_1" { label=""; margin=20; a; b; } }
      a -> b [id="a->b"]; c -> a [id="c->a"]; c -> a [id="both", dir=both]; c -> a [id="none", dir=none];
    }
    """

  private func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 0.6 }

  @Test func `nodes have their sizes, and boxes a margin around what they hold`() throws {
    let places = try GraphLayout(dot: dot)
    let nodes = Dictionary(uniqueKeysWithValues: places.nodes.map { ($0.name, $0) })
    let (a, b, c) = (try #require(nodes["a"]), try #require(nodes["b"]), try #require(nodes["c"]))
    for node in places.nodes { #expect(node.width == 144 && node.height == 72) }
    #expect(places.boxes.map(\.name) == ["cluster_0", "cluster_1"], "each before those in it")
    let (outer, inner) = (try #require(places.boxes.first), try #require(places.boxes.last))
    for (box, margin) in [(inner, 20.0), (outer, 30.0)] {
      #expect(isNear(box.left, min(a.left, b.left) - margin) && isNear(box.top, a.top - margin))
      #expect(isNear(box.width, max(a.left, b.left) - min(a.left, b.left) + 144 + 2 * margin))
      #expect(isNear(box.height, b.top + 72 - a.top + 2 * margin))
    }
    #expect(isNear(c.top, 0) || c.top > 0 && c.top + 72 < outer.top)
    #expect(places.height >= outer.top + outer.height && places.height < outer.top + outer.height + 20)
    #expect(places.width >= outer.left + outer.width)
  }

  @Test func `a curve leads from its node to the tip of its arrow`() throws {
    let places = try GraphLayout(dot: dot)
    let nodes = Dictionary(uniqueKeysWithValues: places.nodes.map { ($0.name, $0) })
    let (a, b, c) = (try #require(nodes["a"]), try #require(nodes["b"]), try #require(nodes["c"]))
    for (id, from, to) in [("a->b", a, b), ("c->a", c, a), ("none", c, a)] {
      let curve = try #require(places.curves.first { $0.id == id })
      try #require(curve.points.count >= 8 && curve.tip.count == 2)
      #expect(
        (from.left...(from.left + 144)).contains(curve.points[0]) && isNear(curve.points[1], from.top + 72), "\(id)")
      #expect((to.left...(to.left + 144)).contains(curve.tip[0]) && isNear(curve.tip[1], to.top), "\(id)")
      #expect(!curve.isBackward)
      // The curve itself ends where the arrowhead begins.
      let end = curve.points[curve.points.count - 1]
      #expect(id == "none" ? isNear(end, to.top) : end < to.top - 5 && end > from.top, "\(id)")
    }
    #expect(places.curves.first { $0.id == "both" }?.isBackward == true)
  }

  /// A box of 300 points from 100 on, whose title is in a strip near its upper side, with edges at given places.
  /// - Parameter edges: from where to where each of them leads.
  /// - Returns: the middle of the title, from the left side of the box.
  private func title(_ edges: [[Double]], title: String = "Title") throws -> Double {
    let lines = edges.enumerated().map { index, ends in
      let (x, y, u, v) = (ends[0], ends[1], ends[2], ends[3])
      let middle = "\(x + (u - x) / 3),\(y + (v - y) / 3) \(x + (u - x) * 2 / 3),\(y + (v - y) * 2 / 3)"
      return """
        s\(index) [pos="\(x),\(y)", shape=point, width=0.01]; t\(index) [pos="\(u),\(v)", shape=point, width=0.01];
        s\(index) -> t\(index) [arrowhead=none, pos="\(x),\(y) \(middle) \(u),\(v)"];
        """
    }
    let dot = """
      digraph {
        graph [bb="0,0,600,300"]
        subgraph cluster_0 { graph [bb="100,50,400,250", label="\(title)", lp="250,238", lwidth="0.4", lheight="0.2"]
          n [pos="250,100", shape=point, width=0.01] }
        \(lines.joined(separator: "\n"))
      }
      """
    let drawing = try GraphDrawing(dot: dot, by: .given, as: [.svg])
    let svg = String(decoding: try #require(drawing.images.first).bytes, as: UTF8.self)
    let text = try #require(svg.firstMatch(of: #/<text text-anchor="middle" x="([-0-9.]+)"/#)?.1)
    // The drawing begins with whatever is leftmost.
    let box = try #require(
      svg.firstMatch(of: #/class="cluster">\s*<title>.*<\/title>\s*<polygon[^>]* points="([-0-9.]+),/#)?.1)
    return try #require(Double(text)) - #require(Double(box))
  }

  @Test func `a title stands as far to the left as edges let it`() throws {
    let alone = try title([])
    let half = alone - 4
    try #require(half > 8 && half < 40, "\(alone)")
    func crossing(_ x: Double) -> [Double] { [x, 280, x, 60] }
    // Three points to the right of what crosses, and where it was if nothing crosses it there.
    #expect(isNear(try title([crossing(105)]), 5 + 3 + half))
    #expect(isNear(try title([crossing(105), crossing(109)]), 9 + 3 + half))
    #expect(isNear(try title([crossing(300)]), alone))
    // Two points beside the title are free, less are not.
    #expect(isNear(try title([crossing(104 + 2 * half + 2.5)]), alone))
    #expect(!isNear(try title([crossing(104 + 2 * half + 1.5)]), alone))
    // What is beside, above or below crosses nothing.
    for edge in [[420, 280, 420, 60], [80, 280, 80, 60], [105, 280, 105, 255], [105, 200, 105, 60]] as [[Double]] {
      #expect(isNear(try title([edge]), alone), "\(edge)")
    }
    // An edge is in the way however long it is.
    #expect(isNear(try title([[105, 1188, 105, -1212]]), 5 + 3 + half))
    // One that ends in the title's lower half is in its way.
    #expect(isNear(try title([[105, 240, 105, 60]]), 5 + 3 + half))
    // Of places that edges cross everywhere, the one with the fewest.
    let many = stride(from: 104.0, to: 400, by: 9).map { crossing($0) } + [crossing(105), crossing(106)]
    #expect(isNear(try title(many), 6 + 3 + half))
    // A title that fills its box stays where it is.
    #expect(isNear(try title([crossing(105)], title: String(repeating: "W", count: 60)), 150))
  }

  @Test(arguments: [(1, 1, nil), (111, 1, nil), (112, 1, 142), (300, 1, 53), (1, 300, 53)] as [(Double, Double, Int?)])
  func `a bitmap has at most 16,000 pixels aside`(width: Double, height: Double, expected: Int?) throws {
    let dot =
      "digraph { graph [pad=0]; node [shape=box, fixedsize=true, label=\"\", width=\(width), height=\(height)]; a }"
    var wanted: [Double] = []
    let drawing = try GraphDrawing(dot: dot, as: [.png]) {
      wanted = [$0, $1]
      return true
    }
    #expect(wanted == [drawing.width, drawing.height])
    #expect(isNear(drawing.width, width * 72) && isNear(drawing.height, height * 72))
    let image = try #require(drawing.images.first)
    #expect(image.reducedResolution == expected)
    func number(_ start: Int) -> Int { image.bytes[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
    let dots = Double(expected ?? 144)
    #expect(abs(Double(number(16)) - width * dots) < dots / 8 && abs(Double(number(20)) - height * dots) < dots / 8)
  }

  @Test func `a document tells no date of its own`() throws {
    let pdf = try #require(try GraphDrawing(dot: dot, as: [.pdf]).images.first).bytes
    let text = String(decoding: pdf, as: UTF8.self)
    #expect(text.contains("/CreationDate (D:19700101000000"))
    #expect(text.matches(of: /CreationDate/).count == 1)
  }

  @Test func `every obstacle says what to do`() {
    for (error, words) in [
      (GraphImageError.missing(reason: "gone"), "cannot be loaded (gone). Install it"),
      (
        .otherVersion(installed: "1", expected: "2"),
        "Graphviz 1 is installed, and this program was built with the headers of 2"
      ),
      (.unavailable, "reinstall it"), (.unreadable(words: "a"), "cannot read the graph: a"),
      (.layout(words: "b"), "compute a layout: b"),
      (.drawing(.png, words: ""), "draw png: is its plugin for that format installed?"),
      (.drawing(.pdf, words: "c"), "draw pdf: c"),
    ] { #expect(error.description.contains(words)) }
    #expect(GraphDrawing.obstacle == nil)
  }
}
