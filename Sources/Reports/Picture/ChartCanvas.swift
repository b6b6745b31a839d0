/// A chart of bars, dots and text at fixed positions, as DOT for the layout engine `nop2`, and as SVG for pages.
///
/// Coordinates are in points, from the bottom up.
struct ChartCanvas {
  enum Side: String {
    case left = "\\l"
    case middle = ""
    case right = "\\r"
  }

  private enum Shape {
    case box(color: String)
    case dot(fill: String, outline: String?)
    case text(String, Side, color: String, size: Int)
  }

  /// A shape with the centre and the size of its bounding box.
  private struct Mark {
    let shape: Shape
    let x, y, width, height: Double
  }

  static let dark = "#24292f"

  /// The vertical centre of the current row.
  var top = 0.0
  private var marks: [Mark] = []

  mutating func box(_ left: Double, _ right: Double, height: Double, color: String, above: Double = 0) {
    marks.append(
      Mark(
        shape: .box(color: color), x: (left + right) / 2, y: top + above, width: max(0.5, right - left), height: height)
    )
  }

  mutating func dot(_ x: Double, above: Double = 0, diameter: Double, fill: String, outline: String? = nil) {
    marks.append(
      Mark(shape: .dot(fill: fill, outline: outline), x: x, y: top + above, width: diameter, height: diameter))
  }

  /// Text between two sides, cut if it does not fit.
  mutating func text(
    _ words: String, _ side: Side, _ left: Double, _ right: Double, above: Double = 0, color: String = dark,
    size: Int = 12
  ) {
    let longest = Int((right - left) / (0.55 * Double(size)))
    let cut = words.count > longest ? words.prefix(longest - 1) + "…" : words[...]
    marks.append(
      Mark(
        shape: .text(String(cut), side, color: color, size: size), x: (left + right) / 2, y: top + above,
        width: right - left, height: 14))
  }
}

extension ChartCanvas {
  /// The chart in DOT, for `DrawnPicture.chart`.
  var dotText: String {
    let nodes = marks.enumerated().map { "  \($0) [\(Self.place($1)), \(Self.look($1.shape))]\n" }.joined()
    return
      "graph charts {\n  bgcolor=white\n  pad=0.2\n  node [shape=box, fixedsize=true, label=\"\", style=filled, penwidth=0, "
      + "fontname=\"Helvetica\", fontsize=12]\n" + nodes + "}\n"
  }

  private static func place(_ mark: Mark) -> String {
    func inches(_ points: Double) -> Double { (points / 72 * 1e4).rounded() / 1e4 }
    return "pos=\"\(rounded(mark.x)),\(rounded(mark.y))\", width=\(inches(mark.width)), height=\(inches(mark.height))"
  }

  private static func look(_ shape: Shape) -> String {
    switch shape {
    case .box(let color): return "fillcolor=\"\(color)\""
    case .dot(let fill, let outline):
      let line = outline.map { ", color=\"\($0)\", penwidth=0.8" } ?? ""
      return "shape=circle, fillcolor=\(fill.hasPrefix("#") ? "\"\(fill)\"" : fill)\(line)"
    case .text(let words, let side, let color, let size):
      let label = String(DOT.quoted(words).dropLast()) + side.rawValue + "\""
      return "shape=plaintext, style=\"\", label=\(label), fontcolor=\"\(color)\", fontsize=\(size)"
    }
  }

  /// An SVG element for a page, which scales with the page.
  /// - Parameter description: an alternative text for screen readers.
  func svg(description: String) -> HTML {
    HTML.element(
      "svg",
      ["class": "chart", "viewBox": Self.box(room(margin: 0)), "role": "img", "aria-label": description],
      elements)
  }

  /// A file: the same drawing as Graphviz makes of `dotText`.
  func svg(title: String) -> String {
    let room = room(margin: 14.4)
    let drawing = HTML.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "width": Self.coordinate(room[2]) + "pt",
        "height": Self.coordinate(room[3]) + "pt", "viewBox": Self.box(room), "font-family": "Helvetica,sans-Serif",
      ],
      [
        .lineEnd, HTML.element("title", [:], HTML(title)), .lineEnd,
        HTML.element(
          "rect",
          [
            "x": Self.coordinate(room[0]), "y": Self.coordinate(room[1]), "width": Self.coordinate(room[2]),
            "height": Self.coordinate(room[3]), "fill": "white",
          ]),
        .lineEnd,
      ] + elements)
    return "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n" + drawing.markup + "\n"
  }

  /// Left, top, width and height of what is drawn, with a margin.
  private func room(margin: Double) -> [Double] {
    let (left, right) = (marks.map { $0.x - $0.width / 2 }.min() ?? 0, marks.map { $0.x + $0.width / 2 }.max() ?? 0)
    let (low, high) = (marks.map { $0.y - $0.height / 2 }.min() ?? 0, marks.map { $0.y + $0.height / 2 }.max() ?? 0)
    return [left - margin, -high - margin, right - left + 2 * margin, high - low + 2 * margin]
  }

  private static func box(_ room: [Double]) -> String { room.map(coordinate).joined(separator: " ") }

  private var elements: [HTML] { marks.map { Self.element($0) + .lineEnd } }

  private static func element(_ mark: Mark) -> HTML {
    let (left, right, y) = (mark.x - mark.width / 2, mark.x + mark.width / 2, -mark.y)
    switch mark.shape {
    case .box(let color):
      return HTML.element(
        "rect",
        [
          "x": coordinate(left), "y": coordinate(y - mark.height / 2), "width": coordinate(mark.width),
          "height": coordinate(mark.height), "fill": color,
        ])
    case .dot(let fill, let outline):
      return HTML.element(
        "circle",
        [
          "cx": coordinate(mark.x), "cy": coordinate(y), "r": coordinate(mark.width / 2), "fill": fill,
          "stroke": outline,
        ])
    case .text(let words, let side, let color, let size):
      let place: (x: Double, anchor: String)
      switch side {
      case .left: place = (left, "start")
      case .middle: place = (mark.x, "middle")
      case .right: place = (right, "end")
      }
      return HTML.element(
        "text",
        [
          "x": coordinate(place.x), "y": coordinate(y + 0.35 * Double(size)), "text-anchor": place.anchor,
          "font-size": "\(size)", "fill": color,
        ], HTML(words))
    }
  }

  private static func coordinate(_ points: Double) -> String { "\(rounded(points))" }

  private static func rounded(_ points: Double) -> Double { (points * 100).rounded() / 100 }
}
