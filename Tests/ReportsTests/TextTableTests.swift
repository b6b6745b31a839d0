import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis
@testable import Reports

/// How documents are set for a terminal.
struct TextTableTests {
  private func style(_ columns: Int, isStyled: Bool = false, isColored: Bool = false) -> TextStyle {
    TextStyle(columns: columns, isStyled: isStyled, isColored: isColored)
  }

  private func printed(_ run: Run, _ style: TextStyle) throws -> String {
    try RunReport(run.findings).printed(as: nil, style)
  }

  @Test(arguments: [30, 40, 60, 80, 100, 132, 300])
  func noLineIsWiderThanTheWindowAndNoFigureIsLost(columns: Int) throws {
    let run = Run.recordedExample(rounds: 6)
    let text = try printed(run, style(columns))
    for line in text.split(separator: "\n") { #expect(String(line).terminalWidth <= columns, "\(line)") }
    #expect(!text.contains("**") && !text.contains("|"))
    for figure in ["20.9 s", "10.9 s", "1.00", "0.52", "300 MiB", "31.3 s"] { #expect(text.contains(figure)) }
  }

  @Test func `code is not broken where it fits on a line, and is quoted once on each line`() {
    let command: Phrase = "Fetch it with `git -C shop fetch --unshallow` now."
    func lines(_ columns: Int) -> [String] { command.wrapped(columns: columns).map { TextStyle.plain.text($0) } }
    #expect(lines(34) == ["Fetch it with", "`git -C shop fetch --unshallow`", "now."])
    #expect(lines(22) == ["Fetch it with `git`", "`-C shop fetch`", "`--unshallow` now."])
  }

  @Test func `a command in a paragraph is never broken, and what is around it is wrapped`() {
    let command = "modgauge what-if --split 'Core=A:A1.swift,B:B1.swift' --cut 'A->B'"
    let text = Text.document(
      [.list(["The parts hardly need one another. Try `\(command)`, which is long."])], style(40))
    #expect(text.split(separator: "\n").contains { $0.contains(command) }, "\(text)")
    #expect(
      text.split(separator: "\n").allSatisfy { $0.contains(command) || String($0).terminalWidth <= 40 }, "\(text)")
  }

  @Test func aWideWindowShowsOneTableAndANarrowOneParts() throws {
    let run = Run.example(rounds: 6)
    // A table of times, and one of sizes.
    let wide = try printed(run, style(100)).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(wide.count { $0.hasPrefix("App  ") } == 2)
    let narrow = try printed(run, style(60)).split(separator: "\n")
    #expect(narrow.count { $0.hasPrefix("App  ") } > 2)
  }

  @Test func `the ratios of wall and CPU time are side by side, and fit a pipe's hundred columns`() throws {
    let lines = Text.document(RunReport.answer(Run.example(rounds: 6).findings), .plain).split(separator: "\n")
    #expect(
      lines.first { $0.hasPrefix("builds ") }
        == "builds   median       interval               ÷ App   saved     CPU           CPU ÷ App")
    #expect(
      lines.contains(
        "CartApp  10.9 s  10.3 – 11.5 s  0.52 (0.51 – 0.53)  10.0 s  16.3 s  0.52 (0.51 – 0.53)"))
    #expect(lines.allSatisfy { String($0).terminalWidth <= 100 })
  }

  @Test func `a terminal shows details only if they are asked for, and files have them`() throws {
    let blocks: [Block] = [.paragraph("found")] + .trust([], [("How", [.paragraph("so")]), ("Nothing", [])])
    let terminal = TextStyle(columns: 80, isStyled: false, isColored: false)
    let verbose = TextStyle(columns: 80, isStyled: false, isColored: false, isVerbose: true)
    let all = "found\n\nHow far this can be trusted\n\nHow\n\nso\n"
    #expect(Text.document(blocks, .plain) == all && Text.document(blocks, verbose) == all)
    #expect(Text.document(blocks, terminal) == "found\n\nHow far this can be trusted\n\n--verbose adds: How.\n")
    #expect(Markdown.document(blocks).hasSuffix("<details><summary>How</summary>\n\nso\n\n</details>\n"))
    #expect(HTML.blocks(blocks).markup.contains("<details><summary>How</summary><p>so</p>"))
  }

  @Test func `a terminal shows the ten modules that cost most, and how many there are besides`() {
    // The app has four modules and a tool.
    func tables(_ others: Int) -> String {
      var run = Run.recordedExample(rounds: 6)
      let modules = (0..<others).map { ModuleSample(module: "Other\($0)", seconds: 0.02, cpuSeconds: 0.01) }
      for place in run.samples.indices where run.samples[place].arm == "App" {
        run.samples[place].modules?.append(contentsOf: modules)
      }
      return Text.document(RunReport.tables(run.findings), .plain)
    }
    #expect(tables(5).contains("Other4") && !tables(5).contains(" more (`modules.csv`)"))
    #expect(tables(6).contains("… 1 module more (`modules.csv`)"))
  }

  @Test func `a long name is broken after a sign, and code is aligned with and without colors`() {
    let table = Table(
      ["incremental:Dashboard:body"], columns: [.text("scenario") { $0 }, .figures("count") { _ in "1,234" }])
    #expect(Text.table(table, style(31)).contains("incremental:Dashboard:    1,234\nbody"))
    let names: [Phrase] = ["`swift build` itself", "linked"]
    let columns: [Column<Phrase>] = [.text("part", phrase: { $0 }), .figures("count") { _ in "7" }]
    let colored = Text.table(
      Table(names, columns: columns), TextStyle(columns: 80, isStyled: false, isColored: true))
    let rows = colored.replacing(/\u{1B}\[\d*m/, with: "").split(separator: "\n").dropFirst()
    #expect(Set(rows.map(\.count)).count == 1, "\(rows)")
  }

  @Test func aNameWithoutSpacesIsBroken() {
    let name = String(repeating: "Module", count: 20)
    let table = Table([name], columns: [.text("name") { $0 }, .figures("count") { _ in "1,234" }])
    let text = Text.table(table, style(30))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 30 })
    #expect(text.replacing(/[^Module]/, with: "").contains(name))
  }

  @Test func columnsStandBelowOneAnotherWhateverTheNamesAreMadeOf() throws {
    let names = ["a", "日本語", "ünï", "🧭", "e\u{301}"]
    let table = Table(names, columns: [.text("name") { $0 }, .figures("count") { _ in "7" }])
    let lines = Text.table(table, style(40)).split(separator: "\n")
    try #require(!lines.isEmpty)
    #expect(Set(lines.dropFirst().map { String($0).terminalWidth }) == [String(lines[0]).terminalWidth])
  }

  @Test func whatIsStyledSaysTheSame() throws {
    let run = Run.example(rounds: 6)
    let plain = try printed(run, style(120))
    #expect(!plain.contains("\u{1B}"))
    let styled = try printed(run, style(120, isStyled: true))
    #expect(styled.contains("\u{1B}[1mApp\u{1B}[0m") && !styled.contains("[32m"))
    let colored = try printed(run, style(120, isStyled: true, isColored: true))
    #expect(colored.contains("\u{1B}[32m0.52\u{1B}[0m"))
    for text in [styled, colored] { #expect(text.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain) }
  }

  @Test(arguments: HostileNames.all)
  func aNameNeitherMarksNorControls(name: String) {
    let phrase: Phrase = "**\(name)** and `\(name)`"
    #expect(phrase.text == "\(name) and \(name)")
    let text = style(80, isStyled: true, isColored: true).text(phrase)
    #expect(text.replacing(/\u{1B}\[[0-9;]*m/, with: "") == Text.printable(phrase.text))
    #expect(HTML(phrase).markup == HTML(phrase).markup.replacing(/<(?!\/?(b|code)>)/, with: "&lt;"))
  }

  @Test func marksAreThoseOfTheLiteral() {
    #expect(Markdown.text("**a \("*")** *b* `c*d` e") == #"**a \*** *b* `c*d` e"#)
    #expect(HTML("**a \("<")** *b* `c*d`" as Phrase).markup == "<b>a &lt;</b> <em>b</em> <code>c*d</code>")
  }

  @Test func `a text is as wide as its characters, however it is counted`() {
    #expect("a中é".terminalWidth == 4)
    for scalar in (0...0x2FFF).compactMap({ Unicode.Scalar($0 as UInt32) }) {
      #expect(String(scalar).terminalWidth == Character(scalar).terminalWidth, "\(scalar.escaped(asASCII: true))")
    }
  }
}
