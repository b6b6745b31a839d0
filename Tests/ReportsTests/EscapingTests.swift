import BuildAnalysis
import Foundation
import Reports
import Testing
import TestSupport

#if canImport(FoundationXML)
  import FoundationXML
#endif

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

  @Test func everyRowOfATableHasAsManyCellsAsItsHeader() throws {
    var run = Run.example(rounds: 1)
    for (index, name) in HostileNames.all.enumerated() {
      var arm = run.arms[1]
      arm.name = name + String(repeating: "x", count: index)
      run.arms.append(arm)
    }
    let text = try RunReport(run.findings).printed(as: nil, .plain)
    let tables = text.components(separatedBy: "\n\n").filter { $0.hasPrefix("|") }.map { $0.split(separator: "\n") }
    #expect(tables.first?.count == run.arms.count + 2)
    for lines in tables {
      // A cell ends at a pipe that no backslash escapes.
      let cells = lines.map { $0.replacing(#"\\"#, with: "").replacing(#"\|"#, with: "").count { $0 == "|" } }
      #expect(Set(cells).count == 1)
    }
  }

  @Test(arguments: [
    ("plain", "plain"), ("a&b", "a&amp;b"), ("<b>", "&lt;b&gt;"), ("a\"b", "a&quot;b"), ("a'b", "a&#39;b"),
    ("x\ny\u{0}", "x y "), ("&amp;", "&amp;amp;"), ("ünï🧭\u{202E}", "ünï🧭\u{FFFD}"),
  ])
  func markupShowsTextAsItStands(text: String, escaped: String) {
    #expect(Markup.escaped(text) == escaped)
  }

  /// Control characters are spaces to whoever reads it.
  private func shown(_ name: String) -> String {
    String(
      String.UnicodeScalarView(name.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }

  @Test(arguments: HostileNames.all)
  func anXMLParserReadsTheNameInTextAndInAttributesOfBothQuotes(name: String) throws {
    let text = Markup.escaped(name)
    let document = try XMLDocument(xmlString: "<a one='\(text)' two=\"\(text)\">-\(text)-</a>", options: [])
    let element = try #require(document.rootElement())
    #expect(element.attribute(forName: "one")?.stringValue == marked(shown(name)))
    #expect(element.attribute(forName: "two")?.stringValue == marked(shown(name)))
    #expect(element.stringValue == "-\(marked(shown(name)))-")
  }

  /// What turns text, and in a file for programs what controls a terminal, has a sign of its own.
  private func marked(_ name: String, _ others: Set<Unicode.Scalar> = []) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { $0 == "\u{202E}" || others.contains($0) ? "\u{FFFD}" : $0 }))
  }

  @Test(arguments: ["a\u{1B}[31mb", "a\u{202E}b", "a\u{2066}b", "a\u{200F}b", "a\u{7}b", "a\u{9B}b"])
  func noNameSteersATerminalOrTurnsText(name: String) throws {
    func isSteering(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\r"
        || scalar.properties.generalCategory == .format
    }
    var run = Run.example(rounds: 3)
    for index in run.samples.indices where run.samples[index].arm == run.arms[1].name { run.samples[index].arm = name }
    run.plan.arms = run.plan.arms.map { $0 == run.arms[1].name ? name : $0 }
    (run.arms[1].name, run.plan.configuration, run.environment.compiler) = (name, name, name)
    let texts = [
      Markdown.builds(run.findings), CSV.builds(run.findings), Text.printable(name), Markup.escaped(name),
    ]
    for text in texts { #expect(!text.unicodeScalars.contains(where: isSteering), "\(text.debugDescription)") }
  }

  @Test(arguments: HostileNames.all)
  func everyFieldOfCSVIsReadAsItWas(hostile: String) {
    // A formula of a spreadsheet is a name.
    let sign = hostile.hasPrefix("=") ? "'" : ""
    let (field, name) = (CSV.escaped(hostile), sign + marked(hostile, ["\0"]))
    guard field.hasPrefix("\"") else {
      // Outside quotes nothing may end the field.
      #expect(field == name && !field.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) })
      return
    }
    let inner = String(field.unicodeScalars.dropFirst().dropLast())
    #expect(inner.replacing("\"\"", with: "").contains("\"") == false)
    #expect(inner.replacing("\"\"", with: "\"") == name)
  }

  @Test(arguments: HostileNames.all)
  func everyStringOfDOTIsReadAsItWas(name: String) {
    var inner = Array(DOT.quoted(name).unicodeScalars)
    #expect(inner.removeFirst() == "\"" && inner.removeLast() == "\"")
    var read = String.UnicodeScalarView()
    var rest = inner[...]
    while let scalar = rest.popFirst() {
      #expect(scalar != "\"", "a quote within ends the string")
      read.append(scalar == "\\" ? rest.popFirst() ?? "?" : scalar)
    }
    #expect(String(read) == shown(name))
  }

  @Test(arguments: HostileNames.all)
  func everyTextOfMermaidIsReadAsItWas(name: String) {
    // `#35;` is the character of that number.
    let parts = Mermaid.escaped(name).split(separator: "#", omittingEmptySubsequences: false)
    let read = parts.dropFirst().reduce(String(parts[0])) { text, part in
      let end = part.firstIndex(of: ";") ?? part.startIndex
      let scalar = UInt32(part[..<end]).flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? "?"
      return text + scalar + part[end...].dropFirst()
    }
    #expect(read == (name.isEmpty ? " " : shown(name)))
  }

  @Test(arguments: HostileNames.all)
  func markdownHasNoSignOfItsOwnInAName(name: String) {
    let text = Markdown.escaped(name)
    // What no backslash stands before.
    let bare = text.replacing(#"\\"#, with: "").replacing(/\\[`*\[\]<>|&~$_]/, with: "")
    #expect(!bare.contains(/[`*\[\]<>|&~$\\\n\r]/))
    #expect(text.replacing(/\\(?<sign>[\\`*\[\]<>|&~$_])/) { $0.sign } == marked(shown(name)))
  }
}
