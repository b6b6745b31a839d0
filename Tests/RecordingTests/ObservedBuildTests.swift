#if os(Linux)
  import BuildRunner
  import BuildTrace
  import Foundation
  import TestSupport
  import Testing
  import Workspace

  /// Real builds, watched from outside. On a machine that others keep busy the watcher itself waits for a core, so that
  /// nothing short is asked for here; `Benchmarks observer-accuracy` tells how fine it is.
  @Suite(.serialized) struct ObservedBuildTests {
    @Test func modulesBuiltBySwiftBuildAreObserved() async throws {
      let package = try await RecordedPackage(Packages.chain, buildSystem: "swiftbuild")
      var build = try await package.recorded()
      // This build system crashes now and then, whether somebody watches or not: such a build says nothing.
      for _ in 0..<3 where build.output.contains("*** Signal") || build.output.contains("Program crashed") {
        build = try await package.recorded()
      }
      #expect(build.trace.isComplete, "\(build.output)")
      func modules(_ kind: Job.Kind) -> Set<String> {
        Set(build.trace.events.filter { $0.job.kind == kind }.compactMap(\.job.module))
      }
      let known: Set = ["App", "Core", "Feature", "main"]
      #expect(!modules(.compile).isDisjoint(with: known.subtracting(["main"])), "\(modules(.compile))")
      #expect(modules(.compile).union(modules(.emitModule)).isSubset(of: known))
      #expect(build.trace.events.allSatisfy { $0.source != .recorder && $0.termination == nil })
      #expect(!build.trace.events.contains { $0.program == "swift-build" })
    }

    /// Both at once, so that they speak of the same processes.
    private struct Both: TraceSource {
      let recorder: any TraceSource
      let observed: String

      func environment(traceFile: String, in environment: [String: String]) -> [String: String] {
        recorder.environment(traceFile: traceFile, in: environment)
      }
      func supervisorOptions(traceFile: String) -> [String] { ["--observe", observed] }
    }

    /// What a process must have worked, in milliseconds, to be surely seen.
    private static let surelySeen = 200
    /// In milliseconds. A wrong clock, or a wrong unit, is further off.
    private static let closeEnough = 250

    @Test func theObserverSeesWhatTheRecorderSees() async throws {
      let package = try await RecordedPackage(Packages.everyKind)
      let observed = package.folder.path + "/observed.jsonl"
      let header = BuildTrace.Header(build: "observed", startNanoseconds: 0, cores: 1, toolchain: nil, arguments: [])
      try package.folder.write(["observed.jsonl": header.jsonLine + "\n"])
      let trace = try await package.recorded(by: Both(recorder: package.recording.source, observed: observed)).trace
      let events = try #require(BuildTrace.builds(in: package.folder.read("observed.jsonl").utf8).first).events

      let expected = trace.events.filter { $0.processorMicroseconds > Self.surelySeen * 1000 }
      let pairs = expected.compactMap { event in
        var job = event.job
        // Only the recorder sees this.
        job.writtenObjects = nil
        return events.first { $0.processID == event.processID && $0.program == event.program && $0.job == job }.map {
          (event, $0)
        }
      }
      #expect(!expected.isEmpty && pairs.count * 100 >= expected.count * 90, "\(pairs.count) of \(expected.count)")
      // On a machine that others keep busy, a stand-in may have to wait between its start, or its end, and its event's.
      let apart = pairs.flatMap { recorded, seen in
        [
          abs(seen.startNanoseconds - recorded.startNanoseconds), abs(seen.endNanoseconds - recorded.endNanoseconds),
        ]
      }.map { $0 / 1_000_000 }.sorted()
      #expect(
        apart[apart.count / 2] <= Self.closeEnough, "apart, in milliseconds: \(apart)")
      // Lower bounds that are not far off: with what the stand-in itself used, a few milliseconds.
      let tooMuch = pairs.filter { $1.processorMicroseconds > $0.processorMicroseconds + 40_000 }
      #expect(tooMuch.isEmpty, "\(tooMuch)")
      let recordedCost = pairs.reduce(0) { $0 + $1.0.processorMicroseconds }
      let seenCost = pairs.reduce(0) { $0 + $1.1.processorMicroseconds }
      #expect(seenCost >= recordedCost / 10 * 8, "\(seenCost) of \(recordedCost) microseconds")
    }
  }

  extension CompilerEvent {
    fileprivate var processorMicroseconds: Int { userMicroseconds + systemMicroseconds }
  }
#endif

/// Which source sees the compilers of which builder.
struct TraceSourceTests {
  @Test(arguments: [
    (["--build-system", "native"], "6.4.0", true), (["--build-system=swiftbuild"], "6.3.1", false),
    (["--build-system", "xcode"], nil, false), ([], "6.3.1", true), ([], "6.4-dev", false), ([], "7.0", false),
    ([], nil, true), (["--build-system", "swiftbuild", "--build-system", "native"], "6.3.1", true),
  ])
  func standInsAreTakenByTheNativeBuildSystemAlone(words: [String], version: String?, taken: Bool) {
    #expect(SwiftBuild(swift: "swift", extraArguments: words).takesStandIns(version: version) == taken)
  }
}
