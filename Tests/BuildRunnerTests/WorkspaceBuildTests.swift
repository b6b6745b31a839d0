import BuildAnalysis
import BuildTrace
import Foundation
import ModuleGraph
import Synchronization
import TestSupport
import Testing
import Workspace

@testable import BuildRunner

/// What is made of a plan's builds, with a script that stands for `swift build`.
struct WorkspaceBuildTests {
  private let swift: ScriptedSwift

  init() async throws {
    swift = try await ScriptedSwift.shop()
    try swift.everyStep(
      ["App", "Cart", "Core", "Search", "CartDemo", "CartTests"].map {
        "mkdir -p \"$5/debug/\($0).build\"; touch \"$5/debug/\($0).build/a.o\""
      }.joined(separator: "\n"))
  }

  private func builds(
    _ scenarios: [Scenario] = [.clean], arms: [PlannedArm]? = nil, turns: TurnTaking? = nil, states: Int = 1,
    keepsTraces: Bool = false, isRecorded: Bool = false, told: (Benchmark.Event) -> Void = { _ in }
  ) async throws -> WorkspaceBuilds {
    let arms = try arms ?? swift.arms()
    var run = swift.run(arms, scenarios)
    run.plan.turns = turns
    let subjects = (1...states).map { number in
      BuildSubject(
        workspace: swift.workspace,
        arms: states == 1 ? arms : arms.map { $0.on(number == 1 ? .base : .head, revision: nil, place: number) })
    }
    return try await WorkspaceBuilds(
      of: subjects, for: run, by: swift.method(isRecorded: isRecorded), in: swift.folders, keepsTraces: keepsTraces,
      told)
  }

