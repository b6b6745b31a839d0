import Synchronization
import Testing

@testable import Services

/// The line below a running benchmark.
struct BuildingLineTests {
  private let line = BuildingLine(
    index: 13, count: 40, words: "round 2 of 6: CartApp, incremental:Core:body", about: "about", remainingSeconds: 130)

  @Test func aWideWindowShowsAll() {
    #expect(
      line.text(columns: 120, after: 3.4)
        == "██████░░░░░░░░░░░░░░ 13/40  round 2 of 6: CartApp, incremental:Core:body  3 s · about 2 min 10 s left")
  }

  @Test func aNarrowWindowCountsTheBuildsOfATurn() {
    var turns = line
    turns.shortWords = "round 2 of 6: 12 builds in turns"
    #expect(turns.text(columns: 120, after: 3.4) == line.text(columns: 120, after: 3.4))
    #expect(
      turns.text(columns: 90, after: 3.4)
        == "██████░░░░░░░░░░░░░░ 13/40  round 2 of 6: 12 builds in turns  3 s · about 2 min 10 s left")
  }

  @Test(arguments: 10...120) func itNeverWraps(columns: Int) {
    let text = line.text(columns: columns, after: 3.4)
    #expect(text.count < columns && text.contains("13"))
  }

  @Test func aBuildThatTakesLongerThanExpectedLeavesNoNegativeTime() {
    #expect(line.text(columns: 120, after: 500).hasSuffix(" · about 1 s left"))
  }
}

/// Lines are written by whoever has something to say, and none is torn.
struct LiveLineTests {
  @Test func notesStandAboveTheLine() {
    let log = TextLog()
    let live = LiveLine { log.note($0) }
    live.write(above: "first\n")
    live.show { "running" }
    live.write(above: "note\n")
    live.hide()
    live.write(above: "last\n")
    let text = log.text.replacing("\r\u{1B}[Krunning\r\u{1B}[Krunning", with: "\r\u{1B}[Krunning")
    #expect(text == "first\n\r\u{1B}[Krunning\r\u{1B}[Knote\nrunning\r\u{1B}[Klast\n")
  }
}

private final class TextLog: Sendable {
  private let state = Mutex("")
  var text: String { state.withLock { $0 } }
  func note(_ text: String) { state.withLock { $0 += text } }
}
