import CPageAssets
package import BuildAnalysis

/// Trends over commits, with their steps.
package struct TrendReport: Report {
  package static let renderings: [Rendering<Self>] = [
    .text { Text.document($0.blocks(title: false), $1) },
    .markdown { Markdown.document($0.blocks(title: true)) },
    Rendering(name: "svg", fileExtension: "svg", content: .text { report, _ in report.picture }),
    .chart(.png) { DOT.trends($0) },
    .html { report, _ in report.page },
    .csv { CSV.table($0.points) },
    .json { try JSON.pretty(["schema": "modgauge.trend/1", "trends": $0.trends.map(\.json)]) },
  ]

  private static let title = "Build times over commits"

  /// The trends with points, in the order of the lines.
  package let trends: [HistoryTrend]
  /// The short names of lines, if there are several.
  let letters: [HistoryLine: String]

  package init(_ trends: [HistoryTrend]) {
    self.trends = trends
    letters = HistoryLine.letters(Set(trends.map(\.line)))
  }

  /// `App, clean`; `App, clean: module Core, CPU`.
  func name(of trend: HistoryTrend) -> String {
    let series = trend.series
    let setup = series.setup.isEmpty ? "" : " (\(series.setup))"
    let module = series.module.map { ": module \($0)" } ?? ""
    let measure = trend.measure == .cpu ? ", CPU" : ""
    return "\(series.arm), \(series.scenario.rawValue)\(setup)\(module)\(measure)"
  }

  /// `abc123456…def123456`: the last commit before the step, and the last one that may have caused it.
  func range(of step: Step, in trend: HistoryTrend) -> String {
    let bounds = trend.bounds(of: step)
    return "\(bounds.before?.shortName ?? "the first")…\(bounds.last.shortName)"
  }

  private func blocks(title: Bool) -> [Block] {
    let steps = trends.flatMap { trend in trend.steps.map { (trend, $0) } }
    return (title ? [.title(Phrase(Self.title))] : [])
      + [.table(table)] + spreadBlocks + [.paragraph(Phrase(steps.isEmpty ? "No step." : "Steps:"))]
      + (steps.isEmpty ? [] : [.table(table(ofSteps: steps))])
      + .points(letters.sorted { $0.value < $1.value }.map { Phrase("\($0.value): \($0.key.description)") })
  }

  private var picture: String {
    var drawing = TrendDrawing(report: self)
    for trend in trends { drawing.draw(trend) }
    return drawing.canvas.svg(title: Self.title)
  }

  private var page: String {
    let charts = trends.map { trend in
      var drawing = TrendDrawing(report: self)
      drawing.draw(trend)
      return drawing.canvas.svg(description: "\(name(of: trend)), \(trend.line.description)") + .lineEnd
    }
    let body = HTML.element("main", [:], [HTML.blocks(blocks(title: true))] + charts) + .lineEnd
    return Page(title: Self.title, styles: [.trend_css], body: body, data: [:], scripts: []).html
  }

  private var table: Table {
    trends.table([
      .text("build") { name(of: $0) },
      .text("machine") { letters[$0.line] ?? "" },
      .figures("commits") { Figures.count($0.points.count) },
      .figures("first") { Figures.seconds($0.points.first?.seconds) },
      .figures("latest") { Figures.seconds($0.points.last?.seconds) },
      .figures("steps") { Figures.count($0.steps.count) },
    ])
  }

  private var spreadBlocks: [Block] {
    let spreads = trends.compactMap { trend in trend.spread.map { (trend, $0) } }
    guard !spreads.isEmpty else { return [] }
    let columns: [Column<(HistoryTrend, BuildSpread)>] = [
      .text("build") { name(of: $0.0) },
      .text("machine") { letters[$0.0.line] ?? "" },
      .figures("builds") { Figures.count($0.1.builds) },
      .figures("median") { Figures.seconds($0.1.median) },
      .figures("90th percentile") { Figures.seconds($0.1.ninetiethPercentile) },
      .figures("all of a day, median") { Figures.seconds($0.1.dayMedian) },
      .text("newest day") { $0.1.newestDay ?? "" },
      .figures("all of it") { Figures.seconds($0.1.newestDaySeconds) },
    ]
    return [
      .paragraph("Builds that belong to no commit, such as those that people made:"),
      .table(Table(spreads, columns: columns)),
    ]
  }

  private func table(ofSteps steps: [(HistoryTrend, Step)]) -> Table {
    steps.table([
      .text("build") { name(of: $0.0) },
      .text("machine") { letters[$0.0.line] ?? "" },
      .text("came after…with") { range(of: $0.1, in: $0.0) },
      .figures("before") { Figures.seconds($0.1.before) },
      .figures("after") { Figures.seconds($0.1.after) },
      .figures("change") { Self.change($0.1) },
      .figures("probability") { Self.probability($0.1) },
    ])
  }

  /// `+3.2 %`.
  static func change(_ step: Step) -> String { Figures.signedPercent(step.ratio - 1) }

  /// `97.0 %`; never 100 %.
  static func probability(_ step: Step) -> String {
    step.probability > 0.9995 ? "> 99.9 %" : Figures.percent(step.probability)
  }

  private var points: Table {
    let rows = trends.flatMap { trend in
      trend.points.enumerated().map { index, point in
        (trend: trend, point: point, step: trend.steps.first { $0.index == index })
      }
    }
    return rows.table([
      .text("workspace") { $0.trend.line.workspace },
      .text("machine") { $0.trend.line.machine },
      .text("compiler") { $0.trend.line.compiler },
      .text("configuration") { $0.trend.line.configuration },
      .text("arm") { $0.trend.series.arm },
      .text("scenario") { $0.trend.series.scenario.rawValue },
      .text("setup") { $0.trend.series.setup },
      .text("module") { $0.trend.series.module ?? "" },
      .text("measure") { $0.trend.measure.rawValue },
      .text("revision") { $0.point.revision ?? "" },
      .text("moment") { $0.point.moment ?? "" },
      .figures("seconds") { CSV.number($0.point.seconds) },
      .figures("runs") { CSV.number($0.point.runs) },
      .figures("step_ratio") { CSV.number($0.step?.ratio) },
      .figures("step_probability") { CSV.number($0.step?.probability) },
    ])
  }
}

extension HistoryTrend.Point {
  /// Nine characters of the commit, or the day.
  var shortName: String {
    revision.map { String($0.prefix(9)) } ?? moment.map { String($0.prefix(10)) } ?? "?"
  }
}
