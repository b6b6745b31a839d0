import BuildAnalysis
import BuildTrace
import ModuleGraph
import TestSupport
import Testing

/// A build of three modules that was worked out by hand; times in milliseconds.
///
/// ```
/// 0    100        300                 1100 1110      1300      1710 1720 1750       2050 2060 2100  2300 2400
/// |----|Core 100-1100: emit 150-400, compile 150-1050|
///                                          |Feat 1110-1710: emit 1150-1300, compile 1150-1700|
///                                                                   |App 1720-2050: emit, compile|link 2060-2300|
/// ```
struct ExampleTests {
  static let graph = ModuleGraph(
    modules: ["App", "Core", "Feat", "Unused"].map {
      Module(
        id: ModuleID(package: "P", name: $0), kind: $0 == "App" ? .executable : .regular, sources: 2, lines: 500)
    },
    dependencies: [("App", "Feat"), ("Feat", "Core")].map {
      Dependency(from: ModuleID(package: "P", name: $0.0), to: ModuleID(package: "P", name: $0.1))
    })

  static let processes = [
    TracedProcess(id: 5, kind: .other, start: 20, end: 30),
    TracedProcess(id: 10, kind: .plan, module: "Core", start: 100, end: 1100, cpu: 1220),
    TracedProcess(id: 11, parent: 10, kind: .emitModule, module: "Core", start: 150, end: 400, cpu: 250),
    TracedProcess(
      id: 12, parent: 10, kind: .compile, module: "Core", start: 150, end: 1050, cpu: 900, files: ["A.swift"]),
    TracedProcess(id: 20, kind: .plan, module: "Feat", start: 1110, end: 1710, cpu: 750),
    TracedProcess(id: 21, parent: 20, kind: .emitModule, module: "Feat", start: 1150, end: 1300, cpu: 150),
    TracedProcess(
      id: 22, parent: 20, kind: .compile, module: "Feat", start: 1150, end: 1700, cpu: 550,
      files: ["A.swift", "B.swift"]),
    TracedProcess(id: 30, kind: .plan, module: "App", start: 1720, end: 2050, cpu: 330),
    TracedProcess(id: 31, parent: 30, kind: .emitModule, module: "App", start: 1750, end: 1800, cpu: 50),
    TracedProcess(
      id: 32, parent: 30, kind: .compile, module: "App", start: 1750, end: 2040, cpu: 270, files: ["main.swift"]),
    TracedProcess(id: 40, kind: .link, start: 2060, end: 2300, cpu: 200, output: "App"),
  ]

  let timeline = Timeline(
    BuildTrace(end: 2400, cpu: 2610, processes), graph: graph, machineCPUMicroseconds: 3_000_000)

  private func module(_ name: String) throws -> ModuleTiming {
    try #require(timeline.modules.first { $0.module.name == name })
  }

  @Test func thePhasesFollowOneAnotherFromStartToEnd() {
    #expect(timeline.phases.map(\.kind) == [.beforeFirstCompile, .compile, .link, .afterLastJob])
    #expect(timeline.phases.map(\.span) == [ms(0, 100), ms(100, 2040), ms(2040, 2300), ms(2300, 2400)])
    // Nothing ran between Core and Feat, Feat and App, App and the linker; the compiler was asked something for 10 ms.
    #expect(timeline.phases.map(\.idleNanoseconds) == [90, 20, 10, 100].map { $0 * 1_000_000 })
    #expect(timeline.unattributedNanoseconds == 30_000_000)
  }

