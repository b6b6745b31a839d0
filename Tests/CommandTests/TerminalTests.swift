import BuildAnalysis
import Documents
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import modgauge

extension BenchCommandTests {
  /// What a run looks like at a real terminal.
  @Suite(.enabled(if: PseudoTerminal.isInstalled, "script (util-linux) is not installed")) struct TerminalTests {
    private static func scripted() throws -> ShopWorkspace {
      let shop = try ShopWorkspace()
      try shop.folder.write([
        "Shop/.modgauge.yml": "bench:\n  command: [cp, Package.swift, \"{scratch}/out.txt\"]\n"
      ])
      return shop
    }

    @Test func aRunIsSetForTheWindowAndItsBuildsHaveALiveLine() async throws {
      let shop = try Self.scripted()
      let words = shop.commandWords(["--rounds", "1", "--combined", "CartApp", "--feature", "Search"])
      let seen = try await PseudoTerminal.output(of: "modgauge", words, columns: 72)
      let lines = seen.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
      #expect(seen.contains("\r\u{1B}[K░░░░░░░░░░░░░░░░░░░░ 1/4  warm-up: "), "\(seen)")
      #expect(seen.contains("\r\u{1B}[K█████░░░░░░░░░░░░░░░ 2/4  warm-up: "))
      #expect(seen.contains("\u{1B}[1mCartApp\u{1B}[0m") && !seen.contains("**") && !seen.contains("| "))
      let table = lines.filter { $0.contains("combined app") || $0.contains("median") }
      #expect(table.count >= 2 && table.allSatisfy { Self.width($0) <= 72 }, "\(table)")
    }

    @Test func boldAndColoursAreForThoseWhoWantThem() async throws {
      let folder = try TestFolder()
      try folder.write(["run.json": try Run.example(rounds: 6).findings.json()])
      for (words, environment, isStyled, isColored) in [
        ([], [:], true, true), (["--no-color"], [:], true, false), ([], ["NO_COLOR": "1"], true, false),
        ([], ["TERM": "dumb"], false, false), (["--format", "markdown"], [:], false, false),
      ] as [([String], [String: String], Bool, Bool)] {
        let again = try await PseudoTerminal.output(
          of: "modgauge", ["report", folder.path] + words, columns: 100, environment: environment)
        #expect(again.contains("\u{1B}[1m") == isStyled, "\(words) \(environment) \(again)")
        #expect(again.contains(/\u{1B}\[3\dm/) == isColored, "\(words) \(environment) \(again)")
        #expect(again.contains("**App**") == words.contains("markdown"))
      }
    }

    @Test func otherAnswersAreSetForTheWindowToo() async throws {
      let shop = try Self.scripted()
      for command in ["roles", "metrics", "packages"] {
        let words = [command, "--package-path", shop.path, "--cache-dir", shop.cache]
        let seen = try await PseudoTerminal.output(of: "modgauge", words, columns: 60)
        let lines = seen.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
        #expect(lines.allSatisfy { Self.width($0) <= 60 }, "\(seen)")
        #expect(seen.contains("\u{1B}[1m"))
        let piped = try await shop.modgauge(words)
        #expect(!piped.output.contains("\u{1B}"))
      }
    }

    private static func width(_ line: String) -> Int { line.replacing(/\u{1B}\[[0-9;]*[mK]/, with: "").count }
  }
}

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
