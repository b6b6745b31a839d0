import BuildAnalysis

extension DOT {
  /// The charts of a run below one another, as a file: nodes with positions, which the layout engine `nop2` keeps.
  static func charts(of findings: RunFindings) -> String {
    var drawing = ChartDrawing()
    for chart in BarChart.all(of: findings) { drawing.draw(chart, of: findings.run.plan) }
    return drawing.text
  }
}

/// In points; Graphviz counts from the bottom up.
private struct ChartDrawing {
  private enum Side: String {
    case left = "\\l"
    case middle = ""
    case right = "\\r"
  }

  private var nodes: [String] = []
  private var top = 0.0

  private static let (labels, axis, figures) = (230.0, 420.0, 160.0)
  private static let rowHeight = 30.0
  private static let dark = "#24292f"

  var text: String {
    "graph charts {\n  bgcolor=white\n  pad=0.2\n  node [shape=box, fixedsize=true, label=\"\", style=filled, penwidth=0, "
      + "fontname=\"Helvetica\", fontsize=12]\n" + nodes.map { "  \($0)\n" }.joined() + "}\n"
  }

  mutating func draw(_ chart: BarChart, of plan: Run.Plan) {
    let width = Self.labels + Self.axis + Self.figures
    text("\(chart.scenario.rawValue), \(plan.configuration): median, interval, each build", .left, 0, width, size: 13)
    top -= Self.rowHeight
    for bar in chart.bars {
      draw(bar, in: chart)
      top -= Self.rowHeight
    }
    box(Self.labels, Self.labels + Self.axis, height: 0.75, color: "#8c959f", above: Self.rowHeight / 2)
    for tick in chart.ticks {
      let words = BarChart.words(tick) + (tick == chart.greatest ? " s" : "")
      text(words, .middle, x(tick, in: chart) - 30, x(tick, in: chart) + 30, color: "#59636e", size: 10)
    }
    top -= Self.rowHeight * 1.5
  }

  private mutating func draw(_ bar: BarChart.Bar, in chart: BarChart) {
    text(bar.row.arm.name, .left, 0, Self.labels - 8)
    let ratio = bar.isReference || bar.row.ratio == nil ? "" : "  × \(Figures.ratio(bar.row.ratio))"
    text(
      RunReport.median(bar.row, marksDisturbances: false).text + ratio, .left, Self.labels + Self.axis + 12,
      Self.labels + Self.axis + Self.figures)
    guard let summary = bar.row.summary else { return }
    let color = bar.isReference ? "#8c959f" : "#54aeff"
    box(Self.labels, x(summary.median, in: chart), height: 20, color: color)
    for sample in bar.samples {
      let paint =
        sample.isDisturbed ? "fillcolor=white, color=\"\(Self.dark)\", penwidth=0.8" : "fillcolor=\"#24292fa0\""
      node(
        x(sample.seconds ?? 0, in: chart), top - Double(BarChart.offset(ofRound: sample.round)), 5, 5,
        "shape=circle, \(paint)")
    }
    guard let (low, high) = bar.interval else { return }
    box(x(low, in: chart), x(high, in: chart), height: 1.2, color: Self.dark)
    for end in [low, high] {
      box(x(end, in: chart) - 0.6, x(end, in: chart) + 0.6, height: 10, color: Self.dark)
    }
  }

  private func x(_ seconds: Double, in chart: BarChart) -> Double { Self.labels + seconds / chart.greatest * Self.axis }

  private mutating func box(_ left: Double, _ right: Double, height: Double, color: String, above: Double = 0) {
    node((left + right) / 2, top + above, max(0.5, right - left), height, "fillcolor=\"\(color)\"")
  }

  private mutating func text(
    _ words: String, _ side: Side, _ left: Double, _ right: Double, color: String = dark, size: Int = 12
  ) {
    let longest = Int((right - left) / (0.55 * Double(size)))
    let cut = words.count > longest ? words.prefix(longest - 1) + "…" : words[...]
    let label = String(DOT.quoted(String(cut)).dropLast()) + side.rawValue + "\""
    node(
      (left + right) / 2, top, right - left, 14,
      "shape=plaintext, style=\"\", label=\(label), fontcolor=\"\(color)\", fontsize=\(size)")
  }

  private mutating func node(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ look: String) {
    func inches(_ points: Double) -> Double { (points / 72 * 1e4).rounded() / 1e4 }
    func rounded(_ points: Double) -> Double { (points * 100).rounded() / 100 }
    nodes.append(
      "\(nodes.count) [pos=\"\(rounded(x)),\(rounded(y))\", width=\(inches(width)), height=\(inches(height)), \(look)]")
  }
}
