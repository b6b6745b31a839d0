import BuildAnalysis

extension RunPage {
  /// When the modules of each arm were built, in the recorded build with the median time. A script shows one scenario at
  /// a time.
  var timelineSection: HTML {
    let charts = strips
    let drawn = Set(charts.flatMap(\.strips).map(\.sample.case))
    let others = findings.recordedBuilds.filter { !drawn.contains($0.case) }
    guard !drawn.isEmpty || !others.isEmpty else { return .empty }
    let parts = charts.map { chart in
      HTML.element(
        "div", [("class", "scenario"), ("data-scenario", chart.scenario.rawValue)],
        charts.count > 1 ? .element("h3", [], HTML("\(chart.scenario.rawValue)" as Phrase)) : .empty,
        figure(of: chart))
    }
    return HTML.section(
      "timelines", "Timelines", .joined(parts),
      others.isEmpty
        ? .empty : .element("ul", [], others.map { .element("li", [], named($0, HTML(Self.words(for: $0)))) }))
  }

  private static func words(for sample: Sample) -> Phrase {
    "\(sample.arm), `\(sample.scenario.rawValue)`, round \(sample.round)"
  }

  /// A link to the build's own page, if there is one.
  private func named(_ sample: Sample, _ name: HTML) -> HTML {
    sample.trace.flatMap { timelines[$0] }.map { .element("a", [("href", $0)], name) } ?? name
  }

  private func figure(of chart: BuildStrip.Chart) -> HTML {
    let greatest = max(chart.ticks.last ?? 1, 1e-9)
    let items = chart.strips.map { item($0, in: chart, greatest) }
    return .element(
      "figure", [("class", "chart strips"), ("data-download", "timelines")],
      .element("ol", [("class", "bars")], items + [.axisRow(chart.ticks)]),
      .element("figcaption", [("class", "note")], HTML(key(to: chart))))
  }

  private func key(to chart: BuildStrip.Chart) -> Phrase {
    guard chart.strips.contains(where: { !$0.bars.isEmpty }) else { return "Nothing was compiled." }
    let colors: Phrase = chart.common.isEmpty ? "" : " Gray: what all of these builds compile."
    let critical: Phrase =
      chart.strips.contains { $0.bars.contains(where: \.isCritical) }
      ? " Red: the critical path, the longest chain of work in which each module had to wait for the one before." : ""
    let links: Phrase =
      chart.strips.contains { $0.sample.trace.flatMap { timelines[$0] } != nil }
      ? " The names of builds lead to pages with more of each." : ""
    return "A bar: a module, while any of its processes ran. Each build is the one with the median time.\(colors)"
      + "\(critical)\(links)"
  }

  private func item(_ strip: BuildStrip, in chart: BuildStrip.Chart, _ greatest: Double) -> HTML {
    let height = strip.rows > Self.mostNamedRows ? Self.thinRow : Self.namedRow
    let bars = strip.bars.map { Self.bar($0, height, in: chart, greatest) }
    return .element(
      "li", [],
      .element("span", [("class", "name")], named(strip.sample, HTML(RunReport.label(strip.arm)))),
      .element(
        "svg", [("role", "img"), ("height", "\(max(1, strip.rows) * height)")],
        [.element("title", [], HTML(Self.description(of: strip)))] + bars),
      .element(
        "span", [("class", "figures")], HTML("\(Phrase(.seconds(strip.sample.seconds)))" as Phrase),
        .element("span", [], HTML("round \(strip.sample.round)" as Phrase)))
    ) + .lineEnd
  }

  /// The rows of more parallel builds are too thin for names.
  private static let mostNamedRows = 16
  private static let (namedRow, thinRow) = (22, 7)
  /// Narrower bars have no room for a name.
  private static let narrowest = 0.015

  /// A bar is an `svg` of its own, so that its name ends where it ends.
  private static func bar(
    _ bar: BuildStrip.Bar, _ height: Int, in chart: BuildStrip.Chart, _ greatest: Double
  ) -> HTML {
    let length = bar.span.upperBound - bar.span.lowerBound
    let kinds = [chart.common.contains(bar.module) ? "common" : nil, bar.isCritical ? "critical" : nil]
    let isNamed = height == namedRow && length / greatest > narrowest
    let words: Phrase =
      "\(bar.module.label): \(Figure.seconds(length)), from \(Figure(value: bar.span.lowerBound, unit: .bareSeconds)) to "
      + "\(Figure.seconds(bar.span.upperBound))\(bar.isCritical ? ", on the critical path" : "")"
    return .element(
      "svg",
      [
        ("class", kinds.compactMap(\.self).joined(separator: " ")),
        ("x", Markup.percentage(bar.span.lowerBound, of: greatest)), ("y", "\(bar.row * height)"),
        ("width", Markup.percentage(length, of: greatest)), ("height", "\(height - 1)"),
      ], .element("title", [], HTML(words)),
      .element("rect", [("width", "100%"), ("height", "100%")]),
      bar.isCritical ? .element("line", [("x2", "100%"), ("y1", "100%"), ("y2", "100%")]) : .empty,
      isNamed ? .element("text", [("x", "4"), ("y", "13")], HTML(bar.module.name)) : .empty)
  }

  private static func description(of strip: BuildStrip) -> Phrase {
    let names = strip.criticalModules
    let path: Phrase =
      names.isEmpty
      ? "" : "; critical path: \(names.prefix(12).joined(separator: ", "))\(names.count > 12 ? " …" : "")"
    return "\(strip.arm.name): \(Phrase(.seconds(strip.sample.seconds))), "
      + "\(Phrase.counted(strip.modules.count, "module"))\(path)"
  }
}
