import Foundation

/// The cases of `Tests/Cases/imports.md`: the page is what the tests run.
///
/// A case begins with `###`. Blocks of code with a path behind their language are its files; what modgauge says is the block
/// `text` without one.
package struct ConformancePage {
  package struct Case: Sendable, CustomStringConvertible {
    package let title: String
    /// Texts by their paths.
    package var files: [String: String] = [:]
    package var expected = ""

    /// Whether manifests take part; otherwise each file is scanned for itself.
    package var hasManifest: Bool { files.keys.contains { $0.hasSuffix("Package.swift") } }
    package var description: String { title }
  }

  package private(set) var cases: [Case] = []

  package init() throws {
    let text = try String(contentsOf: Self.url, encoding: .utf8)
    var fence: String?
    var block: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if let open = fence {
        guard line == "```" else {
          block.append(line)
          continue
        }
        add(block.joined(separator: "\n") + "\n", fence: open)
        fence = nil
        block = []
      } else if line.hasPrefix("```") {
        fence = String(line.dropFirst(3))
      } else if line.hasPrefix("### ") {
        cases.append(Case(title: String(line.dropFirst(4))))
      }
    }
  }

  private mutating func add(_ block: String, fence: String) {
    guard !cases.isEmpty else { return }
    let words = fence.split(separator: " ", maxSplits: 1).map(String.init)
    if words.count == 2 {
      cases[cases.count - 1].files[words[1]] = block
    } else if words == ["text"] {
      cases[cases.count - 1].expected = block
    }
  }

  /// Writes what modgauge says of a case into the page.
  package static func record(_ found: String, of example: Case) throws {
    let page = try String(contentsOf: url, encoding: .utf8)
    guard let start = page.range(of: "\n### \(example.title)\n"),
      let block = page.range(of: "\n```text\n\(example.expected)```\n", range: start.upperBound..<page.endIndex)
    else { throw CocoaError(.fileReadCorruptFile) }
    try Data(page.replacingCharacters(in: block, with: "\n```text\n\(found)```\n").utf8).write(to: url)
  }

  private static var url: URL {
    URL(filePath: #filePath).appending(path: "../../Cases/imports.md").standardizedFileURL
  }
}
