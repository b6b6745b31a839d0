import BuildRunner
import BuildTrace
import Foundation
import TestSupport
import Testing
import Workspace

/// Real builds, recorded.
@Suite(.serialized) struct RecordedBuildTests {
  @Test func everyKindOfModuleIsRecorded() async throws {
    let package = try await RecordedPackage(Packages.everyKind)
    let build = try await package.recorded()
    #expect(build.trace.isComplete, "\(build.output)")
    let jobs = build.trace.events.map(\.job)
    func modules(_ kind: Job.Kind) -> Set<String> { Set(jobs.filter { $0.kind == kind }.compactMap(\.module)) }
    let swift: Set = ["Answers", "App", "Asking", "Core", "Writer"]
    #expect(modules(.compile).isSuperset(of: swift.union(["Generate"])))
    #expect(modules(.emitModule).isSuperset(of: swift))
    #expect(modules(.plan).isSuperset(of: swift))
    #expect(modules(.cCompile) == ["CShape"])
    #expect(Set(jobs.filter { $0.kind == .cCompile }.flatMap(\.files)) == ["cube.cpp", "round/circle.c"])
    #expect(jobs.contains { $0.kind == .link && $0.output == "App" })
    #expect(!jobs.contains { $0.module == "Answers" && !$0.isTool })
    #expect(!jobs.contains { $0.module == "Core" && $0.isTool })
    let program = try await Tool(path: package.folder.path + "/build/debug/App")([])
    #expect(program.output == "12 42 7\n")
  }

  @Test func modulesBuiltByTheIntegratedDriverAreRecorded() async throws {
    let package = try await RecordedPackage(Packages.chain, arguments: ["--use-integrated-swift-driver"])
    let trace = try await package.recorded().trace
    #expect(trace.isComplete)
    let compiles = trace.events.filter { $0.job.kind == .compile }
    #expect(Set(compiles.compactMap(\.job.module)).isSuperset(of: ["App", "Core", "Feature"]))
    #expect(trace.events.contains { $0.job.kind == .link && $0.job.output == "App" })
    #expect(compiles.contains { $0.job.module == "Core" && $0.parentProcessID == nil })
  }

  @Test func aModuleThatFailsSaysTheSameAndIsRecorded() async throws {
    var files = Packages.chain
    files["Sources/Feature/Feature.swift"] = "import Core\npublic func feature() -> Int { three() }\n"
    let package = try await RecordedPackage(files)
    let unrecorded = try await package.unrecorded()
    let build = try await package.recorded()
    #expect(unrecorded.exitCode == 1 && build.trace.supervised?.termination == .exited(code: 1))
    #expect(build.output == unrecorded.output && build.output.contains("three"))
    let failed = build.trace.events.filter { $0.termination != .exited(code: 0) }
    #expect(Set(failed.map(\.job.module)) == ["Feature"] && build.trace.flaws.isEmpty && !build.trace.isComplete)
  }

}

/// What is true of one and the same package, built once with the recorder and once without, one job at a time.
@Suite struct RecordedChainTests {
  private struct Builds: Sendable {
    let unrecorded: (exitCode: Int32, output: String)
    let expected: [String: Data]
    let recorded: RecordedPackage.Build
    let products: [String: Data]
    var trace: BuildTrace { recorded.trace }

    init() async throws {
      let package = try await RecordedPackage(Packages.chain, jobs: 1)
      unrecorded = try await package.unrecorded()
      expected = try package.products()
      recorded = try await package.recorded()
      products = try package.products()
    }
  }

  private static let builds = Task { try await Builds() }

