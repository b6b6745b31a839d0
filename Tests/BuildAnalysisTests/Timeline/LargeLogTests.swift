import BuildTrace
import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis

/// Builds that are larger than any that people have: what is computed of them grows with their steps and dependencies, not with pairs of
/// them. The sizes would take minutes otherwise.
struct LargeLogTests {
  private static func trace(_ events: [CompilerEvent], cores: Int = 8) -> BuildTrace {
    BuildTrace(
      header: .init(
        build: "log", startNanoseconds: 0, cores: cores, toolchain: nil, arguments: [],
        logged: LoggedBuild(hasCPUTimes: true, hasDependencies: true)),
      events: events,
      supervised: SupervisedBuild(
        startNanoseconds: 0, endNanoseconds: (events.map(\.endNanoseconds).max() ?? 0) + 1, userMicroseconds: 1,
        systemMicroseconds: 0, peakBytes: 1, termination: .exited(code: 0), stopped: nil, survivors: 0))
  }

  private static func event(
    _ number: Int, _ step: String, _ kind: Job.Kind, _ module: String?, _ start: Int, _ end: Int
  ) -> CompilerEvent {
    CompilerEvent(
      processID: number, parentProcessID: nil, startNanoseconds: start, endNanoseconds: end, userMicroseconds: 1,
      systemMicroseconds: 0, peakBytes: nil, termination: nil, program: step, job: Job(kind: kind, module: module))
  }

  private static func id(_ name: String) -> ModuleID { ModuleID(package: "App", name: name) }

  /// Modules in a chain: each depends on the one before.
  private static func chain(_ names: [String]) -> ModuleGraph {
    ModuleGraph(
      modules: names.map { Module(id: id($0), kind: .regular) },
      dependencies: zip(names.dropFirst(), names).map { Dependency(from: id($0), to: id($1)) })
  }

  @Test func stepsOfOneTargetDoNotWaitForOneAnotherInPairs() {
    let count = 3_000
    var events: [CompilerEvent] = []
    for index in 0..<count {
      let kinds: [(String, Job.Kind)] = [
        ("PhaseScriptExecution", .other), ("SwiftDriver", .plan), ("SwiftCompile", .compile),
        ("SwiftEmitModule", .emitModule), ("SwiftDriver Compilation Requirements", .emitModule), ("Ld", .link),
        ("CodeSign", .other),
      ]
      for (place, kind) in kinds.enumerated() {
        let start = (place * count + index) * 1000
        events.append(Self.event(events.count, kind.0, kind.1, "App", start, start + 900))
      }
    }
    let analysis = TraceAnalysis(Self.trace(events), Self.chain(["App"]))
    #expect(analysis.builder.network.waits.edgeCount < 12 * events.count)
    #expect(analysis.tasks.tasks.first?.before.count == count)
    #expect(analysis.tasks.tasks.first?.after.count == count)
  }

  @Test func linkersThatDidNotWaitDoNotWaitForEverythingInLargeBuilds() {
    let count = 4_000
    let names = (0..<count).map { "M\($0)" }
    // Each is linked before what it depends on is compiled.
    let events = names.enumerated().flatMap { index, name in
      [
        Self.event(4 * index, "SwiftCompile", .compile, name, 100 - index % 50, 20_000 - index),
        Self.event(4 * index + 1, "Libtool", .link, name, 20_000 - index, 30_000),
        Self.event(4 * index + 2, "Ld", .link, nil, 25_000, 30_000),
        Self.event(4 * index + 3, "Ld", .link, "Foreign\(index)", 25_000, 30_000),
      ]
    }
    let analysis = TraceAnalysis(Self.trace(events), Self.chain(names))
    #expect(analysis.builder.hastyLinkers.count == count - 1)
    #expect(analysis.builder.network.waits.edgeCount < 300 * count)
  }

