import BuildAnalysis
import BuildRunner
import Reports

/// Tells on standard error what a benchmark does: a line for each build, and on a terminal the one in flight.
struct BenchmarkProgress {
  let isQuiet: Bool
  let rounds: Int
  private var current = ""

  init(isQuiet: Bool, rounds: Int) {
    self.isQuiet = isQuiet
    self.rounds = rounds
  }

  mutating func show(_ event: Benchmark.Event) {
    guard !isQuiet else { return }
    switch event {
    case .copying(let path):
      Terminal.complain("copying the workspace to \(path)")
    case .copied, .resolved: break
    case .building(let build, let round, let index, let count, let remainingSeconds):
      current = "[\(index)/\(count)] \(round == 0 ? "warm-up" : "round \(round) of \(rounds)"): \(Self.name(of: build))"
      let left = remainingSeconds.map { ", about \(Self.rough($0)) left" } ?? ""
      if Terminal.showsErrors {
        Terminal.complain("\r\u{1B}[K\(current) …\(left)", terminator: "")
      } else {
        current += left
      }
    case .built(let sample):
      let start = Terminal.showsErrors ? "\r\u{1B}[K" : ""
      Terminal.complain(start + current + ": " + Self.outcome(of: sample))
    case .stopping:
      Terminal.complain("stopping, since a build failed")
    case .skipping(let build):
      Terminal.complain("\(Self.name(of: build)) is not built again, since its warm-up failed")
    }
  }

  private static func name(of build: Case) -> String {
    build.scenario == .clean ? build.arm : "\(build.arm), \(build.scenario.rawValue)"
  }

  private static func outcome(of sample: Sample) -> String {
    if sample.outcome != .ok { return "\(sample.outcome.rawValue), \(sample.reason ?? "for no known reason")" }
    return sample.seconds.map { Figures.seconds($0) } ?? "done"
  }

  /// `2 min 10 s`; in steps that do not pretend to know better.
  private static func rough(_ seconds: Double) -> String {
    guard seconds >= 60 else { return "\(max(1, Int(seconds.rounded()))) s" }
    let tens = Int((seconds / 10).rounded()) * 10
    return tens.isMultiple(of: 60) ? "\(tens / 60) min" : "\(tens / 60) min \(tens % 60) s"
  }
}
