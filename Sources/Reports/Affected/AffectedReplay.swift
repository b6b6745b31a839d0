package import ModuleGraph

/// What `affected` would have selected for the commits of a branch.
package struct AffectedReplay: Report {
  package static let renderings: [Rendering<Self>] = [
    .text { Text.document($0.blocks, $1) }, .markdown { Markdown.document($0.blocks) },
    .json { try JSON.pretty($0.json) },
  ]

  package struct Step: Sendable {
    package let commit: String
    package let subject: String
    /// The affected test modules, and all of them.
    let selected: [Module]
    let all: [Module]
    /// The causes of the affected test modules, each with the number of modules.
    let causes: [ChangeCause: Int]
    /// The estimated seconds of clean builds of what they need, without themselves; `nil` if unknown.
    let buildSeconds: (selected: Double, all: Double)?

    package init(
      commit: String, subject: String, _ affected: AffectedModules, estimates: FeatureShares.Estimates = .init()
    ) {
      (self.commit, self.subject) = (commit, subject)
      all = affected.graph.modules.filter { $0.kind == .test }
      selected = all.filter { affected.reaches[$0.id] != nil }
      causes = Dictionary(selected.compactMap { affected.reaches[$0.id].map { ($0.cause, 1) } }, uniquingKeysWith: +)
      let tests = Set(all.map(\.id))
      func seconds(_ modules: [Module]) -> Double? {
        let needed = affected.graph.closure(of: modules.map(\.id)).filter { !tests.contains($0) }
        return needed.isEmpty ? 0 : estimates.seconds(needed)
      }
      let (part, whole) = (seconds(selected), seconds(all))
      buildSeconds = part.flatMap { part in whole.map { (part, max($0, part)) } }
    }
  }

  private let branch: String
  private let steps: [Step]
  private let failures: [(commit: String, reason: String)]
  /// How long the tests of a module took last.
  private let seconds: [ModuleID: Double]
  /// From what building is estimated, as in `clean build of App`; `nil` without a recorded build.
  private let build: String?

  /// - Parameter steps: newest first.
  package init(
    of branch: String, _ steps: [Step], failures: [(commit: String, reason: String)], seconds: [ModuleID: Double],
    build: String? = nil
  ) {
    (self.branch, self.steps, self.failures, self.seconds) = (branch, steps, failures, seconds)
    self.build = build
  }

  /// Seconds, or lines if the time of any test is unknown.
  private func work(_ modules: [Module]) -> Double {
    modules.reduce(0) { $0 + (isTimed ? seconds[$1.id] ?? 0 : Double($1.lines ?? 1)) }
  }

  private var isTimed: Bool {
    !steps.isEmpty && steps.allSatisfy { $0.all.allSatisfy { seconds[$0.id] != nil } }
  }

  private struct Totals: Encodable {
    var commits = 0
    var withoutTests = 0
    var selected = 0
    var all = 0
    var selectedWork = 0.0
    var allWork = 0.0

    var savedShare: Double? { allWork > 0 ? 1 - selectedWork / allWork : nil }
  }

  private var totals: Totals {
    steps.reduce(into: Totals()) { totals, step in
      totals.commits += 1
      if step.selected.isEmpty { totals.withoutTests += 1 }
      totals.selected += step.selected.count
      totals.all += step.all.count
      totals.selectedWork += work(step.selected)
      totals.allWork += work(step.all)
    }
  }

  /// The ten files or pins that selected the most test modules, over all commits.
  private var top: [(cause: String, modules: Int, commits: Int)] {
    var counts: [String: (modules: Int, commits: Int)] = [:]
    for step in steps {
      for (cause, modules) in step.causes {
        let known = counts[cause.subject] ?? (0, 0)
        counts[cause.subject] = (known.modules + modules, known.commits + 1)
      }
    }
    return counts.sorted { ($1.value.modules, $0.key) < ($0.value.modules, $1.key) }.prefix(10).map {
      ($0.key, $0.value.modules, $0.value.commits)
    }
  }

  private struct Building: Encodable {
    let commits: Int
    let savedSeconds: Double
    let allSeconds: Double
    let estimatedFrom: String
  }

  private var building: Building? {
    let known = steps.compactMap(\.buildSeconds)
    guard let build, !known.isEmpty else { return nil }
    return Building(
      commits: known.count, savedSeconds: known.reduce(0) { $0 + $1.all - $1.selected },
      allSeconds: known.reduce(0) { $0 + $1.all }, estimatedFrom: build)
  }

  private var buildingWords: String {
    guard let building else {
      return
        "What building would have been saved is unknown without a recorded build of this workspace; `modgauge record` makes one."
    }
    let share = building.allSeconds > 0 ? " (\(Figures.percent(building.savedSeconds / building.allSeconds)))" : ""
    return
      "About \(Figures.seconds(building.savedSeconds)) of \(Figures.seconds(building.allSeconds))\(share) of clean builds of what the tests need would have been saved. That is estimated from the \(building.estimatedFrom), for \(Figures.counted(building.commits, "commit")), without the test modules themselves."
  }

  private var blocks: [Block] {
    let totals = totals
    let share = totals.savedShare.map { Figures.percent($0) } ?? Figures.absent
    let measured =
      isTimed
      ? "\(Figures.seconds(totals.allWork - totals.selectedWork)) of \(Figures.seconds(totals.allWork)) of running tests (\(share)) would have been saved, by the times of `modgauge test`."
      : "\(share) of the lines of tests would have been skipped. That is an estimate of the work: `modgauge test` has not yet timed all tests."
    let head =
      "The last \(Figures.counted(totals.commits, "commit")) of \(branch): \(Figures.count(totals.selected)) of \(Figures.counted(totals.all, "run")) of a test module would have been selected; \(Figures.counted(totals.withoutTests, "commit")) needed none."
    let causes = top.table([
      .text("because of") { $0.cause }, .figures("runs of test modules") { Figures.count($0.modules) },
      .figures("commits") { Figures.count($0.commits) },
    ])
    let failed = failures.map { "\($0.commit.prefix(10)): \($0.reason)" }
    let words =
      steps.isEmpty ? ["No commit of \(branch) was compared with the one before it."] : [head, measured, buildingWords]
    return [.title("What a selection by changes would have done")] + words.map { .paragraph(Phrase($0)) }
      + (top.isEmpty ? [] : [.table(causes)])
      + (failed.isEmpty ? [] : [.paragraph(Phrase("Not compared: \(failed.listed(atMost: 5))."))])
  }

  private var json: JSON.Object {
    [
      "schema": "modgauge.affected-replay/1", "branch": branch, "isTimed": isTimed,
      "totals": totals, "building": building,
      "causes": top.map { ["subject": $0.cause, "modules": $0.modules, "commits": $0.commits] as JSON.Object },
      "commits": steps.map {
        ["commit": $0.commit, "selected": $0.selected.map(\.id), "all": $0.all.count] as JSON.Object
      },
    ]
  }
}
