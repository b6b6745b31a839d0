@testable import BuildAnalysis
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

  @Test func whatAPluginNeedsIsBuiltOnceMore() throws {
    func id(_ name: String) -> ModuleID { ModuleID(package: "Shop", name: name) }
    let graph = ModuleGraph(
      modules: [
        Module(id: id("Core"), kind: .regular, sources: 1), Module(id: id("Generator"), kind: .executable, sources: 1),
        Module(id: id("Plugin"), kind: .plugin, sources: 1),
      ],
      dependencies: [
        Dependency(from: id("Plugin"), to: id("Generator"), kind: .target),
        Dependency(from: id("Generator"), to: id("Core"), kind: .target),
      ])
    let build = RecordedBuild(
      configuration: "debug", cores: 2, seconds: 10,
      modules: ["Core", "Generator"].flatMap { name in
        ["", " (tool)"].map { .init(name: name + $0, id: id(name), cpuSeconds: 1, dependencies: []) }
      })
    #expect(build.seconds(for: [id("Core"), id("Generator")], in: graph) == 5)
    #expect(build.seconds(for: graph.modules.map(\.id), in: graph) == 10)
  }

  @Test func aCalibrationTellsWhatAModuleCosts() throws {
    var run = Run.example(rounds: 8)
    run.arms = Array(run.arms.prefix(2))
    var calibration = try #require(Calibration(run, rounds: 8, date: ""))
    #expect(calibration.modules == 4 && calibration.lines == 3000)
    // 3,000 lines are three eighths of a module.
    #expect(calibration.cpuSecondsPerModule == (try #require(calibration.cpuSeconds)) / 4.375)
    var plan = plan
    (plan.plan.rounds, plan.samples) = (4, [])
    let seconds = try #require(plan.expectedSeconds(by: calibration))
    // Nine modules with 3,000, 2,140 and 1,600 lines, five times.
    let expected = 5 * (9 + 6740 / 8000.0) * calibration.medianSeconds / 4.375
    #expect(abs(seconds - expected) < 1e-6)
    plan.workspace.graph = ModuleGraph(
      modules: plan.workspace.graph.modules.map { Module(id: $0.id, kind: $0.kind, sources: 1) }, dependencies: [])
    #expect(plan.expectedSeconds(by: calibration) == nil, "nobody knows how many lines there are")
    calibration.modules = nil
    #expect(self.plan.expectedSeconds(by: calibration) == nil)
  }

  /// Builds as they were measured on two cores: CPU seconds, modules, lines.
  @Test(arguments: [
    (35.2, 10, 17784), (13.3, 3, 13629), (12.8, 3, 13426), (12.3, 3, 13386), (52.7, 10, 47798), (23.4, 5, 19840),
    (19.7, 5, 15640), (199.6, 45, 221_558),
  ])
  func whatAModuleCostsIsTheSameInSmallAndLargePackages(cpuSeconds: Double, modules: Int, lines: Int) {
    let amount = Double(modules) + Double(lines) / Double(BuildWork.linesPerModule)
    #expect((2.6...3.3).contains(cpuSeconds / amount))
  }
}
