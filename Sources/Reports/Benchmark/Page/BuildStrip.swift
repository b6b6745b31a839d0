import BuildAnalysis

/// The modules of one recorded build over time, in as few rows as show them without overlaps.
struct BuildStrip: Sendable {
  struct Bar: Sendable {
    let module: BuiltModule
    /// In seconds from the build's start.
    let span: ClosedRange<Double>
    let row: Int
    let isCritical: Bool
  }

  let sample: Sample
  let arm: Arm
  /// Sorted by start.
  let bars: [Bar]
  /// The modules of the critical path in its order, by their labels.
  let criticalModules: [String]

  var rows: Int { (bars.map(\.row).max() ?? -1) + 1 }
  var modules: Set<BuiltModule> { Set(bars.map(\.module)) }
  var end: Double { max(sample.seconds ?? 0, bars.map(\.span.upperBound).max() ?? 0) }

  /// - Returns: `nil` if it is not known when modules were built.
  init?(_ sample: Sample, of arm: Arm) {
    guard let modules = sample.modules, modules.allSatisfy({ $0.spans != nil }) else { return nil }
    (self.sample, self.arm) = (sample, arm)
    criticalModules = sample.schedule?.criticalModules ?? []
    let critical = Set(criticalModules)
    let spans = modules.flatMap { module in
      (module.spans ?? []).map { (BuiltModule(name: module.module, isTool: module.isTool), $0) }
    }
    let sorted = spans.sorted { ($0.1.lowerBound, $0.1.upperBound, $0.0) < ($1.1.lowerBound, $1.1.upperBound, $1.0) }
    var ends: [Double] = []
    bars = sorted.map { module, span in
      let row = ends.firstIndex { $0 <= span.lowerBound } ?? ends.count
      if row == ends.count { ends.append(0) }
      ends[row] = span.upperBound
      return Bar(module: module, span: span, row: row, isCritical: critical.contains(module.label))
    }
  }
}

extension BuildStrip {
  /// The strips of builds in one scenario, on one axis.
  struct Chart: Sendable {
    let scenario: Scenario
    let strips: [BuildStrip]
    /// The modules that all of these builds contain; empty for a single build.
    let common: Set<BuiltModule>

    /// The ticks from 0 to the end of the axis, in seconds, ascending.
    var ticks: [Double] { BarChart.ticks(to: strips.map(\.end).max() ?? 0) }
  }

  /// One for each scenario with recorded builds, except for modules that are built alone.
  static func charts(of findings: RunFindings) -> [Chart] {
    let recorded = findings.recordedBuilds
    return findings.run.plan.scenarios.filter { !$0.isModuleAlone }.compactMap { scenario in
      let strips = recorded.filter { $0.scenario == scenario }.compactMap { sample in
        findings.run.arms.first { $0.name == sample.arm }.flatMap { BuildStrip(sample, of: $0) }
      }
      let compiled = strips.map(\.modules).filter { !$0.isEmpty }
      let common = compiled.count < 2 ? [] : compiled.dropFirst().reduce(compiled[0]) { $0.intersection($1) }
      return strips.isEmpty ? nil : Chart(scenario: scenario, strips: strips, common: common)
    }
  }
}

extension CSV {
  /// One row for each bar of the charts, in their order.
  static func timelines(_ charts: [BuildStrip.Chart]) -> String {
    let bars = charts.flatMap(\.strips).flatMap { strip in strip.bars.map { (build: strip.sample, bar: $0) } }
    let columns: [Column<(build: Sample, bar: BuildStrip.Bar)>] = [
      .words("arm") { $0.build.arm },
      .words("scenario") { $0.build.scenario.rawValue },
      .figures("round") { number($0.build.round) },
      .words("module") { $0.bar.module.name },
      .words("tool") { $0.bar.module.isTool ? "true" : "false" },
      .figures("start_seconds") { number($0.bar.span.lowerBound) },
      .figures("end_seconds") { number($0.bar.span.upperBound) },
      .words("critical") { $0.bar.isCritical ? "true" : "false" },
    ]
    return table(Table(bars, columns: columns))
  }
}
