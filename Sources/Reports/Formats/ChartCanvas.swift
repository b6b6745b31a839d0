/// A chart as DOT: nodes at their places, which the layout engine `nop2` leaves there.
///
/// In points; Graphviz counts from the bottom up.
struct ChartCanvas {
  enum Side: String {
    case left = "\\l"
    case middle = ""
    case right = "\\r"
  }

  static let dark = "#24292f"

  /// The middle of the row that is drawn.
  var top = 0.0
  private var nodes: [String] = []

  var text: String {
    "graph charts {\n  bgcolor=white\n  pad=0.2\n  node [shape=box, fixedsize=true, label=\"\", style=filled, penwidth=0, "
      + "fontname=\"Helvetica\", fontsize=12]\n" + nodes.map { "  \($0)\n" }.joined() + "}\n"
  }

  /// A bar from one side to the other.
  mutating func box(_ left: Double, _ right: Double, height: Double, color: String, above: Double = 0) {
    node((left + right) / 2, top + above, max(0.5, right - left), height, "fillcolor=\"\(color)\"")
  }

  /// Words between two sides, cut where they do not fit.
  mutating func text(
    _ words: String, _ side: Side, _ left: Double, _ right: Double, above: Double = 0, color: String = dark,
    size: Int = 12
  ) {
    let longest = Int((right - left) / (0.55 * Double(size)))
    let cut = words.count > longest ? words.prefix(longest - 1) + "…" : words[...]
    let label = String(DOT.quoted(String(cut)).dropLast()) + side.rawValue + "\""
    node(
      (left + right) / 2, top + above, right - left, 14,
      "shape=plaintext, style=\"\", label=\(label), fontcolor=\"\(color)\", fontsize=\(size)")
  }

  mutating func node(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ look: String) {
    func inches(_ points: Double) -> Double { (points / 72 * 1e4).rounded() / 1e4 }
    func rounded(_ points: Double) -> Double { (points * 100).rounded() / 100 }
    nodes.append(
      "\(nodes.count) [pos=\"\(rounded(x)),\(rounded(y))\", width=\(inches(width)), height=\(inches(height)), \(look)]")
  }
}