  @Test func aRecordedBuildSaysAndMakesTheSame() async throws {
    let builds = try await Self.builds.value
    #expect(builds.unrecorded.exitCode == 0 && builds.trace.isComplete)
    #expect(builds.recorded.output == builds.unrecorded.output)
    #expect(builds.products.keys.sorted() == builds.expected.keys.sorted() && !builds.products.isEmpty)
    for (name, bytes) in builds.expected { #expect(builds.products[name] == bytes, "\(name)") }
  }

  /// One that lacks libSwiftScan starts a frontend more to ask what it can.
  @Test func noDriverAsksItsCompilerAnything() async throws {
    let builds = try await Self.builds.value
    let drivers = Set(builds.trace.events.filter { $0.job.kind == .plan }.map(\.processID))
    let questions = builds.trace.events.filter { event in
      event.program == "swift-frontend" && event.job.kind == .other
        && event.parentProcessID.map(drivers.contains) == true
    }
    #expect(!drivers.isEmpty && questions.isEmpty, "\(questions)")
    #expect(!builds.recorded.output.contains("libSwiftScan"))
  }

  @Test func withOneJobNoTwoJobsOverlap() async throws {
    let work = try await Self.builds.value.trace.events.filter {
      [.compile, .emitModule, .link, .wrap].contains($0.job.kind)
    }
    #expect(work.count >= 7)
    for (earlier, later) in zip(work, work.dropFirst()) {
      #expect(later.startNanoseconds >= earlier.endNanoseconds, "\(earlier)\n\(later)")
    }
  }

  @Test func eventsAreWithinTheBuildAndCostNoMoreThanIt() async throws {
    let trace = try await Self.builds.value.trace
    let whole = try #require(trace.supervised)
    let known = Set(trace.events.map(\.processID))
    #expect(trace.events.allSatisfy { $0.parentProcessID.map(known.contains) != false })
    #expect(trace.events.allSatisfy { $0.startNanoseconds > whole.startNanoseconds })
    #expect(trace.events.allSatisfy { $0.endNanoseconds < whole.endNanoseconds })
    let roots = trace.events.filter { $0.parentProcessID == nil }
    let cost = roots.map { $0.userMicroseconds + $0.systemMicroseconds }.reduce(0, +)
    let charged = whole.userMicroseconds + whole.systemMicroseconds
    #expect((charged / 2...charged).contains(cost))
  }
}

@Suite struct ShadowToolchainTests {
  @Test func aShadowIsMadeOnceAndHoldsWhatTheToolchainHolds() async throws {
    let folder = try TestFolder()
    try folder.makeOwnFolder("é c")
    let toolchain = try Toolchain()
    let recorder = Tool.built("modgauge-recorder").path
    let made = try await withThrowingTaskGroup { group in
      for _ in 0..<3 {
        group.addTask {
          try await ShadowToolchain(of: toolchain, recorder: recorder, cacheFolder: folder.path + "/é c")
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(made).count == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/é c/shadows").count == 1)
    try #require(!made.isEmpty)
    let programs = made[0].path + "/usr/bin"
    let real = URL(filePath: made[0].path + "/real").resolvingSymlinksInPath().path()
    let names = try FileManager.default.contentsOfDirectory(atPath: real).sorted()
    #expect(try FileManager.default.contentsOfDirectory(atPath: programs).sorted() == names)
    for name in names where !StandIns.programs.contains(name) {
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: "\(programs)/\(name)")
      #expect(URL(filePath: target) == URL(filePath: real).appending(path: name))
    }
    #expect(FileManager.default.fileExists(atPath: made[0].path + "/usr/lib/swift"))
    let version = try await Tool(path: programs + "/swiftc")(["--version"])
    #expect(version.exitCode == 0 && version.output.contains("Swift version"))
  }

  @Test func shadowsThatNobodyUsedForAMonthAreRemoved() async throws {
    let folder = try TestFolder()
    try folder.makeOwnFolder("cache")
    let cache = folder.path + "/cache"
    let shadows = cache + "/shadows"
    for name in ["old", "recent", "new.1.partial"] { try folder.write(["cache/shadows/\(name)/usr/bin/swiftc": ""]) }
    let shadow = try await ShadowToolchain(
      of: Toolchain(), recorder: Tool.built("modgauge-recorder").path, cacheFolder: cache)
    let files = FileManager.default
    func age(_ path: String, days: Double) throws {
      try files.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -days * 86_400)], ofItemAtPath: path)
    }
    for (name, days) in [("old", 31.0), ("recent", 29)] { try age("\(shadows)/\(name)", days: days) }
    try age(shadow.path, days: 31)
    // It is used again, and so it is new.
    _ = try await ShadowToolchain(
      of: Toolchain(), recorder: Tool.built("modgauge-recorder").path, cacheFolder: cache)
    ShadowToolchain.prune(in: cache)
    let own = shadow.path.split(separator: "/").last.map(String.init) ?? ""
    #expect(try files.contentsOfDirectory(atPath: shadows).sorted() == [own, "recent"].sorted())
  }

  @Test func aProxyIsAskedForTheCompilerThatItStarts() async throws {
    let folder = try TestFolder()
    let toolchain = try Toolchain()
    try folder.write(["usr/bin/swift": "#!/bin/sh\nexec '\(toolchain.swift)' \"$@\"\n"])
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/usr/bin/swift")
    let recorder = Tool.built("modgauge-recorder").path
    let direct = try await ShadowToolchain(of: toolchain, recorder: recorder, cacheFolder: folder.path)
    let proxied = try await ShadowToolchain(
      of: Toolchain(at: folder.path), recorder: recorder, cacheFolder: folder.path)
    #expect(direct == proxied)
  }

  @Test func aSwiftThatIsNoneIsAnErrorThatSaysWhatItSaid() async throws {
    let folder = try TestFolder()
    try folder.write(["usr/bin/swift": "#!/bin/sh\necho no such toolchain >&2; exit 1\n"])
    let swift = folder.path + "/usr/bin/swift"
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: swift)
    let error = await #expect(throws: BenchmarkError.self) {
      _ = try await ShadowToolchain(of: Toolchain(at: folder.path), recorder: "/bin/true", cacheFolder: folder.path)
    }
    #expect(error == .toolchainNotFound(swift: swift, words: "no such toolchain"))
  }

  @Test func aCompilerForCThatTheUserNamedStays() async throws {
    let folder = try TestFolder()
    let shadow = try await ShadowToolchain(
      of: Toolchain(), recorder: Tool.built("modgauge-recorder").path, cacheFolder: folder.path)
    let variables = shadow.environment(traceFile: "/t", in: ["CC": "/usr/bin/gcc"])
    #expect(variables["CC"] == nil && variables["CXX"]?.hasPrefix(shadow.path) == true)
    #expect(variables[StandIns.fileVariable] == "/t")
  }
}
