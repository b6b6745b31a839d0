import BuildAnalysis
import ModuleGraph
import TestSupport
import Testing

/// How long a benchmark will take, before any of its builds.
struct ExpectationTests {
  private let plan = Run.example(rounds: 0)

  private func recorded(cores: Int = 2, configuration: String = "debug", without name: String? = nil) -> RecordedBuild {
    let modules = [
      ("App", 1.0, ["Cart", "Search"]), ("Cart", 4, ["Core"]), ("CartApp", 1, ["Cart"]), ("Core", 3, []),
      ("Search", 1, ["Core"]),
    ]
    return RecordedBuild(
      configuration: configuration, cores: cores, seconds: 20,
      modules: modules.filter { $0.0 != name }.map {
        .init(name: $0.0, id: ModuleID(package: "Shop", name: $0.0), cpuSeconds: $0.1, dependencies: $0.2)
      })
  }

  @Test func aRecordedBuildTellsEachArmItsPartOfTheTime() throws {
    var plan = plan
    (plan.plan.rounds, plan.samples) = (4, [])
    // App's modules took 9 of 10 CPU seconds, CartApp's 8, Search's 4; five builds of each.
    let seconds = try #require(plan.expectedSeconds(by: recorded()))
    #expect(abs(seconds - 210) < 1e-9)
    #expect(plan.expectedSeconds(by: recorded(cores: 4)) == nil)
    #expect(plan.expectedSeconds(by: recorded(configuration: "release")) == nil)
    #expect(plan.expectedSeconds(by: recorded(without: "Search")) == nil)
  }

  @Test func aCalibrationTellsWhatLinesCost() throws {
    var run = Run.example(rounds: 8)
    run.arms = Array(run.arms.prefix(2))
    var calibration = try #require(Calibration(run, rounds: 8, date: ""))
    // The first arm has 3,000 lines; the median of all builds is 16.1 s, CPU half as much again.
    let cost = try #require(calibration.cpuSecondsPerThousandLines)
    #expect(cost == (try #require(calibration.cpuSeconds)) / 3)
    var plan = plan
    (plan.plan.rounds, plan.samples) = (4, [])
    let seconds = try #require(plan.expectedSeconds(by: calibration))
    // 3,000, 2,140 and 1,600 lines.
    let expected: Double = 5 * 6.74 * calibration.medianSeconds / 3
    #expect(abs(seconds - expected) < 1e-6)
    plan.workspace.graph = ModuleGraph(
      modules: plan.workspace.graph.modules.map { Module(id: $0.id, kind: $0.kind, sources: 1) }, dependencies: [])
    #expect(plan.expectedSeconds(by: calibration) == nil, "nobody knows how many lines there are")
    calibration.cpuSecondsPerThousandLines = nil
    #expect(self.plan.expectedSeconds(by: calibration) == nil)
  }
}
