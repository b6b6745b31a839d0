package import BuildAnalysis
import ModuleGraph

extension Markdown {
  /// The page of a run: what was measured, the table, and what the figures do not say.
  package static func builds(_ findings: RunFindings) -> String {
    let figures =
      [buildsTable(findings)] + modules(findings) + rebuilds(findings) + modulesAlone(findings) + trust(findings)
    let sections =
      ["# \(escaped(findings.run.workspace.name)): combined app and features, built apart"] + figures
      + list(notes(findings))
      + ["![The modules of the combined app, each feature's marked](graph.svg)"]
    return sections.joined(separator: "\n\n") + "\n"
  }

  /// How quiet the session was, and the table: a row for each arm in each scenario, but for modules that are built
  /// alone.
  package static func buildsTable(_ findings: RunFindings) -> String {
    let rows = findings.cases.filter { !$0.isModuleAlone }
    let what: [Column<CaseFindings>] = [.words("builds") { label($0.arm) }]
    let scenario: [Column<CaseFindings>] = [.words("scenario") { escaped($0.scenario.rawValue) }]
    let isCleanOnly = findings.run.plan.scenarios == [.clean]
    let reference = findings.run.reference.map { escaped($0.name) } ?? "reference"
    let columns = what + (isCleanOnly ? [] : scenario) + figures(reference: reference)
    return (quietness(findings) + [table(Table(rows, columns: columns))]).joined(separator: "\n\n")
  }

  private static func figures(reference: String) -> [Column<CaseFindings>] {
    [
      .figures("median", median),
      .figures("range") { $0.summary.map { Figures.range($0.min, $0.max) } ?? Figures.absent },
      .figures("÷ \(reference)", ratio),
      .figures("saved") { Figures.seconds($0.savedSeconds) },
      .figures("modules") { Figures.count($0.modules) },
      .figures("files") { Figures.count($0.sources) },
      .figures("lines") { Figures.count($0.lines) },
      .figures("CPU") { Figures.seconds($0.summary?.cpuSeconds) },
      .figures("peak memory") { Figures.mebibytes($0.summary?.peakBytes) },
    ]
  }

  /// `12.3 s (1 of 6 failed)`.
  private static func median(_ row: CaseFindings) -> String {
    let failed = row.failures > 0 || (row.summary == nil && !row.failedSamples.isEmpty)
    let partly =
      (failed ? ["\(row.failures) of \(row.rounds) failed"] : [])
      + (row.disturbances > 0 ? ["\(row.disturbances) of \(row.rounds) disturbed"] : [])
    let marks = partly.isEmpty ? "" : " (\(partly.joined(separator: ", ")))"
    return row.summary.map { Figures.seconds($0.median) + marks } ?? (failed ? "failed" : Figures.absent)
  }

  private static func label(_ arm: Arm) -> String {
    switch (arm.role, arm.feature) {
    case (.sampleApp, _) where arm.made == true: "\(escaped(arm.name)) (made sample app)"
    case (.combined, _): "**\(escaped(arm.name))** (combined app)"
    case (.sampleApp, let feature?): "\(escaped(arm.name)) (sample app of \(escaped(feature)))"
    case (.sampleApp, nil): "\(escaped(arm.name)) (sample app)"
    case (.feature, _): "\(escaped(arm.name)) (feature)"
    case (.module, _): "\(escaped(arm.name)) (module)"
    case (.other, _): escaped(arm.name)
    }
  }

  private static func ratio(_ row: CaseFindings) -> String {
    guard let low = row.comparison?.low, let high = row.comparison?.high else { return Figures.ratio(row.ratio) }
    return "\(Figures.ratio(row.ratio)) (\(Figures.ratio(low)) – \(Figures.ratio(high)))"
  }

