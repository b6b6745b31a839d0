import BuildAnalysis
import BuildTrace
import ModuleGraph

extension RunReport {
  static func page(_ findings: RunFindings) -> [Block] {
    if let comparison = findings.comparison { return comparison.page }
    let head: [Block] =
      [.title(title(findings))] + answer(findings) + .points(inferences(findings.run)) + furtherFeatures(findings)
      + sizes(findings) + chart(findings)
    let figures = modules(findings) + rebuilds(findings) + modulesAlone(findings)
    let graph = Block.picture(file: "graph.svg", description: picture(findings.run))
    return head + figures + [graph] + limits(findings)
  }

  /// What was found, in at most three sentences, and the table of times. If the session was not quiet, that comes first.
  static func answer(_ findings: RunFindings) -> [Block] {
    let sentences = sentences(findings)
    let rest =
      sentences.count > mostSentences ? ["… and \(Figures.count(sentences.count - mostSentences)) more below"] : []
    return (isQuiet(findings) ? [] : quietness(findings))
      + .points(sentences.prefix(mostSentences) + rest.map { Phrase($0) })
      + [.table(table(findings))]
  }

  /// What each feature gains, with all sentences if the answer does not have them.
  static func furtherFeatures(_ findings: RunFindings) -> [Block] {
    sentences(findings).count > mostSentences ? features(findings) : Array(features(findings).dropFirst())
  }

  private static let mostSentences = 3

  static func isQuiet(_ findings: RunFindings) -> Bool { findings.quietness?.verdict == .quiet }

  static func limits(_ findings: RunFindings) -> [Block] {
    .trust(
      isQuiet(findings) ? quietness(findings) : [],
      [
        ("What these rounds can and cannot detect", Array(trust(findings).dropFirst())),
        ("How it was measured", .points(notes(findings))),
      ])
  }

  static func title(_ findings: RunFindings) -> Phrase {
    if let comparison = findings.comparison { return comparison.title }
    let run = findings.run
    guard let whole = run.reference, run.arms.allSatisfy({ $0.role == .combined }) else {
      let kind = run.reference?.isWholePackage == true ? "whole package" : "combined app"
      return "\(run.workspace.name): \(kind) and features, built apart"
    }
    return "\(run.workspace.name): builds of \(whole.nameInSentence)"
  }

  /// What the run assumes although nobody named it.
  static func inferences(_ run: Run) -> [Phrase] { run.inference?.sentences.map { "Inferred \($0)." } ?? [] }

