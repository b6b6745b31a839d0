import BuildAnalysis
import BuildTrace
import ModuleGraph
import TestSupport
import Testing

/// Builds that failed, were killed, or were recorded badly.
struct IncompleteTimelineTests {
  private let graph = ExampleTests.graph

  @Test func aFailedBuildIsShownAsFarAsItGot() {
    let processes = Array(ExampleTests.processes.prefix(7))
    let timeline = Timeline(BuildTrace(end: 1800, exitCode: 1, processes), graph: graph)
    #expect(timeline.gaps == [.failed])
    #expect(timeline.modules.map(\.module.name) == ["Core", "Feat"])
    #expect(timeline.phases.map(\.kind) == [.beforeFirstCompile, .compile, .afterLastJob])
    #expect(timeline.replay.refusal == .incompleteTrace)
    #expect(timeline.modules.allSatisfy { $0.predictedGain == nil })
    #expect(timeline.unblocking.predictedGain == nil)
    #expect(timeline.modulesNotBuilt.map(\.name) == ["App", "Unused"])
  }

  @Test func aKilledBuildEndsWithItsLastProcess() {
    // Drivers write at their end, so that the compilers of a killed one are left alone.
    let processes = ExampleTests.processes.prefix(7).filter { $0.id != 20 }
    let timeline = Timeline(BuildTrace(end: nil, processes), graph: graph)
    #expect(timeline.gaps == [.noEnd])
    #expect(timeline.span == ms(0, 1700))
    #expect(timeline.cpuMicroseconds == nil)
    #expect(timeline.cpuShares.unrecordedSeconds == nil)
    #expect(timeline.modules.map(\.module.name) == ["Core", "Feat"])
    #expect(timeline.criticalPath.workNanoseconds == 1_550_000_000)
  }

  @Test func aStoppedBuildAndADamagedTraceSaySo() {
    let timeline = Timeline(
      BuildTrace(end: 2400, exitCode: 1, stopped: .timeout, flaws: [.cut], ExampleTests.processes), graph: graph)
    #expect(timeline.gaps == [.stopped, .damagedTrace])
    #expect(!timeline.isComplete)
  }

  @Test func processesOutsideOfTheBuildAreCutOrLeftOut() {
    var processes = ExampleTests.processes
    processes.append(TracedProcess(id: 90, kind: .compile, module: "Late", start: 2350, end: 9000))
    processes.append(TracedProcess(id: 91, kind: .compile, module: "Later", start: 8000, end: 9000))
    let timeline = Timeline(BuildTrace(end: 2400, processes), graph: graph)
    #expect(timeline.gaps == [.outsideOfBuild(jobs: 2)])
    #expect(timeline.modules.last?.module.name == "Late")
    #expect(timeline.modules.last?.span == ms(2350, 2400))
  }

  @Test func `a process without a length at the very start is part of the build`() {
    let processes = ExampleTests.processes + [TracedProcess(id: 90, kind: .other, start: 0, end: 0)]
    let timeline = Timeline(BuildTrace(end: 2400, processes), graph: graph)
    #expect(timeline.isComplete && timeline.jobs.first?.span == ms(0, 0))
  }

  @Test func lostLinesAndImpossibleTimesAreNoticed() {
    // A driver's line is lost, so that nothing tells who started its compilers.
    let headless = ExampleTests.processes.filter { $0.id != 20 }
    let lost = Timeline(BuildTrace(end: 2400, headless), graph: graph)
    #expect(lost.gaps == [.startersMissing(jobs: 2)])
    #expect(lost.replay.refusal == .incompleteTrace)
    var processes = ExampleTests.processes
    processes[1].cpu = 250_000
    let wrong = Timeline(BuildTrace(end: 2400, processes), graph: graph)
    #expect(wrong.gaps == [.impossibleTimes(jobs: 1)])
    // Both processors, and a second that ticks may add.
    processes[1].cpu = 2 * 2 * (processes[1].end - processes[1].start) + 1000
    #expect(Timeline(BuildTrace(end: 2400, processes), graph: graph).isComplete)
  }

  @Test func nothingBuiltIsNoError() {
    for processes in [[], [TracedProcess(id: 5, kind: .other, start: 20, end: 30)]] {
      let timeline = Timeline(BuildTrace(end: 100, cpu: 10, processes), graph: graph)
      #expect(timeline.modules == [])
      #expect(timeline.phases.map(\.kind) == [.beforeFirstCompile])
      #expect(timeline.replay.refusal == .nothingBuilt)
      #expect(timeline.starvedWindows == [])
      #expect(timeline.limit == nil)
      #expect(timeline.isComplete)
    }
  }

