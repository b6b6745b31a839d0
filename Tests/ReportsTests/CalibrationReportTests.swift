import BuildAnalysis
import Reports
import TestSupport
import Testing

struct CalibrationReportTests {
  private func calibration() throws -> Calibration { try #require(Calibration.example()) }

  @Test func aCalibrationForPeople() throws {
    try expectSnapshot(Text.calibration(calibration()), named: "calibration.txt")
  }

  @Test func aRunQuotesTheCalibrationOfItsMachine() throws {
    var run = Run.example(rounds: 6)
    #expect(
      !Markdown.builds(run.findings).contains("alibrat")
        && !Text.plan(run, expected: nil).contains("by the calibration of"))
    run.calibration = try calibration()
    let line = try #require(Markdown.builds(run.findings).split(separator: "\n").first { $0.hasPrefix("- Calibrated") })
    #expect(
      line.hasPrefix("- Calibrated on 2026-11-21 with clean `debug` builds of Shop: 6 rounds show a slowdown of "))
    #expect(line.hasSuffix("; compared with themselves they differed in 1 of 3 comparisons (0.8 – 90.6 % of all)."))
    #expect(Text.plan(run, expected: nil).contains("four times in five, by the calibration of 2026-11-21\n"))
  }
}
