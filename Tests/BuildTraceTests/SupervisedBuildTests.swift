import Testing

@testable import BuildTrace
import ModuleGraph

@Suite struct SupervisedBuildTests {
  static let line =
    #"{"schema":"modgauge.supervised/1","startNanoseconds":1,"endNanoseconds":3,"#
    + #""userMicroseconds":4,"systemMicroseconds":5,"peakBytes":6,"exitCode":7,"survivors":0}"#

  static let build = SupervisedBuild(
    startNanoseconds: 1, endNanoseconds: 3, userMicroseconds: 4, systemMicroseconds: 5, peakBytes: 6,
    termination: .exited(code: 7), stopped: nil, survivors: 0)

  @Test func aRecordIsThisLine() {
    #expect(Self.build.jsonLine == Self.line)
    #expect(Self.build.wallNanoseconds == 2)
  }

  @Test func everyRecordIsReadAsItWasWritten() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let build = SupervisedBuild.random(&random)
      #expect(try SupervisedBuild(jsonLine: build.jsonLine) == build, "seed \(seed)")
    }
  }

  @Test func aCutRecordIsCalledCut() {
    let bytes = Array(Self.line.utf8)
    for length in 0..<bytes.count {
      #expect(throws: TraceError.cut) { try SupervisedBuild(jsonLine: bytes.prefix(length)) }
    }
  }

  @Test func aDamagedRecordThrowsOrIsReadButNeverTraps() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<5000 {
      var bytes = Array(Self.line.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let outcome = Result { () throws(TraceError) in try SupervisedBuild(jsonLine: bytes) }
      if case .failure(let error) = outcome { #expect(!error.description.isEmpty, "seed \(seed)") }
    }
  }

  @Test func keysThatAreNotKnownAreIgnored() throws {
    let more = #","new":{"a":[1,-2.5e3,"\u00e9\ud83d\ude00\n",true,false,null,{}],"b":[]}}"# + "\n"
    #expect(try SupervisedBuild(jsonLine: Self.line.dropLast() + more) == Self.build)
  }

  @Test(arguments: ["[]", "3", "null", "\"modgauge\"", "{}", #"{"name":"x"}"#, #"{"schema":3}"#])
  func otherJSONIsCalledForeign(line: String) {
    #expect(throws: TraceError.foreign) { try SupervisedBuild(jsonLine: line) }
  }

  @Test func anotherVersionSaysWhichOneCanBeRead() {
    let error = #expect(throws: TraceError.self) {
      try SupervisedBuild(jsonLine: #"{"schema":"modgauge.supervised/2"}"#)
    }
    #expect(
      error?.description == """
        the record's schema is "modgauge.supervised/2", and only "modgauge.supervised/1" can be read; \
        use modgauge and modgauge-recorder of the same version
        """)
  }

  @Test(arguments: [
    (#""peakBytes":6"#, #""peakBytes":-6"#, "peakBytes"),
    (#""peakBytes":6"#, #""peakBytes":6.5"#, "peakBytes"),
    (#""peakBytes":6"#, #""peakBytes":99999999999999999999"#, "peakBytes"),
    (#""peakBytes":6"#, #""peakBytes":6,"peakBytes":6"#, "peakBytes"),
    (#""endNanoseconds":3"#, #""endNanoseconds":0"#, "endNanoseconds"),
    (#""exitCode":7"#, #""exitCode":256"#, "exitCode"),
    (#""exitCode":7"#, #""signal":0"#, "signal"),
    (#""exitCode":7"#, #""exitCode":7,"signal":9"#, "signal"),
    (#""exitCode":7"#, #""exitCode":7,"stopped":"bored""#, "stopped"),
    (#""exitCode":7"#, #""exitCode":7,"stopped":1"#, "stopped"),
  ])
  func valuesThatCannotBeAreRefusedByName(old: String, new: String, key: String) {
    let error = #expect(throws: TraceError.self) {
      try SupervisedBuild(jsonLine: Self.line.split(separator: old).joined(separator: new))
    }
    guard case .invalid(key, _)? = error else { return #expect(Bool(false), "\(String(describing: error))") }
  }

  @Test(arguments: ["startNanoseconds", "userMicroseconds", "peakBytes", "exitCode", "survivors"])
  func aFigureThatIsNotThereIsNamed(key: String) {
    let line = Self.line.split(separator: "\"\(key)\"").joined(separator: "\"other\"")
    #expect(throws: TraceError.missing(key: key)) { try SupervisedBuild(jsonLine: line) }
  }

  @Test(arguments: [
    "x", "{,}", "{\"a\" 1}", "{\"a\":01}", "{\"a\":.5}", "{\"a\":1.}x", "{\"a\":\"\t\"}", #"{"a":"\x"}"#,
    #"{"a":"\udc00"}"#, #"{"a":"\ud800x"}"#, #"{"a":"\ud800\u0041"}"#, #"{"a":"\u00g0"}"#, "[1,]", "{} {}", "nul!",
    String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
  ])
  func hostileTextIsMalformed(line: String) {
    let error = #expect(throws: TraceError.self) { try SupervisedBuild(jsonLine: line) }
    guard case .malformed? = error else { return #expect(Bool(false), "\(String(describing: error))") }
  }

  @Test func textThatIsNotUTF8IsMalformed() {
    let bytes = Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}".utf8)
    #expect(throws: TraceError.malformed(offset: 5, expected: "a string in UTF-8")) {
      try SupervisedBuild(jsonLine: bytes)
    }
  }

  @Test func hostileNamesSurviveInOneLine() throws {
    let name = "\"\\,|<&'\n\r\t\u{0}\u{1F}\u{7F}\u{85}\u{2028}\u{200F}é😀"
    let quoted = JSONLine.quoted(name)
    #expect(quoted.split(whereSeparator: \.isNewline).count == 1)
    #expect(try JSONReader.value(of: Array(quoted.utf8)) == .string(name))
  }
}

extension SupervisedBuild {
  fileprivate static func random(_ random: inout SeededGenerator) -> Self {
    let times = (0..<2).map { _ in Int.random(in: BuildTrace.nanoseconds, using: &random) }.sorted()
    return SupervisedBuild(
      startNanoseconds: times[0], endNanoseconds: times[1],
      userMicroseconds: .random(in: BuildTrace.microseconds, using: &random),
      systemMicroseconds: .random(in: BuildTrace.microseconds, using: &random),
      ownMicroseconds: Bool.random(using: &random) ? nil : .random(in: BuildTrace.microseconds, using: &random),
      peakBytes: .random(in: 0 ... .max, using: &random),
      termination: Bool.random(using: &random)
        ? .exited(code: .random(in: 0...255, using: &random))
        : .signalled(number: .random(in: 1...127, using: &random)),
      stopped: (StopReason.allCases + [nil]).randomElement(using: &random) ?? nil,
      survivors: .random(in: 0...9, using: &random), turns: .random(within: times[0]...times[1], &random),
      supervisorMicroseconds: Bool.random(using: &random) ? nil : .random(in: BuildTrace.microseconds, using: &random))
  }
}

extension SupervisedBuild {
  init(jsonLine line: String) throws(TraceError) { try self.init(jsonLine: line.utf8) }
}

extension SupervisedBuild.Turns {
  fileprivate static func random(within span: ClosedRange<Int>, _ random: inout SeededGenerator) -> Self? {
    guard let means = (HaltingMeans.allCases + [nil]).randomElement(using: &random) ?? nil else { return nil }
    let times = (0..<2 * Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: span, using: &random) }
      .sorted()
    return Self(means: means, halts: stride(from: 0, to: times.count, by: 2).map { times[$0]..<times[$0 + 1] })
  }
}
