import Foundation
import ModuleGraph
import TestSupport
import Testing

/// `docs/reference` holds a page for each command, whose table of options is what `--help` knows.
@Suite struct ReferenceTests {
  @Test func `every command has a page, and every page a command`() async throws {
    let commands = try await CommandHelp.all()
    let pages = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".md") }
    #expect(pages.sorted() == (commands.map { "\($0.commandName).md" } + ["configuration.md"]).sorted())
  }

  @Test func `every type of rules is explained`() throws {
    let page = try String(contentsOf: URL(filePath: "\(Self.folder)/configuration.md"), encoding: .utf8)
    for type in RuleTypes.all {
      #expect(page.contains("`\(type.name)`"), "configuration.md does not explain \(type.name)")
      for parameter in type.parameters { #expect(page.contains("`\(parameter.key)")) }
    }
  }

  @Test func `the options on a page are those of the command`() async throws {
    for command in try await CommandHelp.all() {
      let url = URL(filePath: "\(Self.folder)/\(command.commandName).md")
      let page = try String(contentsOf: url, encoding: .utf8)
      let parts = page.components(separatedBy: Self.mark)
      try #require(parts.count == 2, "\(command.commandName).md needs the line \(Self.mark) once")
      let expected = parts[0] + Self.mark + "\n\n" + command.markdown
      if ProcessInfo.processInfo.environment["MODGAUGE_RECORD_SNAPSHOTS"] != nil, page != expected {
        try Data(expected.utf8).write(to: url)
        Issue.record("recorded \(command.commandName).md")
      }
      #expect(
        page == expected, "docs/reference/\(command.commandName).md differs; record it with MODGAUGE_RECORD_SNAPSHOTS=1"
      )
    }
  }

  /// What stands above this line is written by hand; what stands below it follows from `--help`.
  private static let mark = "<!-- What follows is made from --help by the tests. -->"

  private static var folder: String {
    URL(filePath: #filePath).appending(path: "../../../docs/reference").standardizedFileURL.path()
  }
}
