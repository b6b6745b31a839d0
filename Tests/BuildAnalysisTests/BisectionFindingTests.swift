import BuildAnalysis
import TestSupport
import Testing

/// What is said of a search besides the revision that it finds.
@Suite struct BisectionFindingTests {
  private static func findings(_ builds: [Bisection.Build]) -> BisectionFindings {
    BisectionFindings(
      Bisection(
        workspace: "Shop", environment: Run.example(rounds: 1).environment, plan: .init(arm: "App", maxBuilds: 99),
        revisions: (0..<4).map {
          .init(commit: String(repeating: "\($0)", count: 40), subject: "", authored: "2026-02-03T04:05:06Z")
        }, builds: builds))
  }

  @Test func `where nothing is found, the size is that of the two ends alone`() throws {
    let ends = (0..<40).map { Bisection.Build(revision: $0 % 2 * 3, seconds: 4 + Double($0 * 7 % 20) / 10) }
    let between = [1, 2].map { Bisection.Build(revision: $0, seconds: $0 == 1 ? 1 : 30) }
    let findings = Self.findings(between + ends)
    #expect(findings.outcome == .nothingToFind && findings.candidates == 1...3 && findings.probability == 0)
    let size = try #require(findings.size)
    func median(_ revision: Int) -> Double? { ends.filter { $0.revision == revision }.compactMap(\.seconds).median }
    #expect(size.before == median(0) && size.after == median(3))
    #expect(size.ratio == Self.findings(ends).size?.ratio)
  }

  @Test func `a step's size is that of all builds on either side of it`() throws {
    let builds = (0..<20).map { place in
      let revision = place % 4
      return Bisection.Build(revision: revision, seconds: [4, 4.5, 6, 6.5][revision] + Double(place / 4) / 100)
    }
    let findings = Self.findings(builds)
    #expect(findings.outcome == .found && findings.candidates == 2...2)
    #expect(findings.size?.before == 4.27 && findings.size?.after == 6.27)
  }
}