  @Test func smallBuildsKeepAllWaitsOfLinkers() {
    let names = (0..<30).map { "M\($0)" }
    let events = names.enumerated().flatMap { index, name in
      [
        Self.event(2 * index, "SwiftCompile", .compile, name, 0, 1000 - index),
        Self.event(2 * index + 1, "Libtool", .link, name, 1000, 1100),
      ]
    }
    let timeline = Timeline(Self.trace(events), graph: Self.chain(names))
    #expect(timeline.criticalPath.workNanoseconds == 1100)
  }

  @Test func scriptsOfManyTargetsAndALongPathAreAnalyzed() throws {
    let count = 30_000
    let names = (0..<count / 3).map { "M\($0)" }
    var events: [CompilerEvent] = []
    for index in 0..<count {
      let start = index * 1000
      events.append(
        Self.event(2 * index, "PhaseScriptExecution", .other, names[index % names.count], start, start + 400))
      events.append(Self.event(2 * index + 1, "CompileC", .cCompile, "App", start + 400, start + 800))
    }
    events.append(
      Self.event(2 * count, "PhaseScriptExecution", .other, "M0", count * 1000, 3 * count * 1000))
    let timeline = Timeline(Self.trace(events), graph: Self.chain(["App"] + names))
    #expect(timeline.loggedPhases?.rows.map(\.steps) == [count, count + 1])
    let limit = try #require(timeline.loggedLimits).largest
    let isOfFirst = if case .script(let module, _) = limit { module?.name == "M0" } else { false }
    #expect(isOfFirst, "\(limit)")
  }

  @Test(arguments: [30, 3_000])
  func targetsAroundOneWithoutStepsAreConnectedUnlessTheyAreTooMany(count: Int) {
    let (below, above) = ((0..<count).map { "A\($0)" }, (0..<count).map { "B\($0)" })
    let graph = ModuleGraph(
      modules: (below + above + ["All"]).map { Module(id: Self.id($0), kind: .regular) },
      dependencies: below.map { Dependency(from: Self.id("All"), to: Self.id($0)) }
        + above.map { Dependency(from: Self.id($0), to: Self.id("All")) })
    let events = (below + above).enumerated().map { index, name in
      Self.event(index, "CompileC", .cCompile, name, index < count ? 0 : 1000, index < count ? 900 : 2000)
    }
    let timeline = Timeline(Self.trace(events, cores: 2 * count), graph: graph)
    let isFollowed = count < 1_000
    #expect(timeline.gaps == (isFollowed ? [] : [.tangledDependencies]))
    #expect(timeline.criticalPath.pieces.isEmpty != isFollowed)
    #expect(timeline.modules.allSatisfy { $0.dependencies.count < count || isFollowed })
  }

  @Test func `gains of large builds are predicted for the most promising modules only`() throws {
    // One after the other on one core, the last one longer than all others.
    let count = 500
    let processes = (0..<count).map { index in
      TracedProcess(
        id: index, kind: .compile, module: "M\(index)", start: 10 * index,
        end: 10 * index + (index + 1 < count ? 10 : 100))
    }
    let trace = BuildTrace(cores: 1, end: 10 * count + 90, arguments: ["--disable-index-store"], processes)
    let timeline = Timeline(trace, graph: Self.chain((0..<count).map { "M\($0)" }))
    #expect((12..<count).contains(timeline.modules.count { $0.predictedGain != nil }))
    #expect(timeline.modules.last?.predictedGain?.predictedNanoseconds == 100_000_000)
  }

  @Test func targetsWhoseNamesAreAlikeGetNumbers() {
    // All are called `A_______________` by the compiler.
    let targets = (0..<1 << 15).map { number in
      XcodeTarget(
        name: "A" + (0..<15).map { number >> $0 & 1 == 0 ? "-" : "." }.joined(), project: "P\(number)")
    }
    let names = XcodeModuleNames(targets, container: nil, modules: [])
    #expect(Set(targets.map(names.compiledName)).count == targets.count)
  }
}
