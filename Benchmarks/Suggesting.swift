import BuildAnalysis
import Foresight
import ModuleGraph
import Platform

/// Does `modgauge suggest` find what is wrong, and how long does it search?
///
/// The builds are simulated, since the law of their costs is known then, and none of twenty has to be recorded.
struct Suggesting: Question {
  let name = "suggest"
  let summary = """
    20 simulated builds of workspaces with a planted flaw: the first suggestion names it in at least 18, and the plan gains \
    at least 90 % of the best of all plans: of every single change and pair, and of up to five changes (the best 24 of each \
    length, extended by every change); 1,000 modules and 30,000 jobs: under 30 s of CPU
    """

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    var rows: [Row] = []
    for flaw in FlawedWorkspace.Flaw.allCases {
      for index in 0..<4 { rows.append(try Row(FlawedWorkspace(flaw, seed: seed * 100 + UInt64(index)))) }
    }
    let named = rows.count { $0.isNamed }
    let pairs = rows.count { $0.shareOfPairs >= 0.9 }
    let reached = rows.count { $0.share >= 0.9 }
    return [
      "| flaw | seed | modules | build | first suggestion | named | its gain | plan | best single or pair | reached | best of all | of | reached |",
      "|---|--:|--:|--:|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ] + rows.map(\.line) + [
      "",
      "named first in \(named) of \(rows.count); goal 18: \(named >= 18 ? "met" : "missed")",
      "plan reaches 90 % of the best single change or pair in \(pairs) of \(rows.count); goal all: \(pairs == rows.count ? "met" : "missed")",
      "plan reaches 90 % of the best of all in \(reached) of \(rows.count); goal all: \(reached == rows.count ? "met" : "missed")",
      try speed(1000),
    ]
  }

  /// One workspace, searched by the tool and exhaustively.
  private struct Row {
    let flawed: FlawedWorkspace
    let seconds: Double
    let first: Suggestion?
    let isNamed: Bool
    let steps: Int
    let gain: Double
    let best: ExhaustiveSearch

    init(_ flawed: FlawedWorkspace) throws {
      self.flawed = flawed
      let recorded = try flawed.workspace.recorded()
      let found = recorded.suggestions(facts: flawed.workspace.facts)
      seconds = recorded.measuredSeconds
      first = found.suggestions.first
      isNamed = first.map(flawed.isNamed) ?? false
      (steps, gain) = (found.plan.count, found.planGain.value)
      best = ExhaustiveSearch(recorded, facts: flawed.workspace.facts)
    }

    var share: Double { best.gain > 0 ? gain / best.gain : 1 }
    var shareOfPairs: Double { best.gainOfPairs > 0 ? gain / best.gainOfPairs : 1 }

    var line: String {
      let words = first?.changes.map(\.description).joined(separator: ", ") ?? "none"
      let cells = [
        flawed.flaw.rawValue, "\(flawed.seed)", "\(flawed.workspace.modules.count)", "\(Pairs.text(seconds, 2)) s",
        words.count > 60 ? words.prefix(57) + "…" : words, isNamed ? "yes" : "**no**",
        first.map { "\(Pairs.text($0.gain.value, 2)) s" } ?? "–", "\(Pairs.text(gain, 2)) s, \(steps) steps",
        "\(Pairs.text(best.gainOfPairs, 2)) s", Self.percent(shareOfPairs), "\(Pairs.text(best.gain, 2)) s",
        "\(best.plans)", Self.percent(share),
      ]
      return "| " + cells.joined(separator: " | ") + " |"
    }

    private static func percent(_ share: Double) -> String { "\(Int((share * 100).rounded(.down))) %" }
  }

  // MARK: Speed

  /// How long a search takes in a build of so many modules, and 30 times as many jobs.
  func speed(_ count: Int) throws -> String {
    let workspace = SimulatedWorkspace.large(modules: count)
    let recorded = try workspace.recorded()
    let start = Self.cpuSeconds
    let found = recorded.suggestions(facts: workspace.facts)
    let seconds = Self.cpuSeconds - start
    let jobs = count * SimulatedWorkspace.largeProcesses
    return "\(count) modules, \(jobs) jobs: \(Pairs.text(seconds, 1)) s of CPU for "
      + "\(found.candidates) changes and \(found.replays) replays; goal 30 s: \(seconds < 30 ? "met" : "missed")"
  }

  static var cpuSeconds: Double { Double(ResourceUsage.own?.processorMicroseconds ?? 0) / 1e6 }
}
