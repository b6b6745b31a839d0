import Foundation
import Testing

/// What is written about the project: links lead somewhere, and pages that one reads at once stay short.
@Suite struct LinkTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL.path()

  @Test func `every link in the documents leads to a file, and to a heading in it`() throws {
    let pages = try Self.pages()
    #expect(pages.count > 60)
    for (path, text) in pages {
      for link in Self.links(in: text) {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let linked = URL(filePath: "/" + path).appending(path: "../\(parts[0])").standardizedFileURL.path()
        let file = parts[0].isEmpty ? Substring(path) : linked.drop { $0 == "/" }
        guard FileManager.default.fileExists(atPath: Self.root + file) else {
          Issue.record("\(path) links to \(link), which does not exist")
          continue
        }
        guard parts.count == 2, file.hasSuffix(".md") else { continue }
        let headings = try Self.headings(in: String(contentsOfFile: Self.root + file, encoding: .utf8))
        #expect(headings.contains(parts[1]), "\(path) links to \(link), a heading that does not exist")
      }
    }
  }

  @Test func `every file that a recipe in ARCHITECTURE names exists`() throws {
    let page = try String(contentsOfFile: Self.root + "ARCHITECTURE.md", encoding: .utf8)
    let named = page.matches(of: /`((?:Sources|Tests|Schemas|docs)\/[\w.\/+-]+)`/).map { String($0.output.1) }
    #expect(named.count > 30)
    // Capitals stand for a name: `docs/reference/COMMAND.md`.
    for path in named where !["NAME", "FOLDER", "COMMAND"].contains(where: path.contains) {
      #expect(FileManager.default.fileExists(atPath: Self.root + path), "ARCHITECTURE names \(path)")
    }
  }

  @Test(arguments: [("ARCHITECTURE.md", 20_000), ("docs/figures.md", 12_000), ("docs/imports.md", 12_000)])
  func `what one reads at once stays short`(page: String, most: Int) throws {
    #expect(try String(contentsOfFile: Self.root + page, encoding: .utf8).utf8.count <= most)
  }

  @Test func `reports store what is shown, less than 3 MB`() throws {
    let files = try FileManager.default.subpathsOfDirectory(atPath: Self.root + "reports")
    let sizes = try files.compactMap { path in
      try FileManager.default.attributesOfItem(atPath: "\(Self.root)reports/\(path)")[.size] as? Int
    }
    #expect(sizes.reduce(0, +) < 3_000_000)
  }

  /// The documents by their paths from the root.
  private static func pages() throws -> [String: String] {
    let folders = try ["docs", "reports", "Benchmarks"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: root + folder).map { "\(folder)/\($0)" }
    }
    let top = try FileManager.default.contentsOfDirectory(atPath: root) + ["Tests/Cases/imports.md"]
    let paths = (top + folders).filter { $0.hasSuffix(".md") }
    return try Dictionary(
      uniqueKeysWithValues: paths.map { ($0, try String(contentsOfFile: root + $0, encoding: .utf8)) })
  }

  /// The links to other places of the project, without those in blocks of code.
  private static func links(in text: String) -> [String] {
    prose(text).flatMap { line in
      line.matches(of: /\]\(([^)\s]+)\)/).map { String($0.output.1) }
    }.filter { !$0.contains(":") }
  }

  /// The anchors of a page's headings, as GitHub makes them.
  private static func headings(in text: String) -> Set<String> {
    Set(
      prose(text).filter { $0.hasPrefix("#") }.map { line in
        String(
          line.drop { $0 == "#" }.dropFirst().lowercased().map { $0 == " " ? "-" : $0 }
            .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" })
      })
  }

  private static func prose(_ text: String) -> [Substring] {
    let parts = ("\n" + text).components(separatedBy: "\n```")
    return parts.indices.filter { $0.isMultiple(of: 2) }.flatMap { index in
      // The rest of the line that closes a block is empty.
      parts[index].split(separator: "\n")
    }
  }
}
