import BuildAnalysis
import ModuleGraph
import Reports
import TestSupport
import Testing

struct CalibrationReportTests {
  /// Of 24 rounds of an arm and itself, of which the other one was slower in the last eight.
  private func calibration() throws -> Calibration {
    var run = Run.example(rounds: 0)
    run.arms.removeLast()
    run.samples = (1...24).flatMap { round in
      run.arms.enumerated().map { index, arm in
        let scatter = Double((round * 7 + index * 5) % 11) / 20
        return Sample(
          arm: arm.name, round: round, position: index + 1, offsetSeconds: Double(round),
          seconds: 3 + scatter + (index == 1 && round > 16 ? 0.6 : 0),
          noise: BuildNoise(otherShare: round == 3 ? 0.2 : 0.01, stolenShare: 0))
      }
    }
    return try #require(Calibration(run, rounds: 8, date: "2026-11-21T18:00:00Z"))
  }

  @Test func aCalibrationForPeople() throws {
    try expectSnapshot(Text.calibration(calibration()), named: "calibration.txt")
  }

  @Test func aCalibrationForPrograms() async throws {
    let json = try JSON.calibration(calibration())
    #expect(try JSON.calibration(from: Array(json.utf8)) == calibration())
    #expect(try await JSONSchema.calibration.complaints(about: json) == "")
    let other = json.replacing("modgauge.calibration/1", with: "modgauge.calibration/2")
    let error = try #require(throws: JSON.Malformed.self) { try JSON.calibration(from: Array(other.utf8)) }
    #expect(error.reason == "expected modgauge.calibration/1, found modgauge.calibration/2")
  }

  @Test func aRunQuotesTheCalibrationOfItsMachine() throws {
    var run = Run.example(rounds: 6)
    #expect(
      !Markdown.builds(run).contains("alibrat") && !Text.plan(run, expected: nil).contains("by the calibration of"))
    run.calibration = try calibration()
    let line = try #require(Markdown.builds(run).split(separator: "\n").first { $0.hasPrefix("- Calibrated") })
    #expect(
      line.hasPrefix("- Calibrated on 2026-11-21 with clean `debug` builds of Shop: 6 rounds show a slowdown of "))
    #expect(line.hasSuffix("; compared with themselves they differed in 1 of 3 comparisons (0.8 – 90.6 % of all)."))
    #expect(Text.plan(run, expected: nil).contains("four times in five, by the calibration of 2026-11-21\n"))
  }
}
