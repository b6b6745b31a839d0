import BuildAnalysis
import BuildTrace
import Foundation
import ModuleGraph
import Testing

/// A recorded build of swift-argument-parser's generate-manual, by SwiftPM 6.3.1's native build system with two jobs, on
/// a machine that others kept so busy that it took ten times its usual time.
struct RealTraceTests {
  private func timeline() throws -> Timeline {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Traces/swift-argument-parser.jsonl")
    let trace = try #require(BuildTrace.builds(in: Data(contentsOf: file)).first)
    return Timeline(
      trace,
      graph: ModuleGraph([
        "generate-manual": ["ArgumentParser", "ArgumentParserToolInfo"], "ArgumentParser": ["ArgumentParserToolInfo"],
      ]))
  }

  @Test func theModulesAreBuiltOneAfterTheOther() throws {
    let timeline = try timeline()
    #expect(timeline.isComplete)
    #expect(
      timeline.modules.map(\.module.name) == ["ArgumentParserToolInfo", "ArgumentParser", "generate_manual"])
    #expect(timeline.modules.map(\.id?.name) == ["ArgumentParserToolInfo", "ArgumentParser", "generate-manual"])
    #expect(timeline.modules.map(\.compiledFiles) == [1, 52, 30])
    #expect(timeline.modules.map(\.link.count) == [0, 0, 1])
    #expect(timeline.unblocking.model == .atModuleEnd)
    #expect(timeline.modulesNotInGraph == [])
  }

  /// 3 modules emitted, 6 batches compiled, 6 objects wrapped, 1 program linked; not the manifest, nor what only answers.
  @Test func `tasks are what compiles, emits, wraps and links`() throws {
    let timeline = try timeline()
    #expect(timeline.taskCount == 16)
  }

  @Test func nearlyAllOfTheWallTimeIsAttributed() throws {
    let timeline = try timeline()
    #expect(timeline.phases.reduce(0) { $0 + $1.span.nanoseconds } == timeline.span.nanoseconds)
    #expect(Double(timeline.unattributedNanoseconds) < 0.03 * Double(timeline.span.nanoseconds))
  }

  @Test func theCPUTimeOfAllPartsIsWhatTheSystemCharged() throws {
    let timeline = try timeline()
    let charged = try #require(timeline.cpuMicroseconds)
    let shares = timeline.cpuShares
    let sum =
      shares.modulesSeconds + shares.manifestsSeconds + shares.otherJobsSeconds
      + (try #require(shares.unrecordedSeconds))
    #expect(abs(1e6 * sum - Double(charged)) < 0.001 * Double(charged))
    #expect(shares.manifestsSeconds > 0)
    // What no module used: `swift build` itself, the manifest, and questions for versions.
    let modules = timeline.modules.reduce(0) { $0 + $1.cpuMicroseconds }
    #expect(Double(charged - modules) < 0.05 * Double(charged))
  }

  @Test func theReplayRepeatsIt() throws {
    let timeline = try timeline()
    #expect(timeline.replay.refusal == nil)
    #expect(abs(try #require(timeline.replay.relativeError)) < 0.01)
    // It worked alone from its start to that of what waited for it, most of it for what all compilers need.
    let first = try #require(timeline.modules.first)
    try #require(timeline.modules.count > 1)
    let next = timeline.modules[1].span.startNanoseconds
    let gain = try #require(first.predictedGain)
    #expect(gain.predictedNanoseconds > 0 && gain.predictedNanoseconds < (next - first.span.startNanoseconds) / 2)
  }

  @Test func `gains have the error of the replay, and no other, where it is not 0 either`() throws {
    let timeline = try timeline()
    let error = try #require(timeline.replay.relativeError)
    #expect(abs(error) > 0.001 && timeline.gainError == error && timeline.preparedReplayError == nil)
  }

  @Test func theCriticalPathLeadsThroughAllModules() throws {
    let timeline = try timeline()
    #expect(
      timeline.criticalPath.pieces.map(\.module?.name)
        == ["ArgumentParserToolInfo", "ArgumentParser", "generate_manual"])
    #expect(timeline.criticalPath.workNanoseconds < timeline.span.nanoseconds)
    #expect(timeline.starvedWindows.map(\.waitedFor?.name) == timeline.modules.map(\.module.name))
  }
}