  private static func picture(_ run: Run) -> Phrase {
    let owner = run.reference?.isWholePackage == true ? "whole package" : "combined app"
    return Phrase("The modules of the \(owner)\(run.arms.count > 1 ? ", each feature's marked" : "")")
  }

  private static func chart(_ findings: RunFindings) -> [Block] {
    findings.summaries.isEmpty
      ? [] : [.picture(file: "chart.svg", description: "Medians as bars, with their intervals and each build")]
  }

  static func table(_ findings: RunFindings) -> Table {
    table(
      rows(findings), reference: findings.run.reference, withScenario: findings.run.plan.scenarios != [.clean])
  }

  private static func rows(_ findings: RunFindings) -> [CaseFindings] { findings.cases.filter { !$0.isModuleAlone } }

  static func table(_ rows: [CaseFindings], reference: Arm?, withScenario: Bool) -> Table {
    let what: [Column<CaseFindings>] = [.text("builds", phrase: { name($0.arm) })]
    let scenario: [Column<CaseFindings>] = [.text("scenario") { $0.scenario.rawValue }]
    let cpu: Column<CaseFindings> = .figure("CPU") { .seconds($0.summary?.cpuSeconds) }
    let columns = what + (withScenario ? scenario : []) + times(rows)
    guard !rows.allSatisfy(\.isReference) else { return Table(rows, columns: columns + [cpu]) }
    let other = reference?.name ?? (rows.contains { $0.arm.side != nil } ? "base" : "reference")
    return Table(
      rows,
      columns: columns + [
        .figures("÷ \(other)", phrase: { ratio($0.ratio, $0.comparison?.wall) }),
        .figure("saved") { .seconds($0.savedSeconds) }, cpu,
        .figures("CPU ÷ \(other)", phrase: { ratio($0.cpuRatio, $0.comparison?.cpu) }),
      ])
  }

  /// What each arm is and compiles, which is the same in every scenario.
  static func sizes(_ findings: RunFindings) -> [Block] {
    let cases = Dictionary(grouping: Self.rows(findings), by: \.arm.name)
    let rows = findings.run.arms.compactMap { arm in cases[arm.name]?.first.map { (arm, $0) } }
    let clean = cases.compactMapValues { $0.first { $0.scenario == .clean }?.summary }
    let others = findings.run.arms.reduce(into: [:]) { $0[$1.name] = findings.modulesOfOtherPackages(in: $1) }
    let table = rows.table([
      .text("builds", phrase: { name($0.0) }), .text("as") { $0.0.roleWords },
      .figure("modules") { .count($0.1.modules) }, .figures("files", phrase: { .tally($0.1.sources) }),
      .figures("lines", phrase: { .tally($0.1.lines) }),
      .figure(othersColumn) { arm, _ in .count(others[arm.name].flatMap { $0.isEmpty ? nil : $0.count }) },
      .figure("peak memory") { arm, _ in
        .mebibytes(cases[arm.name]?.compactMap(\.summary?.peakBytes).max())
      },
      .figure("link") { arm, _ in .seconds(clean[arm.name]?.linkSeconds) },
      .figure("product") { arm, _ in .kibibytes(clean[arm.name]?.productBytes) },
    ])
    return [.table(table.withoutEmptyColumns)] + .points([otherPackages(findings, others)].compactMap(\.self))
  }

  private static let othersColumn = "modules of other packages"

  /// What the figures of modules, files and lines do not contain; `nil` if nothing else is compiled.
  private static func otherPackages(_ findings: RunFindings, _ others: [String: [String]]) -> Phrase? {
    guard let arm = findings.run.reference ?? findings.run.arms.first else { return nil }
    guard let names = others[arm.name] else {
      let part = BuildSurvey(findings.run.subject(of: arm).graph).part(arm.modules)
      return Text.externals(part, of: arm.nameInSentence).map { Phrase($0) }
    }
    guard others.values.contains(where: { !$0.isEmpty }) else { return nil }
    let examples = names.isEmpty ? "" : " (\(names.listed(atMost: 5)))"
    return "Modules, files and lines are those of this workspace. Modules of other packages are compiled too and are "
      + "not counted there: \(arm.nameInSentence) compiles \(Figure.count(names.count)) of them\(examples)."
  }

  /// The median with its interval, or with the range where a build has too few rounds for an interval.
  private static func times(_ rows: [CaseFindings]) -> [Column<CaseFindings>] {
    [
      .figures("median", phrase: { median($0) }),
      hasIntervals(rows)
        ? .figures("interval", phrase: { $0.summary?.interval.map { .range($0.lowerBound, $0.upperBound) } ?? .absent })
        : .figures("range", phrase: { $0.summary.map { .range($0.min, $0.max) } ?? .absent }),
    ]
  }

  private static func hasIntervals(_ rows: [CaseFindings]) -> Bool {
    rows.contains { $0.summary != nil } && rows.allSatisfy { $0.summary.map { $0.interval != nil } ?? true }
  }

  /// For example `12.3 s (1 of 6 failed)`.
  static func median(_ row: CaseFindings, marksDisturbances: Bool = true) -> Phrase {
    if row.cleanFailure != nil { return Phrase("not built").toned(.bad) }
    let failed = row.failures > 0 || (row.summary == nil && !row.failedSamples.isEmpty)
    let failures = Phrase("\(row.failures) of \(row.rounds) failed").toned(.bad)
    let disturbances = Phrase("\(row.disturbances) of \(row.rounds) disturbed").toned(.doubtful)
    let partly = (failed ? [failures] : []) + (marksDisturbances && row.disturbances > 0 ? [disturbances] : [])
    let marks: Phrase = partly.isEmpty ? "" : " (\(partly.joined(separator: ", ")))"
    return row.summary.map { "\(Figure.seconds($0.median))\(marks)" }
      ?? (failed ? Phrase("failed").toned(.bad) : .absent)
  }

  private static func name(_ arm: Arm) -> Phrase { arm.role == .combined ? "**\(arm.name)**" : "\(arm.name)" }

  static func label(_ arm: Arm) -> Phrase {
    let role = Phrase(arm.roleWords)
    return role.isEmpty ? name(arm) : name(arm) + Phrase(" (\(role))").toned(.soft)
  }

  /// Green if builds are faster beyond doubt, red if they are slower.
  static func ratio(_ ratio: Double?, _ estimate: RatioEstimate?) -> Phrase {
    guard let low = estimate?.low, let high = estimate?.high else { return Phrase(.ratio(ratio)) }
    let tone: Phrase.Tone? = high < 1 ? .good : low > 1 ? .bad : nil
    return Phrase(.ratio(ratio)).toned(tone)
      + Phrase(" (\(Figure.ratio(low)) – \(Figure.ratio(high)))").toned(.soft)
  }

  static func notes(_ findings: RunFindings) -> [Phrase] {
    let run = findings.run
    let spread = hasIntervals(rows(findings)) ? "its exact interval" : "range"
    var notes: [Phrase] = [
      "\(run.plan.scenarios == [.clean] ? "Clean " : "")`\(run.plan.configuration)` builds with \(builder(run)), \(rounds(findings)) after "
        + "\(Figures.counted(run.plan.warmups, "warm-up")) for each, in random order within a round (seed \(run.plan.seed)). "
        + "Median and \(spread) are wall time; CPU is the median of user and system seconds; "
        + "peak memory is that of the largest single process in any of an arm's builds.",
      Phrase(run.machineWords),
    ]
    notes += run.command == nil ? [] : [unverified]
    notes += run.isBuiltByXcode ? [logged] : []
    notes += steps(run.plan)
    notes += firstNull(findings)
    notes += turns(findings)
    notes += calibration(findings)
    if let revision = run.workspace.revision {
      notes.append("Revision \(revision)\(run.workspace.dirty == true ? ", with local changes" : "").")
    }
    notes += [claim(findings)].compactMap(\.self)
    notes += findings.endingWords.map { [Phrase($0)] } ?? []
    return notes + failures(findings)
  }

  static func failures(_ findings: RunFindings) -> [Phrase] { findings.cases.flatMap(failures) + notBuilt(findings) }

  /// The scenarios that were skipped, by arm. What the compiler said is in the note about the clean build.
  private static func notBuilt(_ findings: RunFindings) -> [Phrase] {
    findings.run.arms.compactMap { arm in
      let skipped = findings.cases.filter { $0.arm.name == arm.name && $0.cleanFailure != nil }
      guard !skipped.isEmpty else { return nil }
      return
        "**\(arm.name) was not built** for \(skipped.map(\.scenario.rawValue).listed(atMost: 5)): its clean build failed."
    }
  }

  /// How builds took turns, or why they did not although it was allowed.
  private static func turns(_ findings: RunFindings) -> [Phrase] {
    let run = findings.run
    let means = Set(run.samples.compactMap(\.turns))
    guard !means.isEmpty else {
      return run.turnDecision.description.map { [Phrase($0.capitalizedFirst + ".")] } ?? []
    }
    let names = HaltingMeans.allCases.filter(means.contains).map(\.description).joined(separator: " and ")
    let closesInherited = run.samples.contains { $0.closesInherited == true }
    return [
      "The builds of a round took short turns: each was halted (by \(names)) while another had its turn. "
        + "Wall time counts a build's own turns only."
    ] + shift(findings.unevenComparison) + (closesInherited ? [closing] : [])
  }

  private static func shift(_ uneven: UnevenComparison?) -> [Phrase] {
    guard let uneven else { return [] }
    return [
      "In measurements on two cores, turns shifted ratios of builds that keep different numbers of processors busy (here "
        + "\(uneven.description)) by up to \(Figure.percent(MeasuredShift.turns)), which the intervals do not contain."
    ]
  }

  private static let closing: Phrase =
    "Recorded compilers closed what they inherited, so that none kept the output of another one open: a driver that waits "
    + "for it loses time, in some builds and not in others."

  /// The first failed builds, and the number of others.
  private static func failures(_ row: CaseFindings) -> [Phrase] {
    let what = row.scenario == .clean ? row.arm.name : "\(row.arm.name), \(row.scenario.rawValue),"
    let shown = row.failedSamples.prefix(shownFailures).map { sample -> Phrase in
      let log: Phrase? = sample.log.map { "; its output is in `\($0)`" } ?? ""
      let round = sample.warmup ? "the warm-up" : "round \(sample.round)"
      return "**\(what) failed** in \(round): \(sample.reason ?? "no reason known")\(log ?? "")"
    }
    let rest = row.failedSamples.count - shown.count
    return shown + (rest > 0 ? ["**\(what) failed** \(Figures.count(rest)) times more."] : [])
  }

  private static let shownFailures = 10

  private static func builder(_ run: Run) -> Phrase {
    let stated = run.statedBuilder
    return run.isBuiltByXcode ? "`\(stated ?? "xcodebuild")`" : stated.map { "the command \($0)" } ?? "`swift build`"
  }

  private static func steps(_ plan: Run.Plan) -> [Phrase] {
    [("Before", plan.prepare), ("After", plan.cleanup)].compactMap { when, words in
      words.map { "\(when) each build ran \($0.joined(separator: " ")), which is not in the figures." }
    }
  }

  private static let unverified: Phrase =
    "**It is not verified what this command compiled:** a build counts as clean since its scratch folder was empty, but "
    + "the command may keep files elsewhere."

  private static let logged: Phrase =
    "What was compiled is what Xcode's own log of each build says. A clean build starts with an empty folder of derived data, and "
    + "with packages that were fetched before; its log repeats no step of another build. CPU time is that of the steps in the log, "
    + "and absent if it has none."

  /// What the first null builds are, and what they compiled although nothing had changed.
  private static func firstNull(_ findings: RunFindings) -> [Phrase] {
    guard findings.run.plan.scenarios.contains(.firstNull) else { return [] }
    let meaning: Phrase = "`first-null` is the first build without changes after a clean one, `null` any later one."
    let reason: Phrase =
      " SwiftPM's native build system plans the first one again, since a clean build leaves no record of the package's structure."
    return [meaning + (findings.run.isBuiltByXcode ? "" : reason)]
      + findings.cases.filter { $0.scenario == .firstNull }.compactMap { row in
        let modules = Set(findings.measured(row.case).flatMap { $0.rebuilt ?? [] }.map(\.module)).sorted()
        return modules.isEmpty
          ? nil
          : "The first null build of \(row.arm.name) compiled \(modules.inSentence), although nothing had changed."
      }
  }

  /// The claim that the figures support; for fewer than six rounds, only the range. `nil` if nothing is compared.
  private static func claim(_ findings: RunFindings) -> Phrase? {
    let rows = findings.cases
    let compared = rows.filter { !$0.isReference }
    let rounds = compared.isEmpty ? rows.map { $0.summary?.rounds } : compared.map { $0.comparison?.wall.pairs }
    guard (rounds.compactMap(\.self).min() ?? 0) >= RunFindings.roundsForClaim else {
      return "**Fewer than \(RunFindings.roundsForClaim) rounds: this shows a range, and no conclusion is drawn.** "
        + (compared.isEmpty ? "Run" : "Ratios are Hodges-Lehmann estimates of the pairs within a round; run")
        + " `--rounds \(RunFindings.roundsForClaim)` or more for intervals."
    }
    if compared.isEmpty { return nil }
    let level =
      rows.flatMap { [$0.comparison?.wall.level, $0.comparison?.cpu?.level] }.compactMap(\.self).min() ?? 0.95
    return "In brackets: the exact interval of the ratio (Hodges-Lehmann on log ratios within a round), "
      + "at \(Figure.percent(level)) or more."
  }

  private static func rounds(_ findings: RunFindings) -> String {
    let (run, ending) = (findings.run, findings.ending)
    if run.plan.stopping == nil, ending.reason == .early {
      return "\(Figures.count(ending.rounds)) of \(Figures.counted(run.plan.rounds, "round"))"
    }
    return Figures.counted(ending.rounds, "round")
  }
}
