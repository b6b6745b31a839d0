import Testing

@testable import BuildTrace

/// The time of a build that takes turns with others.
@Suite struct OwnTimeTests {
  private static let header =
    #"{"schema":"modgauge.trace/1","build":"b","startNanoseconds":0,"cores":2,"arguments":[]}"#

  private func event(_ span: ClosedRange<Int>) -> String {
    CompilerEvent(
      processID: span.lowerBound, parentProcessID: nil, startNanoseconds: span.lowerBound,
      endNanoseconds: span.upperBound, userMicroseconds: 1, systemMicroseconds: 1, peakBytes: 1,
      termination: .exited(code: 0), program: "swift-frontend",
      job: Job(program: "swift-frontend", arguments: []) { _ in nil }
    ).jsonLine
  }

  private func build(halts: [Range<Int>], end: Int) -> SupervisedBuild {
    SupervisedBuild(
      startNanoseconds: 100, endNanoseconds: end, userMicroseconds: 1, systemMicroseconds: 1, peakBytes: 1,
      termination: .exited(code: 0), stopped: nil, survivors: 0,
      turns: SupervisedBuild.Turns(means: .signals, halts: halts))
  }

  @Test func `what a build takes is the time in which it was not halted`() {
    let build = build(halts: [200..<300, 400..<450], end: 600)
    #expect(build.wallNanoseconds == 350 && build.elapsedNanoseconds == 500)
  }

  @Test func `a trace is read in the build's own time`() throws {
    let build = build(halts: [200..<300, 400..<450], end: 600)
    let lines = [Self.header, event(150...350), event(200...420), event(500...590), build.jsonLine(build: "b")]
    let trace = try #require(try BuildTrace.builds(in: lines.joined(separator: "\n").utf8 + [10]).first)
    #expect(trace.events.map(\.startNanoseconds) == [150, 200, 350])
    #expect(trace.events.map(\.endNanoseconds) == [250, 300, 440])
    #expect(trace.supervised?.endNanoseconds == 450 && trace.supervised?.wallNanoseconds == build.wallNanoseconds)
    #expect(trace.supervised?.turns?.means == .signals && trace.flaws.isEmpty)
  }

  @Test(arguments: [
    #""halts":[1]"#, #""halts":[2,1]"#, #""halts":[0,2]"#, #""halts":[1,9]"#, #""halts":["1","2"]"#, #""halts":3"#,
  ])
  func `halts that cannot be are refused by name`(halts: String) {
    let line = SupervisedBuildTests.line.dropLast() + #","turns":"cgroup",\#(halts)}"#
    #expect {
      try SupervisedBuild(jsonLine: String(line))
    } throws: { error in
      if case TraceError.invalid(key: "halts", _) = error { true } else { false }
    }
  }

  @Test func `other means than are known are refused`() {
    let line = SupervisedBuildTests.line.dropLast() + #","turns":"magic"}"#
    #expect(throws: TraceError.invalid(key: "turns", expected: "one of cgroup, signals")) {
      try SupervisedBuild(jsonLine: String(line))
    }
  }
}
