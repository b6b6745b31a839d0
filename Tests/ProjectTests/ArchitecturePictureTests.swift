import Foundation
import TestSupport
import Testing

/// `docs/modules.svg`, with which ARCHITECTURE begins, shows the modules and dependencies that the manifest declares.
@Suite struct ArchitecturePictureTests {
  @Test func `the picture in ARCHITECTURE is up to date`() async throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let file = root.appending(path: "docs/modules.svg")
    let words = ["graph", "--quiet", "--package-path", root.path(), "--exclude", "TestSupport", "--format", "svg"]
    let outcome = try await Tool.built("modgauge")(words)
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    let drawn = String(decoding: outcome.outputBytes, as: UTF8.self)
    if ProcessInfo.processInfo.environment["MODGAUGE_RECORD_SNAPSHOTS"] != nil {
      try Data(drawn.utf8).write(to: file)
      Issue.record("recorded docs/modules.svg")
    }
    let kept = try String(contentsOf: file, encoding: .utf8)
    try #require(!Self.elements(of: drawn).isEmpty)
    let changed = Self.elements(of: kept).symmetricDifference(Self.elements(of: drawn))
    #expect(changed.isEmpty, "docs/modules.svg is out of date; draw it again with MODGAUGE_RECORD_SNAPSHOTS=1")
  }

  /// The modules and dependencies of a picture, without what other versions of Graphviz and other lengths of files change.
  private static func elements(of svg: String) -> Set<Substring> {
    Set(svg.matches(of: /<g id="([^"]+)" class="(?:node|edge)">/).map(\.output.1))
  }
}
