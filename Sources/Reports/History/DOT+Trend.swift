import BuildAnalysis

extension DOT {
  private static let mostTrends = 60

  /// One panel for each series, one below the other; see ``TrendDrawing``.
  /// Only the first ones: the picture of hundreds of panels would be too high for most programs.
  static func trends(_ report: TrendReport) -> String {
    var drawing = TrendDrawing(report: report)
    let shown = report.trends.prefix(mostTrends)
    for trend in shown { drawing.draw(trend) }
    if shown.count < report.trends.count { drawing.tellOmitted(report.trends.count - shown.count) }
    return drawing.canvas.dotText
  }
}

/// Draws a dot for each commit, the levels between steps, and as a band, the commits that may have caused a step.
struct TrendDrawing {
  let report: TrendReport
  private(set) var canvas = ChartCanvas()

  private static let (left, width, height, margin) = (70.0, 720.0, 150.0, 60.0)
  /// The maximum number of dots. If there are more commits, adjacent ones are combined to a dot at their median.
  private static let mostDots = 720
  private static let (gray, slower, faster, dot) = ("#59636e", "#cf222e", "#1a7f37", "#0969da")

  mutating func draw(_ trend: HistoryTrend) {
    let scale = Scale(trend.points.map(\.seconds))
    title(of: trend)
    canvas.top -= Self.height + 24
    for tick in scale.ticks {
      let y = scale.share(tick) * Self.height
      canvas.box(Self.left, Self.left + Self.width, height: 0.5, color: "#d0d7de", above: y)
      canvas.text(
        BarChart.label(tick) + " s", .right, 0, Self.left - 6, above: y, color: Self.gray, size: 10)
    }
    for step in trend.steps { band(step, of: trend) }
    dots(of: trend, scale)
    levels(of: trend, scale)
    labels(of: trend)
    canvas.top -= Self.margin
  }

  private mutating func title(of trend: HistoryTrend) {
    canvas.text(report.name(of: trend), .left, 0, Self.left + Self.width, size: 13)
    canvas.top -= 16
    canvas.text(trend.line.description, .left, 0, Self.left + Self.width, color: Self.gray, size: 10)
    canvas.top -= 14
  }

  mutating func tellOmitted(_ count: Int) {
    canvas.text(
      "\(Figures.count(count)) more: select some with --arm, or write svg or html", .left, 0, Self.left + Self.width,
      size: 13)
    canvas.top -= 16
  }

  /// The x position of a commit, or of a position between two.
  private func x(_ index: Double, of trend: HistoryTrend) -> Double {
    Self.left + (index + 0.5) / Double(trend.points.count) * Self.width
  }

  private mutating func band(_ step: Step, of trend: HistoryTrend) {
    let color = step.after > step.before ? Self.slower : Self.faster
    let (low, high) = (step.candidates.lowerBound, step.candidates.upperBound)
    let above = Self.height / 2
    canvas.box(
      x(Double(low) - 1, of: trend), x(Double(high), of: trend), height: Self.height, color: color + "22", above: above)
    let middle = x(Double(step.index) - 0.5, of: trend)
    canvas.box(middle - 0.5, middle + 0.5, height: Self.height, color: color, above: above)
    canvas.text(
      "\(TrendReport.change(step)), \(TrendReport.probability(step))", .middle, middle - 60, middle + 60,
      above: Self.height + 8, color: color, size: 10)
  }

  private mutating func dots(of trend: HistoryTrend, _ scale: Scale) {
    let each = (trend.points.count + Self.mostDots - 1) / Self.mostDots
    for start in stride(from: 0, to: trend.points.count, by: each) {
      let group = trend.points[start..<min(trend.points.count, start + each)]
      let middle = x(Double(start) + Double(group.count - 1) / 2, of: trend)
      let seconds = group.map(\.seconds).median ?? 0
      let share = scale.share(seconds)
      let above = scale.height(of: seconds, within: Self.height)
      canvas.dot(middle, above: above, diameter: 4.5, fill: Self.dot + "a0")
      guard share > 1 || share < 0 else { continue }
      canvas.text(
        "\(share > 1 ? "↑" : "↓") \(BarChart.label(seconds)) s", .left, middle + 6, middle + 60,
        above: above + (share > 1 ? 8 : -8), color: Self.gray, size: 10)
    }
  }

  private mutating func levels(of trend: HistoryTrend, _ scale: Scale) {
    let bounds = [0] + trend.steps.map(\.index) + [trend.points.count]
    for (start, end) in zip(bounds, bounds.dropFirst()) {
      let level = trend.points[start..<end].map(\.seconds).median ?? 0
      canvas.box(
        x(Double(start) - 0.5, of: trend), x(Double(end) - 0.5, of: trend), height: 1.5, color: ChartCanvas.dark,
        above: scale.height(of: level, within: Self.height))
    }
  }

  /// Labels for the first and the last commit, and for the commits of steps where they fit in between.
  private mutating func labels(of trend: HistoryTrend) {
    let last = trend.points.count - 1
    var taken: [Double] = []
    for index in [0, last] + trend.steps.map(\.index) {
      let middle = max(Self.left + 30, min(Self.left + Self.width - 30, x(Double(index), of: trend)))
      guard !taken.contains(where: { abs($0 - middle) < 66 }) else { continue }
      taken.append(middle)
      canvas.text(
        trend.points[index].shortName, .middle, middle - 34, middle + 34, above: -12, color: Self.gray, size: 10)
    }
  }
}

/// A scale with ticks at round steps, from slightly below the smallest value to slightly above the largest, without the
/// few that are far from all others: the steps between those would not be visible.
private struct Scale {
  let ticks: [Double]

  /// The minimum number of values of which some can be far from the others, and how many of them: one of so many.
  private static let (fewest, perFarValue) = (10, 50)

  /// The smallest and the largest value that are not far from the others.
  private static func bounds(_ sorted: [Double]) -> (low: Double, high: Double) {
    guard let first = sorted.first, let last = sorted.last else { return (0, 1) }
    let far = sorted.count < fewest ? 0 : max(1, sorted.count / perFarValue)
    let (low, high) = (sorted[far], sorted[sorted.count - 1 - far])
    let span = max(high - low, 0.02 * abs(high))
    return (low - first > span ? low : first, last - high > span ? high : last)
  }

  init(_ values: [Double]) {
    let (low, high) = Self.bounds(values.sorted())
    let span = max(high - low, 0.02 * abs(high), 1e-9)
    var power = 1e-9
    while power * 10 <= span / 2 { power *= 10 }
    let step = [1, 2, 5, 10].map { $0 * power }.first { span / $0 <= 5 } ?? power
    let first = Int(((low - 0.1 * span) / step).rounded(.down))
    let last = max(first + 1, Int(((high + 0.1 * span) / step).rounded(.up)))
    ticks = (max(first, low >= 0 ? 0 : first)...last).map { Double($0) * step }
  }

  /// The height at which a value is drawn: one outside of the scale is at its edge.
  func height(of value: Double, within height: Double) -> Double { min(max(share(value), 0), 1) * height }

  /// The position of a value on the scale, from 0 to 1; beyond that if it is far from all others.
  func share(_ value: Double) -> Double {
    guard let first = ticks.first, let last = ticks.last, last > first else { return 0.5 }
    return (value - first) / (last - first)
  }
}
