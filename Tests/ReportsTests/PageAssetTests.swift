import CPageAssets
import Foundation
import TestSupport
import Testing

@testable import Reports

/// The scripts and styles of pages are files like any other source: they parse, and have one style.
@Suite struct PageAssetTests {
  static let folder = URL(filePath: #filePath).appending(path: "../../../Sources/Reports/Page/Assets")
    .standardizedFileURL

  private static func files(_ ending: String) throws -> [String] {
    let all = try FileManager.default.contentsOfDirectory(atPath: folder.path())
    return all.filter { $0.hasSuffix("." + ending) }.sorted()
  }

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: folder.appending(path: file), encoding: .utf8)
  }

  private static let hasNode = (try? Tool.named("node")) != nil

  @Test(.enabled(if: hasNode, "node is not installed; script/bootstrap --tests installs it"))
  func everyScriptParses() async throws {
    let scripts = try Self.files("js")
    #expect(!scripts.isEmpty)
    for script in scripts {
      let outcome = try await Tool.named("node")(["--check", Self.folder.path() + "/" + script])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
    }
  }

  /// One file of each kind.
  @Test func `scripts, styles and markup are embedded whole`() throws {
    for (name, asset) in [
      ("graph-layout.js", PageAsset.graph_layout_js), ("page.css", .page_css), ("timeline.html", .timeline_html),
    ] {
      #expect(try asset.text == Self.text(name))
    }
  }

  @Test func everyFileHasTheStyleOfTheOthers() throws {
    let files = try Self.files("js") + Self.files("css") + Self.files("html")
    for file in files {
      let text = try Self.text(file)
      let complaints = AssetStyle.complaints(about: text, isMarkup: file.hasSuffix(".html"))
      #expect(complaints.isEmpty, "\(file): \(complaints.joined(separator: "; "))")
    }
  }

  @Test func aLineThatIsOutOfPlaceIsFound() {
    let tidy = "function f(a) {\n  return g(a, {\n    b,\n  });\n}\n"
    #expect(AssetStyle.complaints(about: tidy, isMarkup: false).isEmpty)
    for (part, other) in [
      ("  return", "   return"), ("    b", "  b"), ("b,", "b, "), ("\n}\n", "\n}"), ("  return", "\treturn"),
      ("b,", "b, // " + String(repeating: "c", count: 120)),
    ] {
      let untidy = tidy.replacing(part, with: other)
      #expect(!AssetStyle.complaints(about: untidy, isMarkup: false).isEmpty, "\(untidy)")
    }
  }

  /// A browser drops a declaration that it does not understand without a word.
  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func aBrowserKnowsEveryDeclaration() async throws {
    var declarations: [[String]] = []
    for file in try Self.files("css") {
      let own = try Self.text(file).matches(of: /(?m)^ +([a-z-]+): (.+);$/).map { [file, String($0.1), String($0.2)] }
      #expect(!own.isEmpty)
      declarations += own
    }
    let list = String(decoding: try JSONEncoder().encode(declarations), as: UTF8.self)
    let unknown = try await Browser.result(
      "<!doctype html><title></title><body></body>",
      "return 'unknown: ' + \(list).filter(([_, name, value]) => !CSS.supports(name, value)).join(' ');")
    #expect(unknown == "unknown: ")
  }
}

/// The style of scripts, style sheets and markup: two spaces for each line that opens brackets, 120 columns.
private enum AssetStyle {
  static func complaints(about text: String, isMarkup: Bool) -> [String] {
    var complaints: [String] = []
    if !text.hasSuffix("\n") || text.hasSuffix("\n\n") { complaints.append("the end is not one line's end") }
    var brackets = Brackets()
    var previous: Substring = ""
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.count > 120 { complaints.append("line \(index + 1) is longer than 120 columns") }
      if line.last?.isWhitespace == true { complaints.append("line \(index + 1) ends with a space") }
      let words = line.drop { $0 == " " }
      guard !words.isEmpty else { continue }
      let indent = line.count - words.count
      let isPlaced =
        isMarkup ? indent.isMultiple(of: 2) : places(of: words, after: previous, &brackets, index) ~= indent
      if !isPlaced || words.first == "\t" { complaints.append("line \(index + 1) is indented by \(indent)") }
      previous = words
    }
    return complaints
  }

  /// How far a line may be indented. What goes on with the line before may stand up to three steps further right.
  private static func places(
    of words: Substring, after previous: Substring, _ brackets: inout Brackets, _ index: Int
  ) -> Set<Int> {
    let depth = brackets.depth(before: words)
    brackets.take(words, index)
    let operators = ["=", "+", "?", ":", "=>", "&&", "||"]
    // A full stop begins a call, or a selector.
    let isWithin = !previous.isEmpty && !["}", ";", ","].contains { previous.hasSuffix($0) }
    let isContinued =
      operators.contains { previous.hasSuffix(" " + $0) }
      || isWithin && [".", "? ", ": "].contains { words.hasPrefix($0) }
    return isContinued ? Set((0...3).map { 2 * (depth + $0) }) : [2 * depth]
  }

  /// Which lines have brackets that are still open. Those in texts are in pairs as well.
  private struct Brackets {
    private var lines: [Int] = []

    /// The number of lines with open brackets; of a line that begins by closing some, as many as above where they opened.
    func depth(before words: Substring) -> Int {
      let closed = lines.suffix(words.prefix { "})]".contains($0) }.count)
      return Set(lines.dropLast(closed.count).filter { $0 < closed.first ?? .max }).count
    }

    mutating func take(_ words: Substring, _ line: Int) {
      for character in words {
        if "{([".contains(character) { lines.append(line) }
        if "})]".contains(character) { _ = lines.popLast() }
      }
    }
  }
}

private func ~= (places: Set<Int>, indent: Int) -> Bool { places.contains(indent) }
