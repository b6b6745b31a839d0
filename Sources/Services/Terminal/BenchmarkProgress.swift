package import BuildAnalysis
package import BuildRunner
import Reports

/// Prints the progress of a benchmark to standard error: a line for each build, and at a terminal a live line for the
/// current one.
package struct BenchmarkProgress {
  package let isQuiet: Bool
  package let plan: Run.Plan
  /// The description of each current build.
  private var current: [Case: String] = [:]
  /// For example ` (about 42 s left when it began)`, without a live line.
  private var left = ""

  package init(isQuiet: Bool, plan: Run.Plan) {
    self.isQuiet = isQuiet
    self.plan = plan
  }

  package mutating func show(_ event: Benchmark.Event) {
    guard !isQuiet else { return }
    switch event {
    case .copying(let path):
      Terminal.note("copying the workspace to \(path)")
    case .copied, .resolved: break
    case .expecting(let seconds):
      Terminal.note("expected: \(about) \(Figures.roughly(seconds)) for the rounds")
    case .deciding(let decision):
      if let words = decision.description { Terminal.note(words) }
    case .building(let builds, let round, let index, let count, let remainingSeconds):
      begin(builds, round, index: index, count: count, remainingSeconds)
    case .built(let sample):
      Terminal.live?.hide()
      Terminal.note((current[sample.case] ?? Self.name(of: sample.case)) + ": " + Self.outcome(of: sample) + left)
    case .repeating(let round):
      Terminal.note("round \(round) is repeated, since it was disturbed")
    case .notRecorded(let reason):
      Terminal.note("warning: that build was not recorded: \(reason)")
    case .stopping:
      Terminal.note("stopping, since a build failed")
    case .skipping(let build, let others):
      let rest = others.isEmpty ? "" : "; so are \(others.map(\.scenario.rawValue).listed(atMost: 3))"
      Terminal.note("\(Self.name(of: build)) is skipped, since its warm-up failed\(rest)")
    case .finishing:
      // On a busy disk, this takes up to a minute.
      Terminal.live?.show { "removing the builds' folders" }
    }
  }

  private mutating func begin(
    _ builds: [Case], _ round: Int, index: Int, count: Int?, _ remainingSeconds: Double?
  ) {
    let expected = remainingSeconds.map { " (\(about) \(Figures.roughly($0)) left when it began)" } ?? ""
    left = Terminal.live == nil ? expected : ""
    current = [:]
    for (offset, build) in builds.enumerated() {
      let place = count.map { "[\(index + offset)/\($0)]" } ?? "[\(index + offset)]"
      current[build] = "\(place) \(roundWords(round)): \(Self.name(of: build))"
    }
    guard let live = Terminal.live else { return }
    let names = builds.map(Self.name).joined(separator: ", ") + (builds.count > 1 ? " in turns" : "")
    let line = BuildingLine(
      index: index, count: count, words: "\(roundWords(round)): \(Text.printable(names))",
      shortWords: builds.count > 1 ? "\(roundWords(round)): \(builds.count) builds in turns" : nil, about: about,
      remainingSeconds: remainingSeconds)
    let start = ContinuousClock.now
    live.show { line.text(columns: Terminal.liveColumns, after: start.duration(to: .now) / .seconds(1)) }
  }

  /// Hides the live line when no build runs any more.
  package func finish() { Terminal.live?.hide() }

  private func roundWords(_ round: Int) -> String { round == 0 ? "warm-up" : "round \(round)\(lastRound)" }

  private var mayStop: Bool { plan.stopping != nil }

  private var about: String { mayStop ? "at most" : "about" }

  private var lastRound: String { mayStop ? "" : " of \(plan.rounds)" }

  package static func name(of build: Case) -> String {
    build.scenario == .clean ? build.arm : "\(build.arm), \(build.scenario.rawValue)"
  }

  private static func outcome(of sample: Sample) -> String {
    if sample.outcome != .ok { return "\(sample.outcome.rawValue), \(sample.reason ?? "for no known reason")" }
    let causes = sample.noise?.disturbances.map(\.description) ?? []
    let marks = causes.isEmpty ? "" : ", disturbed by \(causes.joined(separator: " and "))\(share(sample))"
    return (sample.seconds.map { Figures.seconds($0) } ?? "done") + marks
  }

  /// As in ` (31.0 % of the processor time)`.
  private static func share(_ sample: Sample) -> String {
    sample.noise?.outsideShare.map { " (\(Figures.percent($0)) of the processor time)" } ?? ""
  }
}
