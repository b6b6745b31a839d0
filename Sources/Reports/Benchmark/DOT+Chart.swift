import BuildAnalysis

extension DOT {
  /// The charts of a run, one below the other, as DOT nodes with positions that the layout engine `nop2` keeps.
  static func charts(of findings: RunFindings) -> String {
    var drawing = ChartDrawing()
    for chart in BarChart.all(of: findings) { drawing.draw(chart, of: findings.run.plan) }
    return drawing.text
  }
}

private struct ChartDrawing {
  private var canvas = ChartCanvas()

  private static let (labels, axis, figures) = (230.0, 420.0, 160.0)
  private static let rowHeight = 30.0

  var text: String { canvas.dotText }

  mutating func draw(_ chart: BarChart, of plan: Run.Plan) {
    let width = Self.labels + Self.axis + Self.figures
    canvas.text(
      "\(chart.scenario.rawValue), \(plan.configuration): median, interval, each build", .left, 0, width, size: 13)
    canvas.top -= Self.rowHeight
    for bar in chart.bars {
      draw(bar, in: chart)
      canvas.top -= Self.rowHeight
    }
    canvas.box(Self.labels, Self.labels + Self.axis, height: 0.75, color: "#8c959f", above: Self.rowHeight / 2)
    for tick in chart.ticks {
      let words = BarChart.words(tick) + (tick == chart.greatest ? " s" : "")
      canvas.text(words, .middle, x(tick, in: chart) - 30, x(tick, in: chart) + 30, color: "#59636e", size: 10)
    }
    canvas.top -= Self.rowHeight * 1.5
  }

  private mutating func draw(_ bar: BarChart.Bar, in chart: BarChart) {
    canvas.text(bar.row.arm.name, .left, 0, Self.labels - 8)
    let ratio = bar.isReference || bar.row.ratio == nil ? "" : "  × \(Figures.ratio(bar.row.ratio))"
    canvas.text(
      RunReport.median(bar.row, marksDisturbances: false).text + ratio, .left, Self.labels + Self.axis + 12,
      Self.labels + Self.axis + Self.figures)
    guard let summary = bar.row.summary else { return }
    let color = bar.isReference ? "#8c959f" : "#54aeff"
    canvas.box(Self.labels, x(summary.median, in: chart), height: 20, color: color)
    for sample in bar.samples {
      canvas.dot(
        x(sample.seconds ?? 0, in: chart), above: -Double(BarChart.offset(ofRound: sample.round)), diameter: 5,
        fill: sample.isDisturbed ? "white" : "#24292fa0", outline: sample.isDisturbed ? ChartCanvas.dark : nil)
    }
    guard let (low, high) = bar.interval else { return }
    canvas.box(x(low, in: chart), x(high, in: chart), height: 1.2, color: ChartCanvas.dark)
    for end in [low, high] {
      canvas.box(x(end, in: chart) - 0.6, x(end, in: chart) + 0.6, height: 10, color: ChartCanvas.dark)
    }
  }

  private func x(_ seconds: Double, in chart: BarChart) -> Double { Self.labels + seconds / chart.greatest * Self.axis }
}
