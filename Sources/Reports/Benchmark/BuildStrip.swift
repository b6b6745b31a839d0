import BuildAnalysis

/// The modules of one recorded build over time, in as few rows as show them without overlaps.
struct BuildStrip: Sendable {
  /// A time in which a module was built. Its pauses that are too short to be seen are ignored.
  struct Bar: Sendable {
    let module: BuiltModule
    var span: Span
    let row: Int
    var critical: [Span] = []
  }

  let sample: Sample
  let arm: Arm
  /// Sorted by start.
  let bars: [Bar]

  var rows: Int { (bars.map(\.row).max() ?? -1) + 1 }
  var modules: Set<BuiltModule> { Set(bars.map(\.module)) }
  var end: Double { max(sample.seconds ?? 0, bars.map(\.span.endSeconds).max() ?? 0) }

  /// Shorter pauses of a module are not drawn, as a share of the build's time.
  private static let shortestPause = 0.002

  /// - Returns: `nil` if it is not known when modules were built.
  init?(_ sample: Sample, of arm: Arm) {
    guard let modules = sample.modules, modules.allSatisfy({ $0.spans != nil }) else { return nil }
    (self.sample, self.arm) = (sample, arm)
    let spans = modules.flatMap { module in (module.spans ?? []).map { (module: module.builtModule, span: $0) } }
    let pause = Int((sample.seconds ?? 0) * Self.shortestPause * 1e9)
    var bars = Self.bars(spans.sorted { ($0.span, $0.module) < ($1.span, $1.module) }, pause: pause)
    let path = zip(sample.schedule?.criticalModules ?? [], sample.schedule?.criticalSpans ?? [])
    for (label, span) in path {
      for index in bars.indices where bars[index].module.label == label {
        if let common = bars[index].span.intersection(span) { bars[index].critical.append(common) }
      }
    }
    self.bars = bars
  }

  /// A module stays in its row if that is free.
  private static func bars(_ spans: [(module: BuiltModule, span: Span)], pause: Int) -> [Bar] {
    var bars: [Bar] = []
    var ends: [Int] = []
    var latest: [BuiltModule: Int] = [:]
    for (module, span) in spans {
      if let index = latest[module], span.startNanoseconds - bars[index].span.endNanoseconds <= pause,
        ends[bars[index].row] == bars[index].span.endNanoseconds
      {
        let end = max(bars[index].span.endNanoseconds, span.endNanoseconds)
        bars[index].span = Span(bars[index].span.startNanoseconds, end)
        ends[bars[index].row] = end
        continue
      }
      let own = latest[module].map { bars[$0].row }.flatMap { ends[$0] <= span.startNanoseconds ? $0 : nil }
      let row = own ?? ends.firstIndex { $0 <= span.startNanoseconds } ?? ends.count
      if row == ends.count { ends.append(0) }
      ends[row] = span.endNanoseconds
      latest[module] = bars.count
      bars.append(Bar(module: module, span: span, row: row))
    }
    return bars
  }
}

extension Span {
  /// `nil` if they have no time in common.
  fileprivate func intersection(_ other: Span) -> Span? {
    let start = max(startNanoseconds, other.startNanoseconds)
    let end = min(endNanoseconds, other.endNanoseconds)
    return start < end ? Span(start, end) : nil
  }
}

extension BuildStrip {
  /// The strips of builds in one scenario, on one axis.
  struct Chart: Sendable {
    let scenario: Scenario
    let strips: [BuildStrip]
    /// The modules that all of these builds contain; empty for a single build.
    let common: Set<BuiltModule>
    let ticks: [Double]

    var greatest: Double { BarChart.greatest(of: ticks) }
    var isEmpty: Bool { strips.allSatisfy(\.bars.isEmpty) }

    fileprivate init(scenario: Scenario, strips: [BuildStrip]) {
      (self.scenario, self.strips) = (scenario, strips)
      let modules = strips.map(\.modules)
      common = modules.count < 2 ? [] : modules.dropFirst().reduce(modules[0]) { $0.intersection($1) }
      ticks = BarChart.ticks(to: strips.map(\.end).max() ?? 0)
    }
  }

  /// One for each scenario with recorded builds, except for modules that are built alone.
  static func charts(of findings: RunFindings) -> [Chart] {
    let recorded = findings.recordedBuilds
    return findings.run.plan.scenarios.filter { !$0.isModuleAlone }.compactMap { scenario in
      let strips = recorded.filter { $0.scenario == scenario }.compactMap { sample in
        findings.run.arms.first { $0.name == sample.arm }.flatMap { BuildStrip(sample, of: $0) }
      }
      return strips.isEmpty ? nil : Chart(scenario: scenario, strips: strips)
    }
  }
}

extension CSV {
  /// One row for each bar of the charts, in their order; `nil` if there is none.
  static func timelines(_ charts: [BuildStrip.Chart]) -> String? {
    let bars = charts.flatMap(\.strips).flatMap { strip in strip.bars.map { (build: strip.sample, bar: $0) } }
    guard !bars.isEmpty else { return nil }
    let columns: [Column<(build: Sample, bar: BuildStrip.Bar)>] = [
      .text("arm") { $0.build.arm },
      .text("scenario") { $0.build.scenario.rawValue },
      .figures("round") { number($0.build.round) },
      .text("module") { $0.bar.module.name },
      .text("tool") { $0.bar.module.isTool ? "true" : "false" },
      .figures("start_seconds") { number($0.bar.span.startSeconds) },
      .figures("end_seconds") { number($0.bar.span.endSeconds) },
      .figures("critical_seconds") { number($0.bar.critical.reduce(0) { $0 + $1.nanoseconds }.asSeconds) },
    ]
    return table(Table(bars, columns: columns))
  }
}
