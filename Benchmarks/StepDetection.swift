import BuildAnalysis
import Foundation
import ModuleGraph

/// What does it cost to look for steps?
///
/// With `MODGAUGE_SERIES` naming a file, a JSON array of series, the steps of each are printed instead, a line each:
/// `Benchmarks/Steps/steps.py` holds them against what others find.
struct StepDetection: Question {
  let name = "steps"
  let summary = "the steps of a series of 1,000 points: under 10 ms"

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    if let path = ProcessInfo.processInfo.environment["MODGAUGE_SERIES"] {
      let series = try JSONDecoder().decode([[Double]].self, from: Data(contentsOf: URL(filePath: path)))
      return series.filter { $0.count >= 4 }.map { "\($0.steps().map(\.index))" }
    }
    var generator = SeededGenerator(seed: seed)
    let series = (0..<1000).map { Self.value($0, &generator) }
    var found = 0
    let times = (0..<100).map { _ in
      let start = ContinuousClock.now
      found = series.steps().count
      return start.duration(to: .now) / .milliseconds(1)
    }
    let slowest = times.max() ?? .nan
    return [
      "\(found) steps; median \(Pairs.text(times.median, 4)) ms, the slowest of \(times.count) \(Pairs.text(slowest, 4)) ms; "
        + "goal 10 ms: \(slowest < 10 ? "met" : "missed")"
    ]
  }

  /// A step of 3 % each 250 values, noise of 1 %, and now and then a spike.
  private static func value(_ index: Int, _ generator: inout SeededGenerator) -> Double {
    let level = 100 + 3 * Double(index / 250 % 4)
    let noise = (0..<12).reduce(-6) { sum, _ in sum + Double(generator.below(1 << 20)) / Double(1 << 20) }
    return level + noise + (generator.below(50) == 0 ? 15 : 0)
  }
}
