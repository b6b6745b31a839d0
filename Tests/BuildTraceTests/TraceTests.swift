import ModuleGraph
import TestSupport
import Testing

@testable import BuildTrace

@Suite struct TraceTests {
  static let header = BuildTrace.Header(
    build: "b1", startNanoseconds: 10, cores: 2, toolchain: "6.3.1", arguments: ["--jobs", "1"])

  static let compile = CompilerEvent(
    processID: 7, parentProcessID: 5, startNanoseconds: 20, endNanoseconds: 30, userMicroseconds: 4,
    systemMicroseconds: 1, peakBytes: 6, termination: .exited(code: 0), program: "swift-frontend",
    job: Job(kind: .compile, module: "Core", files: ["A.swift", "B.swift"], writtenObjects: 1))

  static let seen = CompilerEvent(
    source: .observer(resolutionNanoseconds: 15), processID: 5, parentProcessID: nil, startNanoseconds: 15,
    endNanoseconds: 40, userMicroseconds: 9, systemMicroseconds: 2, peakBytes: nil, termination: nil,
    program: "swiftc", job: Job(kind: .plan, module: "Core", isTool: true, output: "Core-tool"))

  static let trace = BuildTrace(header: header, events: [compile, seen], supervised: SupervisedBuildTests.build)

