@testable import ActivityLog
import TestSupport
import Testing

@Suite("Reading activity logs")
struct ActivityLogTests {
  /// A log with every construct.
  private static func everything() -> LogSection {
    var step = LogSection("CompileC A.o", 1, 2, target: "A", cpu: 0.5)
    step.text = "Ünïcode\rand a second line"
    step.location = LogLocation(url: "file:///src/A.m")
    step.messages = [
      LogMessage(
        "is deprecated", severity: 1, at: LogLocation(url: "file:///src/A.m", line: 7), [LogMessage("declared here")]),
      LogMessage("cannot find", severity: 2, at: LogLocation(url: "file:///src/A.xib", member: "Y50-tQ-Jyf")),
    ]
    for name in ["Result", "EventStep", "ControlFlowStep"] {
      var message = LogMessage("analyzed", severity: 1, at: LogLocation(url: "file:///src/A.m", line: 9))
      message.name = "IDEActivityLogAnalyzer\(name)Message"
      step.messages.append(message)
    }
    step.wasCancelled = true
    step.buildSignature = "00"
    var tests = LogSection("Test", 3, 4)
    tests.name = "IDEActivityLogUnitTestSection"
    tests.type = 3
    var stale = LogSection("Ld A", -5, -4, target: "A")
    stale.isCached = true
    return LogSection(root: "Build App", seconds: 10, [stale, step, tests])
  }

  @Test("Every version is read to its end, with the same tree", arguments: 7...13)
  func versions(version: Int) throws {
    let log = ActivityLog(Self.everything().log(version: version))
    #expect(log.damage == nil)
    #expect(log.version == UInt64(version))
    #expect(log.rootClass == "IDECommandLineBuildLog")
    #expect(log.unknowns.isEmpty)
    #expect(log.sections.count(where: \.isWhole) == 4)
    #expect(log.sections.map(\.parent) == [nil, 0, 0, 0])
    #expect(log.sections.map(\.end) == [4, 2, 3, 4])
    #expect(log.sections.map { log.text($0.title) } == ["Build App", "Ld A", "CompileC A.o", "Test"])
    try #require(log.sections.count > 2)
    let step = log.sections[2]
    #expect(log.text(step.text) == "Ünïcode\rand a second line")
    #expect(step.start == LogSection.zero + 1)
    #expect(step.wasCancelled && !step.wasFetchedFromCache)
    #expect(log.sections[1].wasFetchedFromCache)
    #expect(step.messages == 0..<6)
    #expect(log.messages.map(\.severity) == [1, 0, 2, 1, 1, 1])
    #expect(log.messages.map(\.parent) == [nil, 0, nil, nil, nil, nil])
    #expect(log.messages.first?.location?.line == 7)
    #expect(log.attachments.count == (version >= 11 ? 1 : 0))
  }

  @Test("Three or four flags, and one more integer before the text, are read in every version", arguments: [3, 4])
  func otherFields(flags: Int) {
    var writer = ActivityLogWriter(version: 12)
    writer.flags = flags
    writer.hasIntegerBeforeText = true
    writer.write(Self.everything())
    let log = ActivityLog(writer.bytes)
    #expect(log.damage == nil)
    #expect(log.sections.count(where: \.isWhole) == 4)
    #expect(log.sections.map(\.wasFetchedFromCache) == [false, true, false, false])
    #expect(log.unknowns == [ActivityLog.Unknown(kind: .field, name: "before a text", count: 4)])
  }

  @Test("Unknown classes and attachments are read past, and counted")
  func unknowns() {
    var writer = ActivityLogWriter(version: 12)
    writer.renamed = ["IDEActivityLogCommandInvocationSection": "IDEUnheardOfSection"]
    var root = Self.everything()
    root.attachments = [("TaskMoonbow", "{}")]
    writer.write(root)
    let log = ActivityLog(writer.bytes)
    #expect(log.damage == nil)
    #expect(log.sections.count(where: \.isWhole) == 4)
    #expect(
      log.unknowns == [
        ActivityLog.Unknown(kind: .attachment, name: "TaskMoonbow", count: 1),
        ActivityLog.Unknown(kind: .class, name: "IDEUnheardOfSection", count: 2),
      ])
  }

  @Test("A log may end anywhere: what was read stays, and the place is said")
  func cut() throws {
    let bytes = Self.everything().log()
    for count in 1..<bytes.count {
      let log = ActivityLog(Array(bytes[..<count]))
      let damage = try #require(log.damage)
      #expect(damage.byte <= count)
      #expect(!log.isComplete)
      #expect(log.sections.count(where: \.isWhole) <= 4)
    }
    let log = ActivityLog(Array(bytes[..<(bytes.count - 1)]))
    #expect(log.sections.count(where: \.isWhole) == 3)
    #expect(log.sections.count == 4)
  }

  @Test("Ten thousand sections, each in another, are read without recursion")
  func deep() {
    var section = LogSection("Step", 0, 1)
    for _ in 0..<10_000 { section = LogSection("Step", 0, 1, [section]) }
    var writer = ActivityLogWriter(version: 11)
    writer.write(section)
    let log = ActivityLog(writer.bytes)
    #expect(log.damage == nil)
    #expect(log.sections.count(where: \.isWhole) == 10_001)
    #expect(log.sections.first?.end == 10_001)
  }

  @Test("Lengths and counts that cannot be are damages, and cost no memory")
  func lengths() {
    let start = "SLF012#21%IDEActivityLogSection1@0#"
    for rest in ["9999999999999999999\"a", "99999999999999999999999\"a", "-5\"hello", "18446744073709551615#"] {
      #expect(ActivityLog(Array((start + rest).utf8)).damage != nil)
    }
    let list = ActivityLog(Array((start + "---0000000000000000^0000000000000000^18446744073709551615(").utf8))
    #expect(list.damage != nil)
    #expect(list.sections.count == 1)
  }

  @Test("Bytes that are no log say so", arguments: ["", "SLF", "hello", "SLF012#", "SLF012#-"])
  func foreign(text: String) throws {
    let log = ActivityLog(Array(text.utf8))
    #expect(log.sections.isEmpty)
    #expect(!log.isComplete)
    #expect(try #require(log.damage).byte <= text.utf8.count)
  }

  @Test("No change of a few bytes makes reading fail", arguments: 0..<8)
  func mutants(seed: UInt64) {
    let bytes = Self.everything().log()
    var random = SplitMix(seed: seed)
    for _ in 0..<2000 {
      var changed = bytes
      for _ in 0...(random.next() % 4) {
        let place = Int(random.next() % UInt64(changed.count))
        switch random.next() % 3 {
        case 0: changed[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: changed.remove(at: place)
        default: changed.insert(Array("0123456789abcdef#\"%@^(-*".utf8)[Int(random.next() % 24)], at: place)
        }
      }
      let log = ActivityLog(changed)
      #expect(log.sections.allSatisfy { $0.end <= log.sections.count && $0.title.range.upperBound <= changed.count })
      #expect(log.messages.allSatisfy { $0.title.range.upperBound <= changed.count })
    }
  }
}

private struct SplitMix {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
