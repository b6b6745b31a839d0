#if os(Linux)
  import BuildRunner
  import BuildTrace
  import Foundation
  import TestSupport
  import Testing
  import Workspace

  /// Real builds, watched from outside.
  @Suite(.serialized) struct ObservedBuildTests {
    @Test func modulesBuiltBySwiftBuildAreObserved() async throws {
      let package = try await RecordedPackage(Packages.chain, buildSystem: "swiftbuild")
      let build = try await package.recorded()
      #expect(build.trace.isComplete, "\(build.output)")
      func modules(_ kind: Job.Kind) -> Set<String> {
        Set(build.trace.events.filter { $0.job.kind == kind }.compactMap(\.job.module))
      }
      #expect(modules(.compile).isSuperset(of: ["App", "Core", "Feature"]))
      #expect(modules(.emitModule).isSuperset(of: ["Core", "Feature"]))
      #expect(build.trace.events.contains { $0.job.kind == .link && $0.job.output == "App" })
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

    /// In milliseconds: short of it, a process may be overlooked.
    private static let surelySeen = 40
    private static let closeEnough = 30

    @Test func theObserverSeesWhatTheRecorderSees() async throws {
      let package = try await RecordedPackage(Packages.everyKind)
      let observed = package.folder.path + "/observed.jsonl"
      let header = BuildTrace.Header(build: "observed", startNanoseconds: 0, cores: 1, toolchain: nil, arguments: [])
      try package.folder.write(["observed.jsonl": header.jsonLine + "\n"])
      let trace = try await package.recorded(by: Both(recorder: package.recording.source, observed: observed)).trace
      let events = try #require(BuildTrace.builds(in: package.folder.read("observed.jsonl").utf8).first).events

      let expected = trace.events.filter { $0.wallNanoseconds > Self.surelySeen * 1_000_000 }
      let pairs = expected.compactMap { event in
        events.first { $0.processID == event.processID && $0.program == event.program && $0.job == event.job }.map {
          (event, $0)
        }
      }
      #expect(expected.count > 20 && pairs.count * 100 >= expected.count * 99, "\(pairs.count) of \(expected.count)")
      // On a machine that others keep busy, a stand-in may have to wait between its start, or its end, and its event's.
      let apart = pairs.flatMap { recorded, seen in
        [
          abs(seen.startNanoseconds - recorded.startNanoseconds), abs(seen.endNanoseconds - recorded.endNanoseconds),
        ]
      }.map { $0 / 1_000_000 }.sorted()
      #expect(
        apart[apart.count / 2] <= Self.closeEnough && apart[apart.count * 9 / 10] <= 3 * Self.closeEnough,
        "apart, in milliseconds: \(apart)")
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
