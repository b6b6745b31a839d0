package import BuildAnalysis
package import ModuleGraph

/// The changes from a base to a head, for people, programs and services.
package struct ComparisonReport: Report {
  package let comparison: RunComparison
  /// `nil` without a gate.
  package var gate: GateDecision?
  /// Recorded builds of both states, in the order of the cases.
  let timelines: [ComparedTimelines]
  /// The workspace's folder relative to the root of its repository, empty for the root itself; `nil` if there is no
  /// repository.
  private let inRepository: String?
  /// The new and longer files of modules, relative to the workspace's folder; empty for stored runs.
  let growingFiles: [ModuleID: [String]]

  package init(
    _ comparison: RunComparison, gate: GateDecision? = nil, timelines: [ComparedTimelines] = [],
    inRepository: String? = nil, growingFiles: [ModuleID: [String]] = [:]
  ) {
    (self.comparison, self.gate, self.timelines) = (comparison, gate, timelines)
    (self.growingFiles, self.inRepository) = (growingFiles, inRepository)
  }

  /// A path of the graph, relative to the root of the repository.
  func pathInRepository(_ path: String) -> String {
    inRepository.map { $0.isEmpty ? path : "\($0)/\(path)" } ?? path
  }

  package static let hasDetails = true

  package static let renderings: [Rendering<Self>] = [
    Rendering("markdown", "md", file: "comparison.md") { Markdown.document($0.page) },
    .text { Text.document($0.page, $1) }.forTerminal,
    Rendering("json", "json", file: "comparison.json") { try JSON.comparison($0) },
    .html(file: "comparison.html") { try $0.html(laidOutBy: $1) },
    Rendering("csv", "csv", file: "comparison.csv") { CSV.comparison($0.comparison) },
    Rendering("github", "github") { Annotations.comparison($0) },
    Rendering("github-comment", "md", file: "comment.md") { $0.comment },
    Rendering("github-summary", "md", file: "summary.md") { $0.summary },
    Rendering("junit", "xml") { JUnit.comparison($0) },
    Rendering("sarif", "sarif") { try SARIF.comparison($0) },
    Rendering("smaller-is-better", "json", file: "smaller-is-better.json") { try JSON.smallerIsBetter($0.comparison) },
    Rendering("bencher", "json", file: "bencher.json") { try JSON.bencher($0.comparison) },
  ]
}

extension RunFindings {
  /// What a run of two states says; `nil` for a run of one.
  var comparison: ComparisonReport? { RunComparison(self).map { ComparisonReport($0) } }
}

extension ComparisonReport {
  var page: [Block] {
    let quietness = comparison.isPaired ? RunReport.quietness(comparison.head.findings, isGated: gate != nil) : []
    // Nothing was built if nothing that is built differs.
    if comparison.cases.isEmpty, comparison.head.run.unchanged != nil { return [.title(title)] + gateBlocks }
    let isQuiet = RunReport.isQuiet(comparison.head.findings)
    return [.title(title)] + gateBlocks + answer + (isQuiet ? [] : quietness) + .points(doubts) + [.table(table)]
      + .points(notes)
      + sections.dropFirst().joined() + .trust(isQuiet ? quietness : [], [("How it was measured", .points(method))])
  }

  /// What differs, in at most three sentences; empty if a gate says so.
  private var answer: [Block] {
    guard gate == nil, comparison.isComparable, !comparison.isHeadAlone else { return [] }
    let different = comparison.cases.filter { $0.telling?.change.isDifferent == true }
    let shown = different.isEmpty ? comparison.cases.prefix(1) : different.prefix(3)
    return .points(
      shown.map { build in
        let change = build.telling.map {
          $0.change.isDifferent ? ": \(Figures.signedPercent($0.change.ratio - 1))" : ""
        }
        return "**\(build.title)**: " + build.verdict(isComparable: true) + "\(change ?? "")."
      })
  }

  var title: Phrase { "\(comparison.head.subject.name): \(comparison.base.name) → \(comparison.head.name)" }

  /// The sections, each with its heading: the verdicts, then their explanations.
  var sections: [[Block]] {
    [[.heading("Base and head"), .table(table)] + .points(doubts + notes)]
      + (comparison.cases.flatMap { [modules($0), schedule($0)] } + comparison.arms.map(counts)).filter { !$0.isEmpty }
  }

  private var doubts: [Phrase] {
    let mismatches = comparison.mismatches
    let opening: [Phrase] =
      comparison.isComparable ? [] : ["**These runs are not comparable: no figure shows the effect of the change.**"]
    return opening
      + mismatches.map { mismatch in
        "**\(mismatch.title)**: \(mismatch.base) before, \(mismatch.head) after."
      }
  }

