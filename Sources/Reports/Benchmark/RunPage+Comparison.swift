import BuildAnalysis

extension RunPage {
  var charts: [BarChart] { BarChart.all(of: findings) }

  /// The chart and the table of each scenario. A script shows one scenario at a time.
  var comparison: HTML {
    let charts = self.charts
    let parts = charts.enumerated().map { index, chart in
      part(
        on: chart.scenario, isSole: charts.count == 1, self.chart(chart), table(of: chart, id: "builds-\(index)"))
    }
    return HTML.section(
      "comparison", charts.count == 1 ? "\(charts[0].scenario.rawValue.capitalizedFirst) builds" : "Builds",
      .joined(parts))
  }

  /// A part of a section that a script shows if its scenario is chosen.
  /// - Parameter isSole: whether the section has no part on another scenario, so that it needs no heading.
  func part(on scenario: Scenario, isSole: Bool, _ content: HTML...) -> HTML {
    let heading: HTML = isSole ? .empty : .element("h3", [:], HTML("\(scenario.rawValue)" as Phrase))
    return .element("div", ["class": "scenario", "data-scenario": scenario.rawValue], [heading] + content)
  }

  func figures(under title: String) -> [HTML] {
    charts.map { chart in
      let scenario = chart.scenario == .clean ? "" : ", \(chart.scenario.rawValue)"
      return .element("section", [:], .element("h2", [:], HTML("\(title)\(scenario)" as Phrase)), self.chart(chart))
    }
  }

  private func chart(_ chart: BarChart) -> HTML {
    let bars = chart.bars.map { Self.bar($0, of: chart) }
    let key: Phrase =
      chart.bars.contains { $0.interval != nil }
      ? "Bar: the median. Line: its interval. Dot: a build; a hollow one was disturbed."
      : "Bar: the median. Dot: a build; a hollow one was disturbed."
    return .chart(rows: bars, ticks: chart.ticks, key: key)
  }

  private static func bar(_ bar: BarChart.Bar, of chart: BarChart) -> HTML {
    let ratio: Phrase = bar.isReference ? "" : Phrase(bar.row.ratio == nil ? "" : "× ") + Phrase(.ratio(bar.row.ratio))
    return .chartRow(
      ["class": bar.isReference ? "combined" : "feature"], name: HTML(RunReport.label(bar.row.arm)), height: 36,
      title: description(of: bar), shapes: shapes(of: bar, in: chart),
      figures: HTML(RunReport.median(bar.row, marksDisturbances: false)) + .element("span", [:], HTML(ratio)))
  }

  private static func shapes(of bar: BarChart.Bar, in chart: BarChart) -> [HTML] {
    guard let summary = bar.row.summary else { return [] }
    let area = HTML.element(
      "rect",
      ["class": "bar", "x": "0", "y": "6", "width": place(summary.median, in: chart), "height": "24", "rx": "3"])
    return [area] + bar.samples.map { dot($0, in: chart) } + whisker(of: bar, in: chart)
  }

  /// The interval, above the dots: first a border in the color of the page, so that it stands out from them.
  private static func whisker(of bar: BarChart.Bar, in chart: BarChart) -> [HTML] {
    guard let interval = bar.interval else { return [] }
    let (low, high) = (place(interval.lowerBound, in: chart), place(interval.upperBound, in: chart))
    let lines = [(low, high, 18, 18), (low, low, 9, 27), (high, high, 9, 27)]
    return ["interval border", "interval"].flatMap { name in
      lines.map { from, to, top, bottom in
        HTML.element("line", ["class": name, "x1": from, "x2": to, "y1": "\(top)", "y2": "\(bottom)"])
      }
    }
  }

  private static func dot(_ sample: Sample, in chart: BarChart) -> HTML {
    let title: Phrase =
      "round \(sample.round): \(Phrase(.seconds(sample.seconds)))\(sample.isDisturbed ? ", disturbed" : "")"
    return .element(
      "circle",
      [
        "class": sample.isDisturbed ? "dot disturbed" : "dot", "cx": place(sample.seconds ?? 0, in: chart),
        "cy": "\(18 + BarChart.offset(ofRound: sample.round))", "r": "3.2",
      ], .element("title", [:], HTML(title)))
  }

