import BuildAnalysis
import BuildRunner
import Reports

/// Tells on standard error what a benchmark does: a line for each build, and at a terminal the one that runs.
struct BenchmarkProgress {
  let isQuiet: Bool
  let plan: Run.Plan
  private var current = ""

  init(isQuiet: Bool, plan: Run.Plan) {
    self.isQuiet = isQuiet
    self.plan = plan
  }

  mutating func show(_ event: Benchmark.Event) {
    guard !isQuiet else { return }
    switch event {
    case .copying(let path):
      Terminal.note("copying the workspace to \(path)")
    case .copied, .resolved: break
    case .expecting(let seconds):
      Terminal.note("expected: \(about) \(Figures.roughly(seconds)) for the rounds")
    case .building(let build, let round, let index, let count, let remainingSeconds):
      let place = count.map { "[\(index)/\($0)]" } ?? "[\(index)]"
      current = "\(place) \(roundWords(round)): \(Self.name(of: build))"
      if let live = Terminal.live {
        let line = BuildingLine(
          index: index, count: count, words: "\(roundWords(round)): \(Text.printable(Self.name(of: build)))",
          about: about,
          remainingSeconds: remainingSeconds)
        let start = ContinuousClock.now
        live.show { line.text(columns: Terminal.liveColumns, after: start.duration(to: .now) / .seconds(1)) }
      } else {
        current += remainingSeconds.map { ", \(about) \(Figures.roughly($0)) left" } ?? ""
      }
    case .built(let sample):
      Terminal.live?.hide()
      Terminal.note(current + ": " + Self.outcome(of: sample))
    case .repeating(let round):
      Terminal.note("round \(round) is repeated, since it was disturbed")
    case .notRecorded(let reason):
      Terminal.note("warning: that build was not recorded: \(reason)")
    case .stopping:
      Terminal.note("stopping, since a build failed")
    case .skipping(let build):
      Terminal.note("\(Self.name(of: build)) is skipped, since its warm-up failed")
    }
  }

  /// No build runs any more.
  func finish() { Terminal.live?.hide() }

  private func roundWords(_ round: Int) -> String { round == 0 ? "warm-up" : "round \(round)\(lastRound)" }

  private var mayStop: Bool { plan.stopping != nil }

  private var about: String { mayStop ? "at most" : "about" }

  private var lastRound: String { mayStop ? "" : " of \(plan.rounds)" }

  static func name(of build: Case) -> String {
    build.scenario == .clean ? build.arm : "\(build.arm), \(build.scenario.rawValue)"
  }

  private static func outcome(of sample: Sample) -> String {
    if sample.outcome != .ok { return "\(sample.outcome.rawValue), \(sample.reason ?? "for no known reason")" }
    let causes = sample.noise?.disturbances.map(\.words) ?? []
    let marks = causes.isEmpty ? "" : ", disturbed by \(causes.joined(separator: " and "))\(share(sample))"
    return (sample.seconds.map { Figures.seconds($0) } ?? "done") + marks
  }

  /// ` (31.0 % of the processor time)`.
  private static func share(_ sample: Sample) -> String {
    sample.noise?.outsideShare.map { " (\(Figures.percent($0)) of the processor time)" } ?? ""
  }
}
