import BuildAnalysis
import Documents
import Foundation
import Services
import Synchronization
import Testing
import TestSupport

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
