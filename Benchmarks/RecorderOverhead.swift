import BuildAnalysis
import BuildTrace
import Foundation

/// What does a stand-in add to each call of a compiler?
struct RecorderOverhead: Question {
  let name = "recorder-overhead"
  let summary = "a call of `true` through a stand-in minus a direct one, wall time; goal at most 3 ms"

  private static let calls = 100

  func answer(pairs: Int, seed: UInt64) async throws -> [String] {
    let folder = try Self.shadow()
    let trace = folder + "/trace"
    let direct = Self.loop(folder + "/real/swiftc", trace: trace)
    let recorded = Self.loop(folder + "/usr/bin/swiftc", trace: trace)
    let pairs = try await Pairs(count: pairs, seed: seed) {
      try Data().write(to: URL(filePath: trace))
      return try await recorded.seconds()
    } second: {
      try await direct.seconds()
    }
    let milliseconds = zip(pairs.seconds.first, pairs.seconds.second).map { ($0 - $1) * 1000 / Double(Self.calls) }
    let interval = milliseconds.medianInterval(alpha: 0.05)
    let bounds = interval.map { " (\(Pairs.text($0.low, 2)) to \(Pairs.text($0.high, 2)))" } ?? ""
    let verdict = interval.map { $0.high <= 3 ? "met" : $0.low > 3 ? "missed" : "unresolved" } ?? "unresolved"
    return [
      "median \(Pairs.text(milliseconds.median, 2)) ms a call\(bounds), \(milliseconds.count) pairs; goal 3 ms: \(verdict)"
    ]
  }

  /// A stand-in around `true`, laid out as in a shadow toolchain.
  private static func shadow() throws -> String {
    let folder = try Command.workFolder + "/stand-in"
    let files = FileManager.default
    try? files.removeItem(atPath: folder)
    for part in ["real", "usr/bin"] {
      try files.createDirectory(atPath: "\(folder)/\(part)", withIntermediateDirectories: true)
    }
    try files.copyItem(atPath: "/usr/bin/true", toPath: folder + "/real/swiftc")
    try files.copyItem(atPath: Command.sibling("modgauge-recorder"), toPath: folder + "/usr/bin/swiftc")
    return folder
  }

  /// Many calls in one process, whose own start then counts for little.
  private static func loop(_ program: String, trace: String) -> Command {
    Command([
      "/usr/bin/env", "\(StandIns.fileVariable)=\(trace)", "/bin/sh", "-c",
      "i=0; while [ $i -lt \(calls) ]; do \"$0\" -module-name Core -c One.swift; i=$((i+1)); done", program,
    ])
  }
}
