import BuildAnalysis
import Documents
import Foundation
import RunHistory

/// Does a history of years stay small and quick?
struct HistorySize: Question {
  let name = "history"
  let summary = """
    10,000 runs of 50 arms and 3 rounds (`ManyRuns`, seed 1): database under 200 MB, `history trend` under 0.3 s, `history \
    import` of 1,000 runs under 10 s
    """

  /// Adds 9,000 runs to a new history.
  private static func fill(_ path: String, from runs: inout ManyRuns) throws {
    let history = try RunHistory(at: path, creates: true)
    for _ in 0..<90 {
      _ = try history.add((0..<100).compactMap { _ in try StoredRun(runs.next()) })
    }
  }

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let folder = try Command.workFolder + "/history"
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(atPath: folder + "/runs", withIntermediateDirectories: true)
    var runs = ManyRuns(seed: 1)
    let path = folder + "/history.sqlite"
    try Self.fill(path, from: &runs)
    var bytes = 0
    let files = (0..<1000).map { "\(folder)/runs/\($0).json" }
    for file in files {
      let text = try runs.next().json()
      bytes += text.utf8.count
      try text.write(toFile: file, atomically: false, encoding: .utf8)
    }
    let modgauge = Command.sibling("modgauge")
    let place = ["--history", path]
    let imported = try await Command([modgauge, "history", "import"] + files + place).seconds()
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    return [
      "import of 1,000 runs (\(bytes >> 20) MB): \(Pairs.text(imported, 2)) s; goal 10 s: "
        + (imported < 10 ? "met" : "missed"),
      "database: \(size / 1_000_000) MB; goal 200 MB: \(size < 200_000_000 ? "met" : "missed")",
      try await Self.trend([modgauge, "history", "trend", "--format", "json"] + place, "all arms", runs: pairs),
      try await Self.trend(
        [modgauge, "history", "trend", "--format", "svg"] + place, "all arms, drawn", runs: pairs),
      try await Self.trend(
        [modgauge, "history", "trend", "--format", "json", "--arm", "App", "--last", "20000"] + place,
        "one arm, all 10,000 runs", runs: pairs),
    ]
  }

  private static func trend(_ words: [String], _ name: String, runs: Int) async throws -> String {
    var seconds: [Double] = []
    for _ in 0..<max(1, runs) { seconds.append(try await Command(words).seconds()) }
    let slowest = seconds.max() ?? .nan
    return "trend, \(name): median \(Pairs.text(seconds.median, 3)) s, the slowest of \(seconds.count) "
      + "\(Pairs.text(slowest, 3)) s; goal 0.3 s: \(slowest < 0.3 ? "met" : "missed")"
  }
}