  @Test func aDriversCPUTimeIsCountedWithoutThatOfItsCompilers() throws {
    #expect(
      timeline.jobs.map(\.cpuMicroseconds) == [10, 70, 900, 250, 50, 550, 150, 10, 270, 50, 200].map { $0 * 1000 })
    #expect(try module("Core").cpuMicroseconds == 1_220_000 && module("Core").cpuSeconds == 1.22)
    #expect(try module("App").cpuMicroseconds == 530_000)
    #expect(timeline.cpuShares.builderSeconds == nil && timeline.cpuShares.unrecordedSeconds == 0.1)
    #expect(timeline.otherProcessesCPUMicroseconds == 390_000)
  }

  @Test func aModuleHasItsSpansAndWaits() throws {
    let feat = try module("Feat")
    #expect(feat.span == ms(1110, 1710))
    #expect(feat.emitModule == [ms(1150, 1300)])
    #expect(feat.compile == [ms(1150, 1700)])
    #expect(feat.waitingForDependenciesNanoseconds == 1_000_000_000)
    #expect(feat.waitingForCoreNanoseconds == 0)
    #expect(feat.waitingForOtherNanoseconds == 10_000_000)
    #expect(feat.dependencies == [BuiltModule(name: "Core")])
    #expect(feat.unblockedNanoseconds == 1_710_000_000)
    #expect(feat.emittedNanoseconds == 1_300_000_000)
    #expect(feat.peakBytes == 22 << 20)
  }

  @Test func secondsPerLineAreToldOnlyWhereAllFilesWereCompiled() throws {
    #expect(try module("Feat").compiledFiles == 2)
    #expect(try module("Feat").cpuSecondsPerThousandLines == 1.5)
    #expect(try module("Core").compiledFiles == 1)
    #expect(try module("Core").cpuSecondsPerThousandLines == nil)
  }

  @Test func theLinkerBelongsToTheProgramThatItWrites() throws {
    #expect(try module("App").link == [ms(2060, 2300)])
    #expect(try module("App").span == ms(1720, 2300))
  }

  @Test func theCriticalPathIsTheWorkOfAllThreeWithoutThePausesBetween() throws {
    #expect(timeline.criticalPath.pieces.map { $0.module?.name } == ["Core", "Feat", "App"])
    // Drivers: 50 + 900 + 50, 40 + 550 + 10, 30 + 290 + 10, and 240 of the linker.
    #expect(timeline.criticalPath.pieces.map(\.workNanoseconds) == [1000, 600, 570].map { $0 * 1_000_000 })
    #expect(timeline.modules.map(\.slackNanoseconds) == [0, 0, 0])
  }

  @Test func dependentsWaitedForWholeModules() throws {
    #expect(timeline.unblocking.model == .atModuleEnd)
    #expect(timeline.unblocking.witness == nil)
    // Feat from 400 to 1100, App from 1300 to 1710.
    #expect(timeline.unblocking.waitedNanoseconds == 1_110_000_000)
  }

  @Test func theReplayRepeatsTheBuildAndPredictsGains() throws {
    #expect(timeline.replay.refusal == nil)
    #expect(abs(try #require(timeline.replay.relativeError)) < 0.001)
    // Its own time, and 10 ms until it would have been started.
    #expect(try #require(module("Feat").predictedGain?.predictedNanoseconds) == 610_000_000)
    #expect(try #require(timeline.unblocking.predictedGain?.predictedNanoseconds) > 500_000_000)
  }

  @Test func `where compilers share nothing, gains have the error of the replay, and none of their own`() throws {
    let (error, gainError) = (try #require(timeline.replay.relativeError), try #require(timeline.gainError))
    #expect(abs(gainError - error) < 1e-9 && timeline.preparedReplayError == nil)
  }

  @Test func aWindowNamesWhatWasWaitedFor() {
    // Two compilers worked only while modules were emitted.
    #expect(timeline.starvedWindows.map(\.span) == [ms(400, 1150), ms(1300, 2300)])
    #expect(timeline.starvedWindows.map { $0.waitedFor?.name } == ["Core", "App"])
  }

  /// One process after another leaves a core for 5 ms, and has it for 50 ms.
  private static func relay(from start: Int, to end: Int) -> [TracedProcess] {
    stride(from: start, to: end, by: 55).map {
      TracedProcess(id: $0, kind: .compile, module: "Feat", start: $0, end: $0 + 50)
    }
  }

  @Test func shortGapsAreNoWindowAndDoNotLengthenOne() {
    let independent = ModuleGraph(["Core": [], "Feat": []])
    func found(coreUntil end: Int) -> [StarvedWindow] {
      let core = TracedProcess(id: 1, kind: .compile, module: "Core", start: 100, end: end)
      let processes = [core] + Self.relay(from: 100, to: 1200)
      return Timeline(BuildTrace(end: 2400, processes), graph: independent).starvedWindows
    }
    #expect(found(coreUntil: 1195) == [])
    let windows = found(coreUntil: 2000)
    #expect(windows.map(\.span) == [ms(1195, 2000)])
    #expect(windows.map(\.busyJobs) == [1])
    #expect(windows.map(\.waitedFor?.name) == ["Core"])
  }

  @Test func severalModulesInTurnAreNotBlamedForAWindow() {
    let names = ["A", "B", "C"]
    let processes = names.enumerated().map { index, name in
      TracedProcess(id: index + 1, kind: .compile, module: name, start: 100 + 300 * index, end: 400 + 300 * index)
    }
    let chain = ModuleGraph(["A": [], "B": ["A"], "C": ["B"]])
    let windows = Timeline(BuildTrace(end: 1100, processes), graph: chain).starvedWindows
    #expect(windows.map(\.span) == [ms(100, 1000)])
    #expect(windows.map(\.waitedFor) == [nil])
  }

  @Test func concurrencyKeepsTheTimeThatJobsWorked() {
    let steps = timeline.busyJobs.steps
    let area = zip(steps, steps.dropFirst()).reduce(0) {
      $0 + $1.0.value * ($1.1.startNanoseconds - $1.0.startNanoseconds)
    }
    #expect(area == timeline.jobs.flatMap(\.working).reduce(0) { $0 + $1.nanoseconds })
    #expect(steps.last?.value == 0)
    let cores = timeline.coresInUse.steps
    let cpu = zip(cores, cores.dropFirst()).reduce(0.0) {
      $0 + $1.0.value * Double($1.1.startNanoseconds - $1.0.startNanoseconds)
    }
    #expect(abs(cpu / 1000 - Double(timeline.jobs.reduce(0) { $0 + $1.cpuMicroseconds })) < 1)
  }

  @Test func whatWasNotBuiltAndWhatTheGraphLacksIsNamed() {
    #expect(timeline.modulesNotBuilt == [ModuleID(package: "P", name: "Unused")])
    #expect(timeline.modulesNotInGraph == [])
    let other = Timeline(BuildTrace(end: 2400, Self.processes), graph: ModuleGraph(["Feat": []]))
    #expect(other.modulesNotInGraph.map(\.name) == ["App", "Core"])
    #expect(other.isComplete)
  }

  /// SwiftPM evaluates manifests before its builder starts anything, and more at once than that ever does.
  @Test func manifestsTakeNoneOfTheBuildersPlaces() {
    let manifests = (1...3).map {
      TracedProcess(id: $0, kind: .compile, module: "main", start: 0, end: 100, cpu: 33, files: ["Package.swift"])
    }
    let compilers = [
      TracedProcess(id: 4, kind: .compile, module: "A", start: 100, end: 300, files: ["a.swift"]),
      TracedProcess(id: 5, kind: .compile, module: "B", start: 300, end: 500, files: ["b.swift"]),
    ]
    let timeline = Timeline(
      BuildTrace(cores: 1, end: 500, manifests + compilers), graph: ModuleGraph(["A": [], "B": []]))
    #expect(timeline.lanes == 1)
    #expect(timeline.modules.map(\.waitingForCoreNanoseconds) == [0, 200_000_000])
    #expect(timeline.modules.map(\.waitingForOtherNanoseconds) == [0, 0])
  }

  /// SwiftPM wraps modules for debuggers when nothing else is to be done.
  @Test func aGapBetweenAModulesProcessesIsNoWallTimeOfIts() throws {
    let timeline = Timeline(
      BuildTrace(
        end: 1000,
        [
          TracedProcess(id: 1, kind: .compile, module: "A", start: 0, end: 300, files: ["a.swift"]),
          TracedProcess(id: 2, kind: .compile, module: "A", start: 100, end: 400, files: ["b.swift"]),
          TracedProcess(id: 3, kind: .wrap, module: "A", start: 900, end: 950),
        ]), graph: ModuleGraph(["A": []]))
    let module = try #require(timeline.modules.first)
    #expect(module.active == [ms(0, 400), ms(900, 950)])
    #expect(module.wallNanoseconds == 450_000_000)
    #expect(timeline.moduleSamples.map(\.spans) == [[ms(0, 400), ms(900, 950)]])
    #expect(module.span.nanoseconds == 950_000_000)
  }
}

func ms(_ start: Int, _ end: Int) -> Span { Span(start * 1_000_000, end * 1_000_000) }