  @Test func aNumberThatTheSystemGaveAgainIsAnotherProcess() throws {
    let processes = [
      TracedProcess(id: 10, kind: .plan, module: "Core", start: 0, end: 100, cpu: 50),
      TracedProcess(id: 10, kind: .plan, module: "Feat", start: 200, end: 400, cpu: 150),
      TracedProcess(id: 11, parent: 10, kind: .compile, module: "Feat", start: 210, end: 390, cpu: 100),
      // Its driver's number, long after the driver.
      TracedProcess(id: 12, parent: 10, kind: .compile, module: "App", start: 500, end: 600, cpu: 100),
    ]
    let timeline = Timeline(BuildTrace(end: 700, processes), graph: graph)
    #expect(timeline.jobs.map(\.driver) == [nil, nil, 1, nil])
    #expect(timeline.modules.map(\.cpuMicroseconds) == [50_000, 150_000, 100_000])
  }

  @Test func manifestsAreNoModule() {
    let processes = [
      TracedProcess(id: 1, kind: .plan, start: 10, end: 90, output: "p-manifest"),
      TracedProcess(id: 2, kind: .compile, module: "main", start: 20, end: 50, files: ["Package@swift-6.0.swift"]),
      TracedProcess(id: 3, kind: .link, start: 60, end: 80, output: "p-manifest"),
      TracedProcess(id: 4, kind: .compile, module: "Core", start: 200, end: 300),
    ]
    let timeline = Timeline(BuildTrace(end: 400, processes), graph: graph)
    #expect(timeline.modules.map(\.module.name) == ["Core"])
    #expect(timeline.phases.map(\.kind) == [.manifests, .beforeFirstCompile, .compile, .afterLastJob])
    #expect(timeline.phases.prefix(2).map(\.span) == [ms(0, 50), ms(50, 200)])
    let shares = timeline.cpuShares
    #expect([shares.modulesSeconds, shares.manifestsSeconds, shares.otherJobsSeconds] == [0.1, 0.03, 0.1])
  }

  /// The driver names the module after the output `grdb.swift-manifest`.
  @Test func `the manifest of a package whose identity has a dot is no module`() {
    let processes = [
      TracedProcess(id: 1, kind: .plan, start: 10, end: 90, output: "grdb.swift-manifest"),
      TracedProcess(id: 2, parent: 1, kind: .compile, module: "grdb", start: 20, end: 50, files: ["Package.swift"]),
      TracedProcess(id: 3, kind: .compile, module: "Core", start: 200, end: 300),
      TracedProcess(id: 4, kind: .compile, module: "Package", start: 300, end: 350, files: ["Package.swift"]),
    ]
    let timeline = Timeline(BuildTrace(end: 400, processes), graph: graph)
    #expect(timeline.modules.map(\.module.name) == ["Core", "Package"])
    #expect(timeline.cpuShares.manifestsSeconds == 0.08, "with the driver")
  }

  @Test func `a linker and what starts it are one task, and processes that were only sampled are not counted`() {
    let processes = [
      TracedProcess(id: 1, kind: .cCompile, module: "C", start: 0, end: 90),
      TracedProcess(id: 2, kind: .link, start: 100, end: 200, output: "App"),
      TracedProcess(id: 3, parent: 2, kind: .link, start: 110, end: 190, output: "App"),
    ]
    #expect(Timeline(BuildTrace(end: 300, processes), graph: graph).taskCount == 2)
    let seen = TracedProcess(id: 4, kind: .link, start: 200, end: 300, source: .observer(resolutionNanoseconds: 1))
    #expect(Timeline(BuildTrace(end: 300, processes + [seen]), graph: graph).taskCount == nil)
  }