  // MARK: The verdicts

  private var table: Table {
    let hasScenarios = comparison.cases.contains { $0.scenario != .clean }
    let scenario: [Column<CaseChange>] = hasScenarios ? [.text("scenario") { $0.scenario.rawValue }] : []
    return Table(
      comparison.cases,
      columns: [.text("builds") { $0.arm }] + scenario + [
        .figure(comparison.base.name) { .seconds($0.wall?.base ?? $0.medians.base) },
        .figure(comparison.head.name) { .seconds($0.wall?.head ?? $0.medians.head) },
        .figures("ratio", phrase: { Self.ratio($0.wall) }),
        .figures("CPU ratio", phrase: { Self.ratio($0.cpu) }),
        .text("verdict", phrase: verdict),
      ])
  }

  /// A gate decides by fewer rounds than an interval needs.
  private func verdict(of build: CaseChange) -> Phrase {
    if comparison.isHeadAlone, build.failures.head.isEmpty { return "no base" }
    guard build.telling?.change.verdict == .tooFew, let check = gate?.times.first(where: { $0.case == build.case })
    else { return build.verdict(isComparable: comparison.isComparable) }
    return switch check.outcome {
    case .passed where check.acceptance != nil: Phrase("slower, accepted").toned(.doubtful)
    case .passed: Phrase("within the limit").toned(.good)
    case .failed: Phrase("slower than allowed").toned(.bad)
    case .unresolved: Phrase("could not tell").toned(.doubtful)
    }
  }

  /// A ratio: green if builds are significantly faster, red if they are slower.
  static func ratio(_ change: FigureChange?) -> Phrase {
    guard let change else { return .absent }
    let ratio = Figures.fixed(change.ratio, decimals: 3)
    guard let low = change.low, let high = change.high else { return Phrase(ratio) }
    let tone: Phrase.Tone? = change.verdict == .slower ? .bad : change.verdict == .faster ? .good : nil
    return Phrase(ratio).toned(tone) + Phrase(Figures.interval(low, high)).toned(.soft)
  }

  private var notes: [Phrase] {
    let failed = comparison.cases.flatMap { change in
      [(comparison.base.name, change.failures.base), (comparison.head.name, change.failures.head)].compactMap {
        name, samples -> Phrase? in
        guard let first = samples.first else { return nil }
        if first.scenario != change.scenario {
          return "**\(change.title) was not built** in \(name): its clean build failed."
        }
        let log: Phrase = first.log.map { "; its output is in `\($0)`" } ?? ""
        return "**\(change.title) failed** in \(name) (\(Figures.counted(samples.count, "build"))): "
          + "\(first.reason ?? "no reason known")\(log)"
      }
    }
    let lonely: [Phrase] = comparison.lonely.map { side, names in
      "Only in \(side.name), so not compared: \(names.joined(separator: ", "))."
    }
    let alone: [Phrase] =
      comparison.isHeadAlone
      ? ["**The base cannot be loaded**, so the head was measured alone. The command's errors state the reason."] : []
    return alone + failed + lonely
  }

  // MARK: Why

  private static let shownModules = 10

  private func modules(_ change: CaseChange) -> [Block] {
    guard let modules = change.modules, change.telling?.change.isDifferent == true || !modules.telling.isEmpty else {
      return []
    }
    let all = modules.telling + modules.suspects
    guard !all.isEmpty else { return [] }
    let shown = all.prefix(Self.shownModules)
    let rest = all.count - shown.count
    let table = shown.table([
      .text("module") { $0.isTool ? "\($0.module) (tool)" : $0.module },
      .text("what") { $0.kind.description },
      .figure("before") { .seconds($0.base) }, .figures("difference") { Self.signed($0.difference) },
      .figures("ratio", phrase: { Self.ratio($0.figure) }),
    ])
    let more: Phrase = rest > 0 ? " \(Figures.counted(rest, "module")) more with smaller differences." : ""
    let sum: Phrase =
      "CPU time changed by \(Self.signed(modules.difference)): \(Self.signed(modules.explained)) in "
      + "modules that are new, gone or significantly different; of the remaining \(Self.signed(modules.unexplained)), "
      + "\(Self.signed(modules.uncertain)) in modules whose difference may be chance."
    return [.heading("Why: \(change.title), CPU time by module"), .table(table), .paragraph(sum + more)]
  }