  private static func notes(_ findings: RunFindings) -> [String] {
    let run = findings.run
    let machine = run.environment
    var notes = [
      "\(run.plan.scenarios == [.clean] ? "Clean `" : "`")\(run.plan.configuration)` builds with \(builder(run)), \(rounds(findings)) after "
        + "\(Figures.counted(run.plan.warmups, "warm-up")) for each, in random order within a round (seed \(run.plan.seed)). "
        + "Median and range are wall time; CPU is the median of user and system seconds; "
        + "peak memory is that of the largest single process.",
      escaped(
        "\(machine.cpu ?? "unknown processor"), \(machine.cores) cores; \(machine.os); \(machine.compiler)"),
    ]
    notes += run.command == nil ? [] : [unproved]
    notes += steps(run.plan)
    notes += run.plan.scenarios.contains(.firstNull) ? [firstNull] : []
    notes += calibration(findings)
    if let revision = run.workspace.revision {
      notes.append("Revision \(escaped(revision))" + (run.workspace.dirty == true ? ", with local changes." : "."))
    }
    notes.append(claim(findings.cases))
    notes += findings.endingWords.map { [escaped($0)] } ?? []
    return notes + findings.cases.flatMap(failures)
  }

  /// The first builds that failed, and how many more did.
  private static func failures(_ row: CaseFindings) -> [String] {
    let what = escaped(row.scenario == .clean ? row.arm.name : "\(row.arm.name), \(row.scenario.rawValue),")
    let shown = row.failedSamples.prefix(shownFailures).map { sample in
      let log = sample.log.map { "; its output is in `\($0)`" } ?? ""
      let round = sample.warmup ? "the warm-up" : "round \(sample.round)"
      return "**\(what) failed** in \(round): \(escaped(sample.reason ?? "no reason known"))\(log)"
    }
    let rest = row.failedSamples.count - shown.count
    return shown + (rest > 0 ? ["**\(what) failed** \(Figures.count(rest)) times more."] : [])
  }

  private static let shownFailures = 10

  private static func builder(_ run: Run) -> String {
    run.command.map { "the command " + escaped($0.joined(separator: " ")) } ?? "`swift build`"
  }

  private static func steps(_ plan: Run.Plan) -> [String] {
    [("Before", plan.prepare), ("After", plan.cleanup)].compactMap { when, words in
      words.map { "\(when) each build ran " + escaped($0.joined(separator: " ")) + ", which is not in the figures." }
    }
  }

  private static let unproved =
    "**What this command compiled is not proved:** a build counts as clean since its scratch folder was empty; what the "
    + "command keeps elsewhere is not known."

  private static let firstNull =
    "`first-null` is the first build of nothing after a clean one, `null` any later one. SwiftPM's native build system plans "
    + "the first anew, since a clean build leaves no record of the package's structure that it could compare with."

  /// What the figures allow to be said: under six rounds, nothing beyond the range.
  private static func claim(_ rows: [CaseFindings]) -> String {
    let fewest = rows.filter { !$0.isReference }.compactMap { $0.comparison?.pairs }.min() ?? 0
    guard fewest >= RunFindings.roundsForClaim else {
      return "**Fewer than \(RunFindings.roundsForClaim) rounds: this shows a range, and no conclusion is drawn.** "
        + "Ratios are Hodges-Lehmann estimates of the pairs within a round; "
        + "run `--rounds \(RunFindings.roundsForClaim)` or more for intervals."
    }
    let level = rows.compactMap { row in row.comparison?.level }.min() ?? 0.95
    return "In brackets: the exact interval of the ratio (Hodges-Lehmann on log ratios within a round), "
      + "at \(Figures.fixed(level * 100, decimals: 1)) % or more."
  }

  private static func rounds(_ findings: RunFindings) -> String {
    let (run, ending) = (findings.run, findings.ending)
    if run.plan.stopping == nil, ending.reason == .early {
      return "\(Figures.count(ending.rounds)) of \(Figures.counted(run.plan.rounds, "round"))"
    }
    return Figures.counted(ending.rounds, "round")
  }
}
