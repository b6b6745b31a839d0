import BuildAnalysis

/// How long does the tool take to do nothing?
struct StartUp: Question {
  let name = "start-up"
  let summary = "`modgauge --version`, wall time of the process; goal under 20 ms"

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let version = Command([Command.sibling("modgauge"), "--version"])
    var seconds: [Double] = []
    for _ in 0...pairs { seconds.append(try await version.seconds()) }
    // The first finds nothing in the file cache.
    let measured = seconds.dropFirst().map { $0 * 1000 }
    let interval = measured.medianInterval(alpha: 0.05)
    let bounds = interval.map { " (\(Pairs.text($0.low, 1)) to \(Pairs.text($0.high, 1)))" } ?? ""
    let verdict = GoalVerdict(interval, goal: 0...20)
    return ["median \(Pairs.text(measured.median, 1)) ms\(bounds), \(measured.count) runs; goal 20 ms: \(verdict)"]
  }
}