  private func build(_ arm: String, _ scenario: Scenario = .clean, round: Int = 1) -> Agenda.Build {
    Agenda.Build(what: Case(arm: arm, scenario: scenario), round: round, position: 1)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test func `a build that succeeds leaves no log, and one that fails says why in its compiler's words`() async throws {
    try swift.step(1, "echo compiling")
    try swift.step(2, "echo \"$3/Sources/Core/a.swift:1:2: error: no such module\"; exit 1")
    var builds = try await builds()
    let good = try await builds.build(build("App"), session: nil)
    #expect(good.outcome == .ok && good.log == nil && !exists(swift.folders.output + "/logs/App-1.log"))
    #expect(good.compiledModules == ["App", "Cart", "CartDemo", "CartTests", "Core", "Search"])
    let bad = try await builds.build(build("CartDemo", round: 2), session: 3)
    #expect(
      bad.outcome == .failed && bad.log == "logs/CartDemo-2.log"
        && exists(swift.folders.output + "/logs/CartDemo-2.log"))
    #expect(
      bad.reason == "the build exited with code 1: Sources/Core/a.swift:1:2: error: no such module")
    try swift.step(3, "echo 'ld: No space left on device'; exit 1")
    let third = build("App", round: 3)
    await #expect(throws: BenchmarkError.diskFull(path: swift.folders.work)) {
      _ = try await builds.build(third, session: nil)
    }
    let unknown = build("Nobody")
    await #expect(throws: ArmError.unknownName("Nobody", nearest: [])) {
      _ = try await builds.build(unknown, session: nil)
    }
    #expect(
      try swift.calls() == [
        "build copy App --product App", "build copy CartDemo --product CartDemo --disable-automatic-resolution",
        "build copy App --product App --disable-automatic-resolution",
      ], "what one has resolved is what all build")
    try builds.finish()
    #expect(!exists(swift.folders.copy) && exists(swift.folders.scratchFolder))
  }

  @Test func `tests are built in a folder of their own, without those of others`() async throws {
    try swift.everyStep(
      ["Cart", "CartTests", "Core"].map {
        "mkdir -p \"$5/debug/\($0).build\"; touch \"$5/debug/\($0).build/a.o\""
      }.joined(separator: "\n"))
    var builds = try await builds([.clean, .tests])
    let result = try await builds.build(build("CartDemo", .tests), session: nil)
    #expect(result.outcome == .ok && result.reason == nil && result.compiledModules == ["Cart", "CartTests", "Core"])
    #expect(
      try swift.calls() == ["test copy CartDemo+tests+Shop --test-product ShopPackageTests"])
  }

  @Test func `null builds have a folder of their own, which is not emptied`() async throws {
    try swift.folder.write(["scratch": ""])
    var builds = try await builds([.clean, .null], isRecorded: true)
    _ = try await builds.build(build("App", .null), session: nil)
    #expect(try Set(swift.calls()) == ["build copy App+warm --product App"])
    #expect(
      exists(swift.folders.scratchFolder + "/App+warm/debug") && exists(swift.folders.scratchFolder + "/CartDemo+warm"))
    try builds.finish()
  }

  @Test func `the trace of a build that changes little is kept as well`() async throws {
    var builds = try await builds([.null], keepsTraces: true, isRecorded: true)
    let result = try await builds.build(build("App", .null), session: nil)
    #expect(result.outcome == .ok && result.build.trace == "traces/App-null-1.jsonl")
    #expect(exists(swift.folders.output + "/traces/App-null-1.jsonl"))
  }

  @Test func `Xcode's projects are copied only for what Xcode builds`() async throws {
    let arms = try swift.arms()
    #expect(BuildSubject(workspace: swift.workspace, arms: arms).xcodeProjects == [])
    var arm = try #require(arms.first).arm
    arm.builder = Arm.xcodeBuilder
    let scheme = PlannedArm(arm: arm, package: "Shop.xcodeproj", target: .product("App"), roots: nil)
    #expect(
      BuildSubject(workspace: swift.workspace, arms: arms + [scheme]).xcodeProjects == [
        swift.workspace.rootPath + "/Shop.xcodeproj"
      ])
  }

  @Test(arguments: [false, true]) func `what is told when the copy is made is its place and its contents`(
    isInTurns: Bool
  ) async throws {
    let told = Mutex<[String]>([])
    let arms = try swift.arms()
    _ = try await builds(arms: arms, turns: isInTurns ? .on : nil) { event in
      switch event {
      case .copying(let place): told.withLock { $0.append(place) }
      case .copied(let contents): told.withLock { $0.append(contents.keys.sorted().first ?? "") }
      default: break
      }
    }
    let (work, copy) = (swift.folders.work, swift.folders.copy)
    #expect(told.withLock { $0 } == [isInTurns ? work : copy, "Package.swift"])
    #expect(exists(work + "/arms/001/copy") == isInTurns && exists(copy) == !isInTurns)
  }

  @Test func `two states have a copy each, and their contents are told apart`() async throws {
    let told = Mutex<[String]>([])
    var builds = try await builds(states: 2) { event in
      if case .copying(let place) = event { told.withLock { $0.append(place) } }
      if case .copied(let contents) = event {
        told.withLock { $0 += contents.keys.filter { $0.hasSuffix("/Package.swift") }.sorted() }
      }
    }
    let work = swift.folders.work
    #expect(told.withLock { $0 } == [work, "1/Package.swift", "2/Package.swift"])
    #expect(exists(work + "/arms/001/copy") && exists(work + "/arms/002/copy"))
    _ = try await builds.build(build("App@head"), session: nil)
    #expect(try swift.calls() == ["build copy App-2 --product App"])
  }

  @Test func `figures of modules come from the trace, which is kept beside the run`() async throws {
    let arms = try swift.arms(features: ["CartDemo", "Search"])
    let processes = ["Core", "Cart", "Search", "App"].enumerated().map { place, name in
      TracedProcess(
        id: 10 + place, kind: .compile, module: name, start: place, end: place + 1, files: ["a.swift"])
    }
    for number in 1...3 { try swift.events(number, processes) }
    for number in 1...3 { try swift.step(number, "sleep 0.03") }
    var builds = try await builds(arms: arms, keepsTraces: true, isRecorded: true)
    let warmup = try await builds.build(build("App", round: 0), session: nil)
    #expect(warmup.build.trace == nil && warmup.notRecorded == nil)
    let app = try await builds.build(build("App"), session: 2)
    #expect(app.build.trace == "traces/App-1.jsonl" && exists(swift.folders.output + "/traces/App-1.jsonl"))
    #expect(app.modules?.map(\.module).sorted() == ["App", "Cart", "Core", "Search"])
    #expect(app.tasks == 4 && app.cpuShares != nil)
    // Nothing but Search needs Search, and the app alone could be built without it.
    #expect(Set(try #require(app.savedSecondsWithout).keys) == ["CartDemo", "Search"])
    let feature = try await builds.build(build("Search"), session: nil)
    #expect(
      feature.build.trace != nil && feature.savedSecondsWithout == nil, "only the app is built without parts")
  }

  @Test func `a trace that lost parts gives no figures`() async throws {
    try swift.step(2, "echo '{ damaged' >>\"$TRACE\"; echo '{}' >>\"$TRACE\"")
    var builds = try await builds(keepsTraces: true, isRecorded: true)
    _ = try await builds.build(build("App", round: 0), session: nil)
    let app = try await builds.build(build("App"), session: nil)
    #expect(app.outcome == .ok && app.notRecorded == "parts of its trace were lost" && app.modules == nil)
  }

  @Test func `the versions that the first build resolved are those of all others`() async throws {
    try swift.step(1, "echo '{ \"pins\": [], \"version\": 2 }' >\"$3/Package.resolved\"")
    var builds = try await builds()
    let first = try await builds.build(build("App", round: 0), session: nil)
    #expect(first.resolved == [ResolvedVersions(package: "Shop", text: "{ \"pins\": [], \"version\": 2 }\n")])
    let second = try await builds.build(build("CartDemo", round: 0), session: nil)
    #expect(second.resolved == [])
  }

  @Test func `a revision is copied and warmed up once, and set aside while others are built`() async throws {
    let arms = [try swift.arms()[1]]
    var revisions = RevisionBuilds(by: swift.method(isRecorded: false), in: swift.folders)
    let subject = BuildSubject(workspace: swift.workspace, arms: arms)
    try swift.step(2, "exit 1")
    let first = try await revisions.open("aaa", subject, for: swift.run(arms, [.clean]))
    #expect(first.outcome == .ok && revisions.isOpen("aaa"))
    let second = try await revisions.open("bbb", subject, for: swift.run(arms, [.clean]))
    #expect(second.outcome == .failed && !revisions.isOpen("bbb"))
    #expect(exists(swift.folders.work + "/set-aside/aaa/copy"))
    let third = try await revisions.open("ccc", subject, for: swift.run(arms, [.clean]))
    #expect(third.outcome == .ok)
    #expect(try await revisions.build("aaa").outcome == .ok)
    #expect(exists(swift.folders.work + "/set-aside/ccc/copy") && !exists(swift.folders.work + "/set-aside/aaa"))
    await #expect(throws: ArmError.unknownName("bbb", nearest: [])) { _ = try await revisions.build("bbb") }
    try revisions.finish()
    #expect(!exists(swift.folders.work + "/set-aside") && !exists(swift.folders.copy))
  }

  @Test func `builds that take turns of 25 ms at least are made at once, and each has its own time`() async throws {
    try swift.everyStep(
      ["App", "Cart", "Core", "Search", "CartDemo"].map {
        "mkdir -p \"$5/debug/\($0).build\"; touch \"$5/debug/\($0).build/a.o\""
      }.joined(separator: "\n") + "\ni=0; while [ $i -lt 40000 ]; do i=$((i+1)); done")
    var builds = try await builds(turns: .on)
    let results = try await builds.build(
      inTurns: [build("App"), build("CartDemo")], lasting: [nil, nil], session: nil)
    #expect(results.map(\.outcome) == [.ok, .ok] && results.allSatisfy { $0.turns != nil })
    let seconds = results.map { $0.seconds ?? 0 }
    #expect(zip(results, seconds).allSatisfy { ($0.elapsedSeconds ?? 0) >= $1 && $1 > 0 })
    #expect(try Set(swift.calls()) == ["build copy App --product App", "build copy CartDemo --product CartDemo"])
  }

  // MARK: One recorded build

  private func recording() -> ArmRecording {
    ArmRecording(swift.recording, of: swift.swiftBuild, in: swift.place, timeoutSeconds: 60)
  }

  @Test func `a recorded build comes after its downloads, from an empty folder`() async throws {
    let log = swift.folder.path + "/log"
    try swift.everyStep("")
    try swift.step(1, "mkdir -p \"$5/debug/Old.build\" \"$5/checkouts/kit\"")
    try swift.step(2, "ls -A \"$5\" >\"$d/seen\"")
    try swift.events(2, [ScriptedSwift.compile("Core")])
    let outcome = try await recording().clean(swift.arms()[1], of: swift.workspace, log: log)
    #expect(
      outcome.trace.rebuilt.map(\.module) == ["Core"] && outcome.trace.supervised?.termination == .exited(code: 0))
    #expect(outcome.checkouts == [swift.folders.scratch("CartDemo").path + "/checkouts/kit"])
    #expect(try swift.folder.read("seen") == "checkouts\n")
    #expect(
      try swift.calls() == ["package copy CartDemo resolve", "build copy CartDemo --product CartDemo"])
    // Another one finds the folders again that the first has removed.
    try swift.step(4, "[ -d \"$TMPDIR\" ] && echo there >\"$d/temporary\"")
    _ = try await recording().clean(swift.arms()[1], of: swift.workspace, log: log)
    #expect(try swift.folder.read("temporary") == "there\n")
    try swift.events(6, [ScriptedSwift.compile("Core")])
    _ = try await recording().clean(swift.arms()[1], of: swift.workspace, log: log)
    // The recording of a build that was cut off is what it has of it.
    #expect(try recording().interrupted(swift.arms()[1]).trace.rebuilt.map(\.module) == ["Core"])
  }

  @Test func `of several builds in one trace, the last one is read`() throws {
    let traces = [["Core"], ["Cart", "Core"]].map { BuildTrace(end: 9, $0.map { ScriptedSwift.compile($0) }) }
    try Data(traces.map(\.jsonLines).joined().utf8).write(to: URL(filePath: swift.folders.trace))
    #expect(try swift.recording.read() == traces.last)
  }

  @Test func `what cannot be resolved is not built, and says it in SwiftPM's words`() async throws {
    let log = swift.folder.path + "/log"
    try swift.step(1, "echo 'error: no versions of kit'; exit 1")
    let planned = try swift.arms()[1]
    let error = await #expect(throws: BenchmarkError.self) {
      try await recording().clean(planned, of: swift.workspace, log: log)
    }
    #expect(error?.description.contains("no versions of kit") == true)
    #expect(try swift.calls().count == 1)
  }

  @Test func `in the user's own folder nothing is emptied, and only what has a name is built`() async throws {
    let (log, scratch) = (swift.folder.path + "/log", swift.folder.path + "/own")
    try swift.folder.write(["own/debug/kept": "x"])
    try swift.everyStep("")
    let arms = try swift.arms(features: ["CartDemo", "Search"])
    let outcome = try await recording().incremental(arms[1], of: swift.workspace, scratchPath: scratch, log: log)
    #expect(outcome.trace.supervised?.termination == .exited(code: 0) && exists(scratch + "/debug/kept"))
    #expect(try swift.calls() == ["build Shop own --product CartDemo"])
    let library = arms[2]
    await #expect(throws: ArmError.needsCopy("Search")) {
      _ = try await recording().incremental(library, of: swift.workspace, scratchPath: scratch, log: log)
    }
    let each = recording().withProcessForEachFile
    _ = try await each.incremental(arms[1], of: swift.workspace, scratchPath: scratch, log: log)
    #expect(
      try swift.calls().last == "build Shop own --product CartDemo -Xswiftc -driver-batch-size-limit -Xswiftc 1")
  }

  @Test func `an index is built of one module, with what it needs`() async throws {
    let core = try #require(swift.workspace.graph.module(named: "Cart"))
    let build = IndexBuild(of: swift.workspace, with: swift.swiftBuild, in: swift.place)
    let outcome = try await build.build(core)
    #expect(outcome.original == swift.workspace.rootPath && outcome.copy == swift.folders.copy)
    #expect(outcome.scratch == swift.folders.scratch("Shop").path)
    #expect(try swift.calls() == ["build copy Shop --target Cart --enable-index-store"])
    try swift.step(2, "exit 1")
    let error = await #expect(throws: IndexBuild.Failure.self) { _ = try await build.build(core) }
    #expect(
      error?.description.hasPrefix("Cart could not be built for its index: the build exited with code 1.") == true)
  }

  @Test func `a request to measure has the folders that it names`() {
    let request = MeasuringEnvironment.Request(
      swift.workspace, cache: "/cache", output: "/output", recorder: "/recorder")
    #expect(request.output == "/output" && request.folders.cache == "/cache" && request.recorder == "/recorder")
    #expect(request.root == swift.workspace.rootPath && request.packages == [swift.workspace.rootPath])
    #expect(!request.looksAround)
  }

  // MARK: Commands around a build

  @Test func `a command before or after a build that fails is the reason, with its output, unless the build failed`()
    async throws
  {
    func outcome(prepare: String, build: String, cleanup: String) async throws -> (BuildResult?, String) {
      func shell(_ script: String) throws -> CommandTemplate { try CommandTemplate(["/bin/sh", "-c", script]) }
      let builder = try Builder(
        swift.swiftBuild, command: shell("pwd; echo build; exit \(build)"),
        prepare: shell("echo before; exit \(prepare)"),
        cleanup: shell("echo after; exit \(cleanup)"), cores: 2)
      let call = builder.call(package: swift.workspace.rootPath, scratch: "/none", product: nil, mayResolve: true)
      let log = swift.folder.path + "/log"
      let method = BuildMethod(builder: builder, supervisor: swift.place.supervisor)
      let result: BuildResult
      do { result = method.result(of: try await method.make(call, log: log).build, reason: nil) } catch let failure
        as FailedStep
      { result = method.result(of: failure) }
      #expect(!exists(log + ".cleanup"))
      return (result, try swift.folder.read("log"))
    }
    let root = swift.workspace.rootPath
    for (codes, reason, log) in [
      (["0", "0", "0"], nil, "\(root)\nbuild\n"), (["2", "0", "0"], "`prepare` exited with code 2", "before\n"),
      (["0", "3", "0"], "the build exited with code 3", "\(root)\nbuild\n"),
      (["0", "0", "4"], "`cleanup` exited with code 4", "after\n"),
      (["0", "3", "4"], "the build exited with code 3", "\(root)\nbuild\n"),
    ] as [([String], String?, String)] {
      let (result, text) = try await outcome(prepare: codes[0], build: codes[1], cleanup: codes[2])
      #expect(result?.reason == reason && text == log, "\(codes)")
    }
  }
}
