import Testing

@testable import Services

/// The lines that differ, as `diff -u` shows them.
@Suite struct LineDifferenceTests {
  private func text(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }

  /// Of the numbers up to 20, with other words in some places.
  private func changes(_ others: [Int: [String]]) -> String {
    let lines = (1...20).map(String.init)
    let after = (1...20).flatMap { number in others[number] ?? [String(number)] }
    return LineDifference(before: text(lines), after: text(after)).unified(name: "a")
  }

  @Test func `three lines around a change are shown, and their numbers`() {
    #expect(changes([10: ["x"]]) == "--- a\n+++ a\n@@ -7,7 +7,7 @@\n 7\n 8\n 9\n-10\n+x\n 11\n 12\n 13\n")
    #expect(changes([1: ["x"]]) == "--- a\n+++ a\n@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n")
    #expect(changes([20: ["x", "y"]]) == "--- a\n+++ a\n@@ -17,4 +17,5 @@\n 17\n 18\n 19\n-20\n+x\n+y\n")
    #expect(changes([19: []]) == "--- a\n+++ a\n@@ -16,5 +16,4 @@\n 16\n 17\n 18\n-19\n 20\n")
    #expect(changes([:]) == "--- a\n+++ a\n")
  }

  @Test func `changes with more than six lines between them are apart, and later numbers count what came before`() {
    let near = changes([5: ["x"], 12: ["y"]])
    #expect(
      near.hasPrefix("--- a\n+++ a\n@@ -2,14 +2,14 @@\n 2\n 3\n 4\n-5\n+x\n 6\n") && near.matches(of: /@@ -/).count == 1
    )
    let far = changes([5: ["x", "z"], 13: ["y"]])
    #expect(far.contains("\n@@ -2,7 +2,8 @@\n") && far.contains("\n 8\n@@ -10,7 +11,7 @@\n 10\n"))
  }

  @Test func `equal texts do not differ, and lines that are added come after those before them`() {
    #expect(LineDifference(before: "", after: "").unified(name: "n") == "--- n\n+++ n\n")
    #expect(LineDifference(before: "a\n", after: "a\n").unified(name: "n") == "--- n\n+++ n\n")
    #expect(
      LineDifference(before: "a\n", after: "a\nb\n").unified(name: "n") == "--- n\n+++ n\n@@ -1,1 +1,2 @@\n a\n+b\n")
  }
}
