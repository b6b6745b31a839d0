import Testing

@testable import BuildTrace

/// Files in the Trace Event Format, as SwiftPM writes them.
struct TraceEventTests {
  private func file(_ lines: String...) -> TraceEvent.File? {
    TraceEvent.file(Array(lines.joined(separator: "\n").utf8))
  }

  @Test func `complete events are read, and lines that are no event are counted, as where the file was cut`() throws {
    let first = #"{"args":{"result":"failed","commandLine":"swiftc A.swift"},"cat":"build","dur":5,"name":"A","#
    let whole = first + #""ph":"X","ts":2}"#
    let event = TraceEvent(
      name: "A", category: "build", startMicroseconds: 2, durationMicroseconds: 5, result: "failed",
      commandLine: "swiftc A.swift")
    let metadata = #"{"args":{},"name":"process_name","ph":"M","ts":0}"#
    let complete = try #require(file("[", metadata + ",", whole, "]"))
    #expect(complete.events == [event] && complete.isComplete && complete.damaged == 0)
    let cut = try #require(file("[" + whole + ",", #"{"ph":"X","ts":-1},"#, first))
    #expect(cut.events == [event] && !cut.isComplete && cut.damaged == 2)
  }

  @Test(arguments: ["", "[]", "[1, 2]", #"[{"name":"A"}]"#, #"{"ph":"X","ts":0,"dur":0}"#])
  func `a file without any event is of another kind`(text: String) {
    #expect(file(text) == nil)
  }
}
