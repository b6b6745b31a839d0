import BuildAnalysis
import Documents
import Foundation

/// What does the page of a large run cost?
struct RunPages: Question {
  let name = "run-page"
  let summary =
    "`modgauge report --format html` of a recorded run of 400 modules, 20 arms and 6 rounds: under 1 s of CPU time"

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    var runs = ManyRuns(seed: 1, modules: 400, arms: 20, rounds: 6, areRecorded: true)
    let file = try Command.workFolder + "/run-of-400.json"
    try runs.next().json().write(toFile: file, atomically: false, encoding: .utf8)
    let page = try Command.workFolder + "/run-of-400.html"
    let report = Command([Command.sibling("modgauge"), "report", file, "--format", "html=\(page)"])
    var seconds: [Double] = []
    for _ in 0..<max(1, min(pairs, 10)) { seconds.append(try await report.processorSeconds()) }
    let bytes = try FileManager.default.attributesOfItem(atPath: page)[.size] as? Int ?? 0
    let slowest = seconds.max() ?? .nan
    return [
      "median \(Pairs.text(seconds.median, 3)) s, the slowest \(Pairs.text(slowest, 3)) s, \(seconds.count) runs; "
        + "\(bytes / 1000) kB; goal 1 s: \(slowest < 1 ? "met" : "missed")"
    ]
  }
}
