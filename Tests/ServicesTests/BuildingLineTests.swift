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

  @Test func `a line says how far it is, and what it does not know is left out`() {
    func text(_ index: Int, of count: Int?, left: Double?, after seconds: Double) -> String {
      BuildingLine(index: index, count: count, words: "w", about: "about", remainingSeconds: left)
        .text(columns: 80, after: seconds)
    }
    let (full, free) = ("█", "░")
    #expect(text(1, of: 2, left: nil, after: 0.99) == String(repeating: free, count: 20) + " 1/2  w")
    #expect(
      text(2, of: 2, left: nil, after: 1) == String(repeating: full, count: 10) + String(repeating: free, count: 10)
        + " 2/2  w  1 s")
    #expect(
      text(20, of: 20, left: 3, after: 1.9) == String(repeating: full, count: 19) + free
        + " 20/20  w  1 s · about 1 s left")
    #expect(text(7, of: nil, left: 90, after: 30) == "7  w  30 s · about 1 min left")
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
