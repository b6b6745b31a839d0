import BuildAnalysis

extension RunPage {
  /// When the modules of each arm were built. A script shows one scenario at a time.
  var timelineSection: HTML {
    let charts = timelineCharts
    let drawn = Set(charts.flatMap(\.strips).map(\.sample.case))
    let others = findings.recordedBuilds.filter { !drawn.contains($0.case) }
    guard !drawn.isEmpty || !others.isEmpty else { return .empty }
    let parts = charts.map { part(on: $0.scenario, isSole: charts.count == 1, figure(of: $0)) }
    return HTML.section("timelines", "Timelines", .joined(parts), list(of: others))
  }

  /// Builds whose modules are not drawn: of runs of older versions, and of modules that were built alone.
  private func list(of builds: [Sample]) -> HTML {
    guard !builds.isEmpty else { return .empty }
    let items = builds.map { sample in
      let words: Phrase = "\(sample.arm), `\(sample.scenario.rawValue)`, round \(sample.round)"
      return HTML.element("li", [:], named(sample, HTML(words)))
    }
    return .element("p", ["class": "note"], HTML("Recorded builds that are not drawn here:"))
      + .element("ul", [:], items)
  }

  /// A link to the build's own page, if there is one.
  private func named(_ sample: Sample, _ name: HTML) -> HTML {
    page(of: sample).map { .element("a", ["href": $0], name) } ?? name
  }

  private func page(of sample: Sample) -> String? { sample.trace.flatMap { recordedPages[$0] } }

  private func figure(of chart: BuildStrip.Chart) -> HTML {
    let items = chart.strips.map { item($0, in: chart) }
    let areMany = chart.strips.reduce(0) { $0 + $1.bars.count } > Self.mostDrawnAtOnce
    return .chart(
      ["class": "chart strips\(areMany ? " many" : "")", "data-download": chart.isEmpty ? nil : "timelines"],
      rows: items, ticks: chart.ticks, key: key(to: chart))
  }

  /// A browser draws more bars only when they come into sight, so that it shows the page earlier.
  private static let mostDrawnAtOnce = 1000

  private func key(to chart: BuildStrip.Chart) -> Phrase {
    let bars: Phrase =
      chart.isEmpty
      ? "Nothing was compiled."
      : "Each bar is a module, while at least one of its processes ran; a module can have several bars."
    let colors: Phrase = chart.common.isEmpty ? "" : " Gray: compiled by all of these builds."
    let isCritical = chart.strips.contains { $0.bars.contains { !$0.critical.isEmpty } }
    let critical: Phrase =
      isCritical
      ? " Red line: the critical path, the longest chain of work in which each module had to wait for the one before."
      : ""
    let links: Phrase =
      chart.strips.contains { page(of: $0.sample) != nil } ? " Each name links to the page of that build." : ""
    return "Of each arm, the recorded build whose time is nearest to the median. \(bars)\(colors)\(critical)\(links)"
  }

  private func item(_ strip: BuildStrip, in chart: BuildStrip.Chart) -> HTML {
    let row = strip.rows > Row.mostNamed ? Row.thin : Row.named
    let track = HTML.element(
      "rect",
      ["class": "track", "width": Markup.percentage(strip.sample.seconds ?? 0, of: chart.greatest), "height": "100%"])
    let bars = strip.bars.map { Self.bar($0, row, in: chart) } + strip.bars.flatMap { Self.path($0, row, in: chart) }
    return .chartRow(
      name: named(strip.sample, HTML(RunReport.label(strip.arm))), height: max(1, strip.rows) * row.height,
      title: Self.description(of: strip), shapes: [track] + bars,
      figures: HTML(Phrase(.seconds(strip.sample.seconds))) + HTML(" ")
        + .element("span", [:], HTML("round \(strip.sample.round)")))
  }

  /// The rows of a strip, in pixels.
  private struct Row {
    let height: Int
    /// The height of its bars.
    let bar: Int
    let hasNames: Bool

    static let named = Row(height: 22, bar: 16, hasNames: true)
    static let thin = Row(height: 7, bar: 4, hasNames: false)
    /// The rows of more parallel builds are too thin for names.
    static let mostNamed = 16
  }

  /// Narrower bars have no room for a name; as shares of the axis.
  private static let narrowestNamed = 0.02
  private static let narrowest = 0.0015

  /// A bar with a name is an `svg` of its own, so that the name ends where the bar ends.
  private static func bar(_ bar: BuildStrip.Bar, _ row: Row, in chart: BuildStrip.Chart) -> HTML {
    let length = bar.span.seconds
    let isNamed = row.hasNames && length / chart.greatest > narrowestNamed
    let kinds = (chart.common.contains(bar.module) ? ["common"] : []) + (isNamed ? ["named"] : [])
    let words: Phrase =
      "\(bar.module.label): \(Figure.seconds(length)), from "
      + "\(Figure(value: bar.span.startSeconds, unit: .bareSeconds)) to "
      + "\(Figure.seconds(bar.span.endSeconds))\(bar.critical.isEmpty ? "" : "; on the critical path")"
    let name: [HTML] =
      isNamed
      ? [
        .element("rect", ["width": "100%", "height": "100%"]),
        .element("text", ["x": "4", "y": "12"], HTML(bar.module.label)),
      ] : []
    return .element(
      isNamed ? "svg" : "rect",
      [
        "class": kinds.isEmpty ? nil : kinds.joined(separator: " "),
        "x": Markup.percentage(bar.span.startSeconds, of: chart.greatest), "y": "\(bar.row * row.height + 1)",
        "width": Markup.percentage(max(length, narrowest * chart.greatest), of: chart.greatest), "height": "\(row.bar)",
      ], [.element("title", [:], HTML(words))] + name)
  }

  /// What of the critical path is in a bar, below it.
  private static func path(_ bar: BuildStrip.Bar, _ row: Row, in chart: BuildStrip.Chart) -> [HTML] {
    let y = "\(bar.row * row.height + row.bar + (row.hasNames ? 3 : 2))"
    return bar.critical.map { span in
      .element(
        "line",
        [
          "x1": Markup.percentage(span.startSeconds, of: chart.greatest), "y1": y,
          "x2": Markup.percentage(span.endSeconds, of: chart.greatest), "y2": y,
        ])
    }
  }

  private static func description(of strip: BuildStrip) -> Phrase {
    let schedule = strip.sample.schedule
    let names = schedule?.criticalModules ?? []
    let path: Phrase =
      names.isEmpty
      ? ""
      : "; critical path \(Phrase(.seconds(schedule?.criticalPathSeconds))): "
        + "\(names.prefix(12).joined(separator: ", "))\(names.count > 12 ? " …" : "")"
    return "\(strip.arm.name): \(Phrase(.seconds(strip.sample.seconds))), "
      + "\(Phrase.counted(strip.modules.count, "module"))\(path)"
  }
}
