package import BuildAnalysis
import Documents

/// The result of a bisection, for people and programs.
package struct BisectionReport: Report {
  package let findings: BisectionFindings

  package init(_ findings: BisectionFindings) { self.findings = findings }

  package static let renderings: [Rendering<Self>] = [
    .markdown { Markdown.document($0.page) },
    .text { Text.document($0.page, $1) }.forTerminal,
    .json { try $0.findings.bisection.json() },
  ]

  private var bisection: Bisection { findings.bisection }

  private var page: [Block] {
    [.title(title), .paragraph(answer)] + .points(sizes + hints + doubts) + [.heading("Revisions"), .table(table)]
      + .points(obstacles) + [.heading("How it was measured"), .list(method)]
  }

  // MARK: The answer

  private var direction: String { bisection.plan.direction.rawValue }
  private var last: Int { bisection.revisions.count - 1 }

  /// `App`, `App, null` or `App, CPU time`.
  private var builds: String {
    let plan = bisection.plan
    return
      ([plan.arm] + (plan.scenario == .clean ? [] : [plan.scenario.rawValue])
      + (plan.measure == .cpu ? ["CPU time"] : [])).joined(separator: ", ")
  }

  private var title: Phrase { "\(bisection.workspace): when did \(builds) become \(direction)?" }

  private var answer: Phrase {
    let candidates = findings.candidates
    let share = Self.certainty(findings.probability)
    switch findings.outcome {
    case .found where candidates.count == 1:
      return "**Since \(name(candidates.upperBound))**, with a probability of \(share)."
    case .found:
      return "**Since one of \(Figures.counted(candidates.count, "revision"))**, with a probability of \(share): "
        + "\(name(candidates.upperBound)), or one of those before it that cannot be built."
    case .nothingToFind:
      return "**Nothing found**: these builds do not show that \(name(last)) is \(direction) than \(name(0))."
    case .unfinished where candidates.count == 1:
      let known: Phrase = findings.probability < 1 ? ", with a probability of \(share)" : ""
      return "**Not certain yet**: it may be \(name(candidates.upperBound))\(known)."
    case .unfinished where findings.probability < 1:
      return "**Not certain yet**: it is one of \(Figures.counted(candidates.count, "revision")) from "
        + "\(name(candidates.lowerBound)) to \(name(candidates.upperBound)), with a probability of \(share)."
    case .unfinished:
      return "**Not certain yet**: it may be any of the \(Figures.counted(last, "revision"))."
    }
  }

  /// The probability in words, such as `97.1 %`; never 100 %.
  private static func certainty(_ probability: Double) -> String {
    probability > 0.9995 ? "more than 99.9 %" : Figures.percent(probability)
  }

  /// `1234567890 (2026-02-03, “Add a price list”)`.
  private func name(_ index: Int) -> Phrase {
    let revision = bisection.revisions[index]
    return "`\(revision.shortCommit)` (\(String(revision.authored.prefix(10))), “\(revision.subject)”)"
  }

  private var sizes: [Phrase] {
    guard let size = findings.size else { return [] }
    let interval = size.ratio.interval.map { Figures.interval($0.low, $0.high) }
    let visible = size.ratio.minimumDetectable.map { ratio -> Phrase in
      findings.outcome == .nothingToFind ? "; could have detected ≥ \(Figures.percent(ratio - 1))" : ""
    }
    let ratio = Figures.fixed(size.ratio.ratio, decimals: 3)
    let what = bisection.plan.measure == .cpu ? "use \(ratio) times the CPU time" : "take \(ratio) times as long"
    return [
      "Builds \(what)\(interval ?? ""): "
        + "\(Figure.seconds(size.before)) before, \(Figure.seconds(size.after)) after\(visible ?? "")."
    ]
  }

  /// How to search within a merge, which needs another bisection.
  private var hints: [Phrase] {
    guard findings.outcome == .found, findings.candidates.count == 1,
      let merged = bisection.revisions[findings.candidates.upperBound].merged
    else { return [] }
    let before = bisection.revisions[findings.candidates.upperBound - 1].shortCommit
    let branch = String(merged.prefix(10))
    return [
      "It is a merge. To search the merged branch: `modgauge bisect --good $(git merge-base \(before) \(branch)) --bad \(branch)`."
    ]
  }

  /// Other work on the machine, if it disturbed a quarter of the builds or more, so that there would be fewer without it.
  private var doubts: [Phrase] {
    let builds = bisection.builds.filter { bisection.figure(of: $0) != nil && $0.run == nil }
    let disturbances = builds.compactMap { $0.noise?.disturbances.first }
    guard disturbances.count * 4 >= builds.count,
      let cause = Disturbance.allCases.max(by: { left, right in
        disturbances.count { $0 == left } < disturbances.count { $0 == right }
      }), !disturbances.isEmpty
    else { return [] }
    return [
      "\(disturbances.count) of \(Figures.counted(builds.count, "build")) were disturbed, most of them by \(cause.description). "
        + "These count less, so that a quieter machine needs fewer builds."
    ]
  }

  // MARK: What was built

  /// Revisions without builds are listed only above this probability.
  private static let shownProbability = 0.01

  private typealias Row = (
    revision: Bisection.Revision, probability: Double, figures: [Double], known: Int, isObstacle: Bool
  )

  private var rows: [Row] {
    let isKnown = findings.outcome != .nothingToFind && findings.probability < 1
    return bisection.revisions.indices.compactMap { index in
      let builds = bisection.builds.filter { $0.revision == index && bisection.figure(of: $0) != nil }
      let row = Row(
        revision: bisection.revisions[index],
        probability: isKnown && index > 0 ? findings.probabilities[index] : 0,
        figures: builds.compactMap(bisection.figure), known: builds.count { $0.run != nil },
        isObstacle: bisection.obstacle(at: index) != nil)
      return builds.isEmpty && !row.isObstacle && row.probability < Self.shownProbability ? nil : row
    }
  }

  private var table: Table {
    rows.table([
      .text("revision", phrase: { "`\($0.revision.shortCommit)`" }),
      .text("date") { String($0.revision.authored.prefix(10)) },
      .text("subject") { $0.revision.subject },
      .figures("probability") { row in
        row.probability < Self.shownProbability / 10 ? Figures.absent : Self.certainty(row.probability)
      },
      .text("builds") { row in
        if row.isObstacle { return "left out" }
        let own = row.figures.count - row.known
        return row.known == 0 ? "\(own)" : "\(own) + \(row.known) known"
      },
      .figure("median") { .seconds($0.figures.median) },
    ])
  }

  private static let shownObstacles = 5

  private var obstacles: [Phrase] {
    let failed = bisection.revisions.indices.compactMap { index in
      bisection.obstacle(at: index).map { (index, $0) }
    }
    let shown = failed.prefix(Self.shownObstacles).map { index, build -> Phrase in
      let log: Phrase = build.log.map { "; its output is in `\($0)`" } ?? ""
      return "Left out: \(name(index)), \(build.reason ?? "which does not build")\(log)."
    }
    let rest = failed.count - shown.count
    return shown + (rest > 0 ? ["\(Figures.counted(rest, "more revision")) left out."] : [])
  }

  private var method: [Phrase] {
    let plan = bisection.plan
    let warmups = bisection.builds.count { $0.warmup == true && $0.seconds != nil }
    let known = bisection.builds.count { $0.run != nil }
    let history: Phrase =
      known == 0 ? "" : " The history supplied \(Figures.counted(known, "median")) of the same machine and toolchain."
    return [
      "\(Figures.counted(bisection.buildsMade, "build")), of which \(Figures.counted(warmups, "warm-up")), of "
        + "\(Figures.counted(bisection.revisions.count, "revision")) along first parents; asked for "
        + "\(Figures.percent(plan.confidence)).\(history)",
      "Builds alternate between revisions that are probably before and probably after the step. The probability is that of a "
        + "single step with log-normal noise on a machine whose speed may drift; a second step is not modeled.",
      "\(plan.scenario == .clean ? "Clean " : "")`\(plan.configuration)` builds; \(bisection.environment.description)",
    ]
  }
}
