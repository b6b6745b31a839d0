import BuildAnalysis

extension DOT {
  /// The charts of a run, one below the other, and a warning if their figures are not reliable, as DOT nodes with
  /// positions that the layout engine `nop2` keeps.
  static func charts(of findings: RunFindings) -> String {
    let charts = BarChart.all(of: findings)
    var drawing = ChartDrawing(of: charts)
    for chart in charts { drawing.draw(chart, of: findings.run.plan) }
    if charts.isEmpty { drawing.draw("No build succeeded, so that there is nothing to show.") }
    if let warning = findings.quietness?.warning { drawing.draw(warning) }
    return drawing.text
  }
}

private struct ChartDrawing {
  private var canvas = ChartCanvas()

  private static let width = 780.0
  private static let rowHeight = 30.0
  /// The widths of the names, of the axis and of the figures, the same in all charts.
  private let labels, axis, figures: Double

  init(of charts: [BarChart]) {
    /// Enough for fonts wider than Helvetica, which Graphviz uses if Helvetica is missing, and for the node's margins: a
    /// label that does not fit protrudes on both sides.
    func width(of texts: [String], atLeast least: Double) -> Double {
      min(max(0.66 * 12 * Double(texts.map(\.count).max() ?? 0) + 28, least), 230)
    }
    let bars = charts.flatMap(\.bars)
    labels = width(of: bars.map(\.row.arm.name), atLeast: 80)
    figures = width(of: bars.map(Self.figures), atLeast: 100)
    axis = Self.width - labels - figures
  }

  var text: String { canvas.dotText }

  mutating func draw(_ chart: BarChart, of plan: Run.Plan) {
    let interval = chart.bars.contains { $0.interval != nil } ? "interval, " : ""
    let title = "\(chart.scenario.rawValue), \(plan.configuration): median, \(interval)each build"
    canvas.text(title, .left, 0, Self.width, size: 13)
    canvas.top -= Self.rowHeight
    for bar in chart.bars {
      draw(bar, in: chart)
      canvas.top -= Self.rowHeight
    }
    canvas.box(labels, labels + axis, height: 0.75, color: "#8c959f", above: Self.rowHeight / 2)
    for tick in chart.ticks {
      let words = BarChart.label(tick) + (tick == chart.greatest ? " s" : "")
      canvas.text(words, .middle, x(tick, in: chart) - 30, x(tick, in: chart) + 30, color: "#59636e", size: 10)
    }
    canvas.top -= Self.rowHeight * 1.5
  }

  mutating func draw(_ warning: String) {
    for line in warning.wrapped(columns: 125) {
      canvas.text(line, .left, 0, Self.width, color: "#59636e", size: 10)
      canvas.top -= 14
    }
  }

  private mutating func draw(_ bar: BarChart.Bar, in chart: BarChart) {
    canvas.text(bar.row.arm.name, .left, 0, labels - 8)
    canvas.text(Self.figures(bar), .left, labels + axis + 12, Self.width)
    guard let summary = bar.row.summary else { return }
    let color = bar.isReference ? "#8c959f" : "#54aeff"
    canvas.box(labels, x(summary.median, in: chart), height: 20, color: color)
    for sample in bar.samples {
      // Translucent, so that the interval can be read where there are many.
      let fill = sample.isDisturbed ? "white" : ChartCanvas.dark + "4d"
      canvas.dot(
        x(sample.seconds ?? 0, in: chart), above: -Double(BarChart.offset(ofRound: sample.round)), diameter: 5,
        fill: fill, outline: ChartCanvas.dark + (sample.isDisturbed ? "" : "b3"))
    }
    guard let interval = bar.interval else { return }
    let (low, high) = (x(interval.lowerBound, in: chart), x(interval.upperBound, in: chart))
    for (border, color) in [(0.8, "#ffffff99"), (0.0, ChartCanvas.dark)] {
      canvas.box(low, high, height: 1.2 + 2 * border, color: color)
      for end in [low, high] {
        canvas.box(end - 0.6 - border, end + 0.6 + border, height: 15, color: color)
      }
    }
  }

  /// As in `12.3 s  × 0.61`.
  private static func figures(_ bar: BarChart.Bar) -> String {
    let ratio = bar.isReference || bar.row.ratio == nil ? "" : "  × \(Figures.ratio(bar.row.ratio))"
    return RunReport.median(bar.row, marksDisturbances: false).text + ratio
  }

  private func x(_ seconds: Double, in chart: BarChart) -> Double { labels + seconds / chart.greatest * axis }
}
