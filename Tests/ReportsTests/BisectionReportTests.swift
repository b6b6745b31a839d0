import BuildAnalysis
import Reports
import TestSupport
import Testing

@Suite struct BisectionReportTests {
  private static func markdown(disturbed: Int) throws -> String {
    try markdown(
      (0..<5).flatMap { _ in [0, 1, 2, 3] }.enumerated().map { place, revision in
        Bisection.Build(
          revision: revision, seconds: revision < 2 ? 4 : 5,
          noise: BuildNoise(otherShare: place < disturbed ? 0.4 : 0.01))
      })
  }

  private static func markdown(_ builds: [Bisection.Build]) throws -> String {
    let bisection = Bisection(
      workspace: "Shop", environment: Run.example(rounds: 1).environment, plan: .init(arm: "App", maxBuilds: 40),
      revisions: (0..<4).map {
        .init(commit: String(repeating: "\($0)", count: 40), subject: "Change \($0)", authored: "2026-02-03T04:05:06Z")
      }, builds: builds)
    return try BisectionReport(BisectionFindings(bisection)).text("markdown")
  }

  @Test func `a search that other work disturbed says that a quieter machine needs fewer builds`() throws {
    let disturbed = try Self.markdown(disturbed: 5)
    #expect(disturbed.contains("**Since `2222222222` "))
    #expect(disturbed.contains("were disturbed, most of them by other programs. These count less"))
    #expect(try !Self.markdown(disturbed: 4).contains("disturbed"), "some noise is in every search")
  }

  @Test func `builds that show no slowdown do not prove that there is none`() throws {
    let text = try Self.markdown(
      (0..<40).map { Bisection.Build(revision: $0 % 2 * 3, seconds: 4 + Double($0 * 7 % 20) / 10) })
    #expect(
      text.contains(
        "**Nothing found**: these builds do not show that `3333333333` (2026-02-03, “Change 3”) is slower than"),
      "\(text)")
  }

  @Test func `an unfinished search tells which revisions are left, from the first to the last`() throws {
    let text = try Self.markdown(
      (0..<5).flatMap { _ in [0, 3, 1] }.enumerated().map { place, revision in
        Bisection.Build(revision: revision, seconds: (revision < 2 ? 4 : 5) + Double(place * 7 % 5) / 20)
      })
    #expect(
      text.contains(
        "**Not certain yet**: it is one of 2 revisions from `2222222222` (2026-02-03, “Change 2”) to "
          + "`3333333333` (2026-02-03, “Change 3”), with a probability of "), "\(text)")
  }

  @Test func `a revision that was built too rarely to be certain is told with its probability`() throws {
    let revisions = (0..<5).flatMap { _ in [0, 3] } + [1, 2, 1, 2]
    let text = try Self.markdown(
      revisions.enumerated().map { place, revision in
        Bisection.Build(revision: revision, seconds: (revision < 2 ? 4 : 5) + Double(place * 7 % 5) / 20)
      })
    let words = "**Not certain yet**: it may be `2222222222` (2026-02-03, “Change 2”), with a probability of "
    #expect(text.contains(words), "\(text)")
  }

  @Test func `of one revision it is not said that it is any of several`() throws {
    let bisection = Bisection(
      workspace: "Shop", environment: Run.example(rounds: 1).environment, plan: .init(arm: "App", maxBuilds: 40),
      revisions: (0..<2).map {
        .init(commit: String(repeating: "\($0)", count: 40), subject: "Change \($0)", authored: "2026-02-03T04:05:06Z")
      }, builds: [.init(revision: 0, seconds: 4)])
    let words = try BisectionReport(BisectionFindings(bisection)).text("markdown")
    #expect(words.contains("**Not certain yet**: it may be `1111111111` (2026-02-03, “Change 1”)"), "\(words)")
  }
}