  private static func description(of bar: BarChart.Bar) -> Phrase {
    guard let summary = bar.row.summary else { return "\(bar.row.arm.name): no build succeeded" }
    func bare(_ seconds: Double) -> Figure { Figure(value: seconds, unit: .bareSeconds) }
    let interval: Phrase =
      bar.interval.map { ", interval \(bare($0.lowerBound)) to \(Figure.seconds($0.upperBound))" } ?? ""
    let range: Phrase = "from \(bare(summary.min)) to \(Figure.seconds(summary.max))"
    return "\(bar.row.arm.name): median \(Figure.seconds(summary.median))\(interval), "
      + "\(Phrase.counted(summary.rounds, "round")) \(range)"
  }

  private static func place(_ seconds: Double, in chart: BarChart) -> String {
    Markup.percentage(seconds, of: chart.greatest)
  }

  private func table(of chart: BarChart, id: String) -> HTML {
    let table = RunReport.table(chart.bars.map(\.row), reference: run.reference, withScenario: false)
    let caption: Phrase = "Builds in the scenario `\(chart.scenario.rawValue)`"
    return .scrolling(table, id: id, caption: caption) { ["class": chart.bars[$0].isReference ? "combined" : nil] }
  }

  /// The median of every arm in every scenario, also in those in which all builds failed, and its ratio to the combined
  /// app; empty if there is only one scenario.
  var matrix: HTML {
    let scenarios = run.plan.scenarios.filter { scenario in
      !scenario.isModuleAlone && findings.cases.contains { $0.scenario == scenario }
    }
    guard scenarios.count > 1 else { return .empty }
    let charted = Set(charts.map(\.scenario))
    let heads = scenarios.map {
      HTML.element(
        "th", ["scope": "col", "data-choose": charted.contains($0) ? $0.rawValue : nil], HTML($0.rawValue))
    }
    let cases = findings.cases.keyed { ($0.case, $0) }
    let rows = run.arms.map { arm in
      let cells = scenarios.map { scenario in cell(cases[Case(arm: arm.name, scenario: scenario)]) }
      return HTML.element(
        "tr", ["class": arm.role == .combined ? "combined" : nil],
        [.element("th", ["scope": "row", "class": "words"], HTML(RunReport.label(arm)))] + cells) + .lineEnd
    }
    let head = [HTML.element("th", ["scope": "col", "class": "words"], HTML("builds"))] + heads
    let whole = run.reference?.roleWords ?? "base"
    let table = HTML.element(
      "table", ["id": "matrix", "class": "matrix"],
      .element(
        "caption", [:],
        HTML(
          "Medians\(run.arms.count > 1 ? ", and below them the ratios of wall and CPU time to the \(whole)" : "")"
            as Phrase)),
      .element("thead", [:], .element("tr", [:], head)), .element("tbody", [:], rows))
    return HTML.section("scenarios", "Scenarios", HTML.scrolling(table, label: "Medians by scenario"), shades)
  }

  private func cell(_ row: CaseFindings?) -> HTML {
    guard let row else { return .element("td", ["class": "soft"], HTML(Phrase.absent)) }
    let ratios: Phrase =
      row.comparison.map { comparison in
        "× \(Figure.ratio(comparison.wall.ratio))" + (comparison.cpu.map { ", CPU × \(Figure.ratio($0.ratio))" } ?? "")
      } ?? ""
    return .element(
      "td", ["class": row.isReference ? nil : row.ratio.map(Self.level)],
      HTML(RunReport.median(row, marksDisturbances: false)),
      .element("small", [:], HTML(ratios)))
  }

  /// The ratios that separate the shades.
  private static let limits = [0.25, 0.5, 0.75, 0.95, 1.05]

  /// The shade for the saved time, which is never the only sign of it, since the ratio is shown as well.
  private static func level(_ ratio: Double) -> String {
    "level-\(limits.firstIndex { ratio < $0 } ?? limits.count)"
  }

  /// What the shades mean; the ratios around 1 have none.
  private var shades: HTML {
    guard run.arms.count > 1 else { return .empty }
    func shade(_ index: Int, _ words: Phrase) -> HTML {
      .element("span", ["class": "level-\(index)"], HTML(words)) + HTML(" ")
    }
    let faster = (0...3).map { shade($0, "below \(Figure.ratio(Self.limits[$0]))") }
    let slower = shade(5, "from \(Figure.ratio(Self.limits[4]))")
    return .element("p", ["class": "note key"], [HTML("Ratio of wall time: ")] + faster + [slower])
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