  /// The critical path and waiting times, if builds differ.
  private func schedule(_ change: CaseChange) -> [Block] {
    guard let schedule = change.schedule, change.telling?.change.isDifferent == true else { return [] }
    let table = schedule.changes.table([
      .text("") { $0.figure.title }, .figure("before") { .seconds($0.base) },
      .figures("difference") { Self.signed($0.difference) },
      .figures("ratio", phrase: { Self.ratio($0.change) }),
    ])
    let same = schedule.base == schedule.head
    let paths: [Phrase] = [
      "The critical path\(same ? "" : " before"): \(Self.path(schedule.base)).",
      "The critical path after: \(Self.path(schedule.head)).",
    ]
    return [.heading("Why: \(change.title), critical path and waiting"), .table(table)]
      + .points(same ? Array(paths.prefix(1)) : paths)
  }

  private static func path(_ modules: [String]) -> String {
    let shown = modules.prefix(shownModules).joined(separator: " → ")
    return modules.count > shownModules ? "\(shown) → … (\(Figures.count(modules.count)) modules)" : shown
  }

  static func signed(_ seconds: Double) -> String { (seconds > 0 ? "+" : "") + Figures.seconds(seconds) }

  private func counts(_ change: ArmChange) -> [Block] {
    let changed = change.counts.filter { $0.difference != 0 }
    let lists = [
      ("Newly compiled", change.added.map(Self.words)), ("No longer compiled", change.removed.map(Self.words)),
      ("Added dependencies", change.addedDependencies.map(Self.words)),
      ("Removed dependencies", change.removedDependencies.map(Self.words)),
    ].filter { !$0.1.isEmpty }
    guard !changed.isEmpty || !lists.isEmpty else { return [] }
    let table = (changed.isEmpty ? change.counts : changed).table([
      .text("") { $0.title }, .figure("before") { .count($0.base) }, .figure("after") { .count($0.head) },
      .figures("difference") { $0.difference.map { ($0 > 0 ? "+" : "") + Figures.count($0) } ?? Figures.absent },
    ])
    return [.heading("What \(change.arm) compiles"), .table(table)]
      + .points(lists.map { "\($0.0): \($0.1.listed(atMost: Self.shownModules))." })
  }

  private static func words(_ module: Module) -> String {
    module.name + (module.lines.map { " (\(Figures.counted($0, "line")))" } ?? "")
  }

  private static func words(_ dependency: Dependency) -> String {
    "\(dependency.from.name) → \(dependency.to.name)"
      + (dependency.location.map { " (\($0.file):\($0.line))" } ?? "")
  }

  // MARK: How

  private var method: [Phrase] {
    let run = comparison.head.run
    let together = run.samples.contains { $0.turns != nil } ? "at once, in turns," : "one after the other"
    let session = "\(run.machines == nil ? "Both states were built" : "Each machine built both states") in one session"
    let seed = run.machines == nil ? " (seed \(run.plan.seed))" : ""
    let pairing: Phrase =
      comparison.isPaired
      ? "\(session), \(together) in each round, in random order\(seed). Ratios are Hodges-Lehmann estimates of the pairs; the "
        + "interval inverts the exact signed-rank test."
      : "The two runs are from different sessions and not paired: the ratio includes whatever changed on the machine in "
        + "between. It is a Hodges-Lehmann estimate of all rounds of each run; the interval inverts the exact "
        + "Mann-Whitney test."
    let level = comparison.cases.compactMap { $0.wall?.level }.min().map {
      "Confidence level of the intervals: at least \(Figures.fixed($0 * 100, decimals: 1)) %." as Phrase
    }
    let saysDetectable = comparison.cases.contains { change in
      change.telling.map { $0.change.verdict == .unchanged && $0.change.minimumDetectable != nil } ?? false
    }
    let detectable: Phrase =
      "“Could have detected” is the smallest slowdown that this test of this number of rounds "
      + "detects with 80 % power, if the rounds scatter as most of these did."
    return [
      comparison.isHeadAlone ? nil : pairing, level, saysDetectable ? detectable : nil,
      "\(run.plan.scenarios == [.clean] ? "Clean " : "")\(configurations) builds; \(machines)",
    ].compactMap(\.self)
  }

  private var configurations: Phrase {
    let (before, after) = (comparison.base.run.plan.configuration, comparison.head.run.plan.configuration)
    return before == after ? "`\(after)`" : "`\(before)` and `\(after)`"
  }

  /// Of unpaired runs, the machines of both, if they differ.
  private var machines: String {
    let (before, after) = (comparison.base.run, comparison.head.run)
    guard !comparison.isPaired else { return after.machineWords }
    return before.machineKinds == after.machineKinds
      ? after.machineKinds : "before: \(before.machineKinds); after: \(after.machineKinds)"
  }
}
