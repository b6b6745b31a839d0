import BuildAnalysis
import Reports
import Testing
import TestSupport

struct EscapingTests {
  @Test(arguments: [
    ("plain_name", "plain_name"), ("a|b", #"a\|b"#), ("_lead", #"\_lead"#), ("a*b`c", #"a\*b\`c"#), ("x\ny", "x y"),
    ("<b>&", #"\<b\>\&"#), (#"a\b"#, #"a\\b"#),
  ])
  func markdownShowsTextAsItStands(text: String, escaped: String) {
    #expect(Markdown.escaped(text) == escaped)
  }

  @Test(arguments: [
    ("plain", "plain"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\nb", "\"a\nb\""), ("", ""),
    ("a\r\nb", "\"a\r\nb\""),
  ])
  func fieldsOfCSVAreQuotedWhereNeeded(text: String, escaped: String) {
    #expect(CSV.escaped(text) == escaped)
  }

  @Test(arguments: [
    ("plain", "\"plain\""), ("a\"b", #""a\"b""#), (#"a\"#, #""a\\""#), ("a\nb", "\"a b\""), ("<b>", "\"<b>\""),
  ])
  func stringsOfDOTEndWhereTheyShould(text: String, quoted: String) {
    #expect(DOT.quoted(text) == quoted)
  }

  @Test func everyRowOfATableHasAsManyCellsAsItsHeader() {
    var run = Run.example(rounds: 1)
    for (index, name) in HostileNames.all.enumerated() {
      var arm = run.arms[1]
      arm.name = name + String(repeating: "x", count: index)
      run.arms.append(arm)
    }
    let lines = Markdown.buildsTable(run).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == run.arms.count + 2)
    // A cell ends at a pipe that no backslash escapes.
    let cells = lines.map { $0.replacing(#"\\"#, with: "").replacing(#"\|"#, with: "").count { $0 == "|" } }
    #expect(Set(cells) == [11])
  }
}
