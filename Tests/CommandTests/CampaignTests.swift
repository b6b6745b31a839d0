import BuildAnalysis
import Documents
import Foundation
import TestSupport
import Testing

/// Real comparisons by the built program, of which each is written down, so that a campaign goes on where it stopped:
/// script/soak --alarms and --delays.
///
/// `MODGAUGE_SOAK_ALARMS` and `MODGAUGE_SOAK_DELAYS` say how many there are to be in all, `MODGAUGE_SOAK_PART` how many
/// are made at once, `MODGAUGE_SOAK_RECORD` in which file they are written down; what they come to is judged once all
/// are made.
extension BenchCommandTests {
  @Suite struct CampaignTests {
    private static func setting(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }
    private static func count(_ name: String) -> Int { setting(name).flatMap { Int($0) } ?? 0 }

    /// One comparison: candidate ÷ baseline.
    private struct Record: Codable {
      var seed: UInt64
      /// What it should be, if anything was done to the candidate.
      var truth: Double?
      var ratio: Double
      var low: Double
      var high: Double
      var medianSeconds: Double
      var verdict: String?

      var isAlarm: Bool { low > 1 || high < 1 }
      var holdsTruth: Bool { (low...high).contains(truth ?? 1) }
    }

    private static let files = [
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(name: "pair", targets: [
        .target(name: "CoreA"), .executableTarget(name: "AppA", dependencies: ["CoreA"]),
        .target(name: "CoreB"), .executableTarget(name: "AppB", dependencies: ["CoreB"]),
      ])
      """,
      "Sources/CoreA/Core.swift": "public func core() -> Int { 1 }\n",
      "Sources/CoreB/Core.swift": "public func core() -> Int { 1 }\n",
      "Sources/AppA/main.swift": "import CoreA\nprint(core())\n",
      "Sources/AppB/main.swift": "import CoreB\nprint(core())\n",
    ]

    private let folder: TestFolder
    /// Without an index, and with one cache of the system's modules for all builds, these take a third of the time.
    private var common: [String] {
      ["--package-path", folder.path + "/pair", "--cache-dir", folder.path + "/cache"]
        + ["--disable-index-store", "-Xswiftc", "-module-cache-path", "-Xswiftc", folder.path + "/modules"].flatMap {
          ["--build-argument", $0]
        }
    }

    init() throws {
      folder = try TestFolder()
      try folder.write(Self.files.reduce(into: [:]) { $0["pair/" + $1.key] = $1.value })
    }

    @Test(.enabled(if: count("MODGAUGE_SOAK_ALARMS") > 0), .timeLimit(.minutes(600)))
    func aThingThatIsComparedWithItselfSeldomRaisesAnAlarm() async throws {
      let all = try await records(Self.count("MODGAUGE_SOAK_ALARMS")) { seed in
        guard Self.setting("MODGAUGE_SOAK_IN_TURNS") == nil else { return try await comparedInTurns(seed: seed) }
        let calibration = try await calibrated(rounds: 8, comparisons: 1, seed: seed)
        return Record(
          seed: seed, ratio: calibration.ratio.value, low: try #require(calibration.ratio.low),
          high: try #require(calibration.ratio.high), medianSeconds: calibration.medianSeconds,
          verdict: calibration.verdict?.rawValue)
      }
      let alarms = all.count(where: \.isAlarm)
      print("\(alarms) alarms in \(all.count) comparisons of a thing with itself")
      guard all.count >= Self.count("MODGAUGE_SOAK_ALARMS") else { return }
      #expect(8 * alarms <= all.count, "at most 5 of 40")
    }

    /// Two apps with the same sources, whose builds take turns.
    private func comparedInTurns(seed: UInt64) async throws -> Record {
      let outcome = try await modgauge(
        ["bench"] + common + [
          "--combined", "AppA", "--feature", "AppB", "--rounds", "8", "--in-turns", "on", "--seed",
          "\(seed)", "--quiet", "--force", "--output", folder.path + "/run",
        ])
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
      let run = try Run(json: Array(Data(contentsOf: URL(filePath: folder.path + "/run/run.json"))))
      let comparison = try #require(run.findings.comparisons.first)
      return Record(
        seed: seed, ratio: comparison.wall.ratio, low: try #require(comparison.wall.low),
        high: try #require(comparison.wall.high),
        medianSeconds: try #require(run.findings.summaries.first { $0.arm == "AppA" }).median,
        verdict: run.findings.quietness?.verdict.rawValue)
    }

    @Test(.enabled(if: count("MODGAUGE_SOAK_DELAYS") > 0), .timeLimit(.minutes(600)))
    func aDelayOfHalfAgainTheSmallestEffectIsNamedAndMeasured() async throws {
      let milliseconds = try await delay()
      try await delayBuilds(of: "CoreB", milliseconds: milliseconds)
      let all = try await records(Self.count("MODGAUGE_SOAK_DELAYS")) { seed in
        let outcome = try await modgauge(
          ["bench"] + common + [
            "--combined", "AppA", "--feature", "AppB", "--rounds", "10", "--seed", "\(seed)", "--record", "--quiet",
            "--force", "--output", folder.path + "/run",
          ])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        let run = try Run(json: Array(Data(contentsOf: URL(filePath: folder.path + "/run/run.json"))))
        let comparison = try #require(run.findings.comparisons.first)
        let own = try #require(run.findings.summaries.first { $0.arm == "AppA" }).median
        return Record(
          seed: seed, truth: 1 + Double(milliseconds) / 1000 / own, ratio: comparison.wall.ratio,
          low: try #require(comparison.wall.low), high: try #require(comparison.wall.high), medianSeconds: own,
          verdict: run.findings.quietness?.verdict.rawValue)
      }
      let (named, held) = (all.count { $0.low > 1 }, all.count(where: \.holdsTruth))
      print("a delay of \(milliseconds) ms: named in \(named), held in \(held) of \(all.count) comparisons")
      guard all.count >= Self.count("MODGAUGE_SOAK_DELAYS") else { return }
      #expect(10 * named >= 9 * all.count && 10 * held >= 9 * all.count)
    }

    /// One and a half times the smallest effect that ten rounds show here, in milliseconds; calibrated once a campaign.
    private func delay() async throws -> Int {
      let file = (Self.setting("MODGAUGE_SOAK_RECORD") ?? folder.path + "/record") + ".delay"
      if let text = try? String(contentsOfFile: file, encoding: .utf8), let known = Int(text) { return known }
      let calibration = try await calibrated(rounds: 10, comparisons: 3, seed: 1)
      let least = try #require(calibration.detectable(rounds: 10)).value - 1
      let delay = Int((1500 * least * calibration.medianSeconds).rounded(.up))
      print("10 rounds show \(100 * least) % of \(calibration.medianSeconds) s")
      try "\(delay)".write(toFile: file, atomically: true, encoding: .utf8)
      return delay
    }

    /// Delays a module in all further builds that are recorded, after one that makes the toolchain for that.
    private func delayBuilds(of module: String, milliseconds: Int) async throws {
      let recorded = try await modgauge(["record"] + common + ["--quiet", "--output", folder.path + "/recorded"])
      try #require(recorded.exitCode == 0, "\(recorded.errors)")
      let shadows = folder.path + "/cache/shadows"
      let script = URL(filePath: #filePath).appending(path: "../../../script/delay-module").standardized.path()
      for name in try FileManager.default.contentsOfDirectory(atPath: shadows) {
        let delayed = try await Tool(path: script)(["\(shadows)/\(name)", module, "\(Double(milliseconds) / 1000)"])
        try #require(delayed.exitCode == 0, "\(delayed.errors)")
      }
    }

    /// Makes the comparisons of the next seeds, and gives those of earlier calls as well.
    private func records(_ count: Int, _ make: (UInt64) async throws -> Record) async throws -> [Record] {
      let path = Self.setting("MODGAUGE_SOAK_RECORD") ?? folder.path + "/record"
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      var all = text.split(separator: "\n").compactMap { try? JSONDecoder().decode(Record.self, from: Data($0.utf8)) }
      let first = UInt64(Self.setting("MODGAUGE_SOAK_SEED") ?? "1") ?? 1
      let part = Self.setting("MODGAUGE_SOAK_PART").flatMap { Int($0) } ?? count
      let made = Set(all.map(\.seed))
      for seed in (first..<first + UInt64(count)).filter({ !made.contains($0) }).prefix(part) {
        all.append(try await make(seed))
        let lines = try all.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) + "\n" }.joined()
        try lines.write(toFile: path, atomically: true, encoding: .utf8)
      }
      return all
    }

    private func calibrated(rounds: Int, comparisons: Int, seed: UInt64) async throws -> Calibration {
      let outcome = try await modgauge(
        ["calibrate"] + common + [
          "--combined", "AppA", "--rounds", "\(rounds)", "--comparisons", "\(comparisons)", "--seed", "\(seed)",
          "--format", "json", "--quiet",
        ])
      try #require(outcome.exitCode == 0, "\(outcome.errors)")
      return try Calibration(json: outcome.outputBytes)
    }

    private func modgauge(_ words: [String]) async throws -> Tool.Outcome {
      try await Tool.built("modgauge")(words, environment: ["XDG_STATE_HOME": folder.path + "/state"])
    }
  }
}