  @Test func whatPassesBetweenPluginsAndTheFirstModuleIsPlanning() {
    let modules = [("Docs", Module.Kind.plugin), ("Late", .plugin), ("Core", .regular)].map {
      Module(id: ModuleID(package: "P", name: $0.0), kind: $0.1)
    }
    let processes = [
      TracedProcess(id: 1, kind: .compile, module: "main", start: 20, end: 50, files: ["Package.swift"]),
      TracedProcess(id: 2, kind: .compile, module: "Docs", start: 100, end: 300),
      TracedProcess(id: 3, kind: .link, module: "Docs", start: 300, end: 320, output: "Docs"),
      TracedProcess(id: 4, kind: .compile, module: "Core", start: 900, end: 2000),
      TracedProcess(id: 5, kind: .compile, module: "Late", start: 1000, end: 1500),
    ]
    let timeline = Timeline(BuildTrace(end: 2100, processes), graph: ModuleGraph(modules: modules, dependencies: []))
    #expect(
      timeline.phases.map(\.kind) == [.manifests, .plugins, .beforeFirstCompile, .compile, .afterLastJob])
    #expect(timeline.phases.map(\.span) == [ms(0, 50), ms(50, 320), ms(320, 900), ms(900, 2000), ms(2000, 2100)])
    #expect(timeline.unattributedNanoseconds == 0)
    #expect(timeline.phases.map(\.idleNanoseconds) == [20, 50, 580, 0, 100].map { $0 * 1_000_000 })
  }

  @Test func aModuleMayBeBuiltForTheBuildAndForTheProduct() {
    let processes = [
      TracedProcess(id: 1, kind: .compile, module: "Core", start: 0, end: 100, isTool: true),
      TracedProcess(id: 2, kind: .compile, module: "Core", start: 100, end: 200),
      TracedProcess(id: 3, kind: .compile, module: "Feat", start: 200, end: 300),
    ]
    let timeline = Timeline(BuildTrace(end: 300, processes), graph: graph)
    #expect(
      timeline.modules.map(\.module) == [
        BuiltModule(name: "Core", isTool: true), BuiltModule(name: "Core"), BuiltModule(name: "Feat"),
      ])
    #expect(timeline.modules.last?.dependencies == [BuiltModule(name: "Core")])
  }

  @Test func whatNeedsAMacroWaitsForItsProgram() throws {
    let graph = ModuleGraph(
      modules: [("Macros", Module.Kind.macro), ("Core", .regular)].map {
        Module(id: ModuleID(package: "P", name: $0.0), kind: $0.1)
      },
      dependencies: [
        Dependency(from: ModuleID(package: "P", name: "Core"), to: ModuleID(package: "P", name: "Macros"))
      ])
    let processes = [
      TracedProcess(id: 1, kind: .compile, module: "Macros", start: 0, end: 100, isTool: true),
      TracedProcess(id: 2, kind: .link, start: 100, end: 250, output: "Macros-tool"),
      TracedProcess(id: 3, kind: .compile, module: "Core", start: 260, end: 300),
      TracedProcess(id: 4, parent: 3, kind: .macroPlugin, start: 270, end: 300, cpu: 5),
    ]
    let timeline = Timeline(BuildTrace(end: 300, processes), graph: graph)
    let core = try #require(timeline.modules.last)
    #expect(core.waitingForDependenciesNanoseconds == 250_000_000)
    #expect(core.waitingForOtherNanoseconds == 10_000_000)
    #expect(core.cpuMicroseconds == 40_000)
    #expect(timeline.modules.first?.unblockedNanoseconds == 250_000_000)
    #expect(timeline.criticalPath.workNanoseconds == 290_000_000)
  }

  @Test func objectsOfCAreWaitedForOnlyIfTheyWere() {
    let processes = [
      TracedProcess(id: 1, kind: .cCompile, module: "Core", start: 0, end: 500, files: ["a.c"]),
      TracedProcess(id: 2, kind: .emitModule, module: "Feat", start: 10, end: 50),
      TracedProcess(id: 3, kind: .compile, module: "App", start: 60, end: 100),
    ]
    let timeline = Timeline(BuildTrace(end: 600, processes), graph: graph)
    #expect(timeline.modules.map(\.waitingForDependenciesNanoseconds) == [0, 0, 50_000_000])
    #expect(timeline.modules.allSatisfy { $0.compiledFiles != 0 })
  }

  @Test func aModuleThatTheGraphLacksStartsWhenItDid() throws {
    let processes = [
      TracedProcess(id: 1, kind: .compile, module: "Core", start: 0, end: 1000),
      TracedProcess(id: 2, kind: .compile, module: "Alien", start: 5000, end: 6000),
    ]
    let timeline = Timeline(BuildTrace(end: 6000, processes), graph: graph)
    #expect(timeline.modulesNotInGraph == [BuiltModule(name: "Alien")])
    #expect(try #require(timeline.replay.relativeError) == 0)
    #expect(timeline.modules.map { $0.predictedGain?.predictedNanoseconds } == [0, 1_000_000_000])
  }
}