  @Test func aTraceIsTheseLines() {
    #expect(
      Self.trace.jsonLines == #"""
        {"schema":"modgauge.trace/1","build":"b1","startNanoseconds":10,"cores":2,"toolchain":"6.3.1","arguments":["--jobs","1"]}
        {"resolutionNanoseconds":15,"process":5,"startNanoseconds":15,"endNanoseconds":40,"userMicroseconds":9,"systemMicroseconds":2,"program":"swiftc","job":"plan","module":"Core","isTool":true,"output":"Core-tool"}
        {"process":7,"parent":5,"startNanoseconds":20,"endNanoseconds":30,"userMicroseconds":4,"systemMicroseconds":1,"peakBytes":6,"exitCode":0,"program":"swift-frontend","job":"compile","module":"Core","writtenObjects":1,"fileCount":2,"files":["A.swift","B.swift"]}
        {"schema":"modgauge.supervised/1","build":"b1","startNanoseconds":1,"endNanoseconds":3,"userMicroseconds":4,"systemMicroseconds":5,"peakBytes":6,"exitCode":7,"survivors":0}

        """#)
  }

  @Test func everyLineIsAsTheSchemaSays() async throws {
    for line in Self.trace.jsonLines.split(separator: "\n") {
      #expect(try await JSONSchema.trace.complaints(about: String(line)) == "")
    }
    let wrong = Self.compile.jsonLine.split(separator: #""job":"compile""#).joined(separator: #""job":"bake""#)
    #expect(try await JSONSchema.trace.complaints(about: wrong) != "")
  }

  @Test func everyTraceIsReadAsItWasWritten() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let events = (0..<Int.random(in: 0...9, using: &random)).map { _ in CompilerEvent.random(&random) }
      let trace = BuildTrace(header: Self.header, events: events, supervised: SupervisedBuildTests.build)
      #expect(try BuildTrace.builds(in: trace.jsonLines.utf8) == [trace], "seed \(seed)")
    }
  }

  @Test func eventsAreSortedByTheirStart() throws {
    let lines = [Self.header.jsonLine, Self.compile.jsonLine, Self.seen.jsonLine].joined(separator: "\n")
    #expect(try BuildTrace.builds(in: lines.utf8).first?.events == [Self.seen, Self.compile])
  }

  @Test func aLastLineThatIsCutIsLeftOutAndSaid() throws {
    let text = Self.header.jsonLine + "\n" + Self.compile.jsonLine + "\n"
    let last = Array(Self.seen.jsonLine.utf8)
    for length in 1..<last.count {
      let trace = try #require(try BuildTrace.builds(in: Array(text.utf8) + last.prefix(length)).first)
      #expect(trace.events == [Self.compile] && trace.flaws == [.cut])
      #expect(trace.supervised == nil && !trace.isComplete)
    }
  }

  @Test func aDamagedLineBetweenOthersIsLeftOutAndCounted() throws {
    let broken = Self.seen.jsonLine.prefix(40)
    let text = [Self.header.jsonLine, Self.compile.jsonLine, String(broken), "{}", Self.compile.jsonLine]
    let trace = try #require(try BuildTrace.builds(in: text.joined(separator: "\n").utf8).first)
    #expect(trace.events.count == 2 && trace.flaws == [.damaged(lines: 2)])
  }

  @Test func aClockThatWentBackIsSaid() throws {
    let backwards = Self.compile.jsonLine.split(separator: #""endNanoseconds":30"#).joined(
      separator: #""endNanoseconds":19"#)
    let early = Self.compile.jsonLine.split(separator: #""startNanoseconds":20"#).joined(
      separator: #""startNanoseconds":9"#)
    let text = [Self.header.jsonLine, backwards, Self.seen.jsonLine, early].joined(separator: "\n")
    let trace = try #require(try BuildTrace.builds(in: text.utf8).first)
    #expect(trace.events == [Self.seen] && trace.flaws == [.clockWentBack(events: 2)])
  }

  @Test func figuresThatWouldOverflowInASumAreDamage() throws {
    let figures = [#""userMicroseconds":4"#, #""endNanoseconds":30"#]
    let lines = figures.map { figure in
      let key = figure.prefix { $0 != ":" }
      return Self.compile.jsonLine.split(separator: figure).joined(separator: "\(key):9223372036854775807")
    }
    let text = ([Self.header.jsonLine] + lines + [Self.seen.jsonLine]).joined(separator: "\n")
    let trace = try #require(try BuildTrace.builds(in: text.utf8).first)
    #expect(trace.events == [Self.seen] && trace.flaws == [.damaged(lines: 2)])
  }

  @Test func aHeaderNamesTheJobsWhereTheyAreNotOneForEachCore() throws {
    let same = BuildTrace.Header(build: "b", startNanoseconds: 1, cores: 2, jobs: 2, toolchain: nil, arguments: [])
    let restricted = BuildTrace.Header(
      build: "c", startNanoseconds: 1, cores: 2, jobs: 8, toolchain: nil, arguments: [])
    #expect(!same.jsonLine.contains("jobs") && restricted.jsonLine.contains(#""cores":2,"jobs":8"#))
    let traces = try BuildTrace.builds(in: [same, restricted].map { $0.jsonLine + "\n" }.joined().utf8)
    #expect(traces.map(\.header) == [same, restricted])
  }

  @Test func aHeaderSaysThatCompilersCloseWhatTheyInherit() async throws {
    let arguments = [#""closesInherited":true"#, "\"", #"\"#]
    for closes in [false, true] {
      let header = BuildTrace.Header(
        build: "b", startNanoseconds: 1, cores: 2, toolchain: arguments[0], arguments: arguments,
        closesInherited: closes)
      #expect(try BuildTrace.builds(in: (header.jsonLine + "\n").utf8).map(\.header) == [header])
      #expect(BuildTrace.Header.closesInherited(header.jsonLine.utf8) == closes)
      #expect(try await JSONSchema.trace.complaints(about: header.jsonLine) == "")
    }
  }

  @Test func twoBuildsInOneFileAreTwoTraces() throws {
    let other = BuildTrace(
      header: BuildTrace.Header(build: "b2", startNanoseconds: 12, cores: 2, toolchain: nil, arguments: []),
      events: [Self.seen], supervised: nil)
    #expect(try BuildTrace.builds(in: (Self.trace.jsonLines + other.jsonLines).utf8) == [Self.trace, other])
  }

  @Test func buildsThatRanAtTheSameTimeAreFlagged() throws {
    let other = Self.header.jsonLine.split(separator: "b1").joined(separator: "b2")
    let text = [
      Self.header.jsonLine, other, Self.compile.jsonLine, SupervisedBuildTests.build.jsonLine(build: "b1"),
      SupervisedBuildTests.build.jsonLine(build: "b2"),
    ]
    let traces = try BuildTrace.builds(in: text.joined(separator: "\n").utf8)
    #expect(traces.map(\.flaws) == [[.overlapping], [.overlapping]])
    #expect(traces.map(\.supervised) == [SupervisedBuildTests.build, SupervisedBuildTests.build])
  }

  @Test(arguments: [
    ("", "the record is truncated"),
    (#"{"schema":"modgauge.trace/2"}"#, #"the record's schema is "modgauge.trace/2", and only "modgauge.trace/1" "#),
    (#"{"process":7}"#, #"this is not a record of modgauge-recorder: it has no "schema""#),
  ])
  func aFileThatIsNoTraceIsAnErrorThatSaysSo(text: String, arguments: String) {
    let error = #expect(throws: TraceError.self) { try BuildTrace.builds(in: text.utf8) }
    #expect(error?.description.hasPrefix(arguments) == true, "\(error?.description ?? "")")
  }

  @Test func aLaterHeaderOfAnotherVersionIsAnError() {
    let text = Self.trace.jsonLines + #"{"schema":"modgauge.trace/2","build":"x"}"# + "\n"
    #expect(throws: TraceError.otherSchema(found: "modgauge.trace/2", expected: "modgauge.trace/1")) {
      try BuildTrace.builds(in: text.utf8)
    }
  }

  @Test func aDamagedTraceThrowsOrIsReadButNeverTraps() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      var bytes = Array(Self.trace.jsonLines.utf8)
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let outcome = Result { () throws(TraceError) in try BuildTrace.builds(in: bytes) }
      if case .success(let traces) = outcome { #expect(!traces.isEmpty, "seed \(seed)") }
    }
  }

  @Test func anEventNeverNeedsMoreThanOneWrite() {
    let hostile = String(repeating: "\u{1}😀", count: 500)
    let event = CompilerEvent(
      processID: .max, parentProcessID: .max, startNanoseconds: .max, endNanoseconds: .max, userMicroseconds: .max,
      systemMicroseconds: .max, peakBytes: .max, termination: .signalled(number: 127), program: hostile,
      job: Job(
        kind: .compile, module: hostile, isTool: true, files: Array(repeating: hostile, count: 9), output: hostile))
    #expect(event.jsonLine.utf8.count < CompilerEvent.longestLine)
    let many = (0..<1000).map { "File\($0).swift" }
    let batch = Job(kind: .compile, module: "Core", files: many)
    let line = CompilerEvent(
      processID: 1, parentProcessID: nil, startNanoseconds: 1, endNanoseconds: 1, userMicroseconds: 0,
      systemMicroseconds: 0, peakBytes: nil, termination: nil, program: "swift-frontend", job: batch
    ).jsonLine
    #expect((CompilerEvent.longestLine - 20..<CompilerEvent.longestLine).contains(line.utf8.count))
  }
}

extension CompilerEvent {
  fileprivate static func random(_ random: inout SeededGenerator) -> Self {
    let names = ["Core", "é 😀", "\"\\,\n\u{2028}", "a/b.swift", ""]
    let start = Int.random(in: 10...1000, using: &random)
    let files = (0..<Int.random(in: 0...5, using: &random)).map { _ in names.randomElement(using: &random) ?? "" }
    return CompilerEvent(
      source: Bool.random(using: &random) ? .recorder : .observer(resolutionNanoseconds: 15),
      processID: .random(in: 0...9, using: &random),
      parentProcessID: Bool.random(using: &random) ? nil : .random(in: 0...9, using: &random),
      startNanoseconds: start, endNanoseconds: start + Int.random(in: 0...99, using: &random),
      userMicroseconds: .random(in: BuildTrace.microseconds, using: &random),
      systemMicroseconds: .random(in: BuildTrace.microseconds, using: &random),
      peakBytes: Bool.random(using: &random) ? nil : .random(in: 0 ... .max, using: &random),
      termination: [nil, .exited(code: 1), .signalled(number: 9)].randomElement(using: &random) ?? nil,
      program: names.randomElement(using: &random) ?? "",
      job: Job(
        kind: Job.Kind.allCases.randomElement(using: &random) ?? .other, module: names.randomElement(using: &random),
        isTool: Bool.random(using: &random), files: files,
        fileCount: files.count + Int.random(in: 0...3, using: &random),
        writtenObjects: Bool.random(using: &random) ? nil : .random(in: 0...9, using: &random),
        output: names.randomElement(using: &random)))
  }
}

extension BuildTrace {
  /// The build as lines of JSON: the header, the events, and the totals of the whole build if it reached its end.
  fileprivate var jsonLines: String {
    var lines = [header.jsonLine] + events.map { $0.jsonLine }
    if let supervised { lines.append(supervised.jsonLine(build: header.build)) }
    return lines.map { $0 + "\n" }.joined()
  }
}
