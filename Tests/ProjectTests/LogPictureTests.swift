import Foundation
import TestSupport
import Testing

/// The pictures in `docs/xcode.md` are those of a log that the tests write: no real project is in them.
@Suite struct LogPictureTests {
  private static let docs = URL(filePath: #filePath).appending(path: "../../../docs").standardizedFileURL
  private static let isRecording = ProcessInfo.processInfo.environment["MODGAUGE_RECORD_SNAPSHOTS"] != nil
  private static let again = "draw it again with MODGAUGE_RECORD_SNAPSHOTS=1 script/test --filter LogPictureTests"

  /// Records the build of the log, and returns the folder of its results and what the command printed.
  private func recorded(in folder: TestFolder) async throws -> (path: String, text: String) {
    let log = URL(filePath: "\(folder.path)/Shop.xcactivitylog")
    try Data(ShopLog.root.log()).write(to: log)
    let outcome = try await Tool.built("modgauge")(
      ["record", "--from", log.path, "--output", folder.path + "/out"],
      environment: ["XDG_STATE_HOME": folder.path + "/state", "XDG_CACHE_HOME": folder.path + "/cache"])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return (folder.path + "/out", outcome.output)
  }

  @Test func `the modules and the first lines in docs/xcode are those of the log`() async throws {
    let folder = try TestFolder()
    let (path, text) = try await recorded(in: folder)
    let drawn = try String(contentsOfFile: path + "/graph.svg", encoding: .utf8)
    let file = Self.docs.appending(path: "xcode-modules.svg")
    if Self.isRecording {
      try Data(drawn.utf8).write(to: file)
      Issue.record("recorded docs/xcode-modules.svg")
    }
    let kept = try String(contentsOf: file, encoding: .utf8)
    #expect(Self.elements(of: kept) == Self.elements(of: drawn), "docs/xcode-modules.svg is out of date; \(Self.again)")
    let guide = try String(contentsOf: Self.docs.appending(path: "xcode.md"), encoding: .utf8)
    let answers = text.prefix { $0 != "\n" }
    #expect(guide.contains(answers), "the text in docs/xcode.md is not what is printed:\n\(text.prefix(1200))")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed))
  func `the page in docs/xcode is that of the log`() async throws {
    let file = Self.docs.appending(path: "xcode-timeline.png")
    if Self.isRecording {
      let folder = try TestFolder()
      let page = try String(contentsOfFile: try await recorded(in: folder).path + "/timeline.html", encoding: .utf8)
      var look = Browser.Look()
      (look.width, look.height) = (1200, 1000)
      let image = try await Browser.open(page, as: look) { try await $0.screenshot() }
      try image.write(to: file)
      Issue.record("recorded docs/xcode-timeline.png")
    }
    #expect(try Data(contentsOf: file).count < 150_000)
  }

  /// The modules and dependencies of a picture, without what other versions of Graphviz change.
  private static func elements(of svg: String) -> Set<Substring> {
    Set(svg.matches(of: /<g id="([^"]+)" class="(?:node|edge)">/).map(\.output.1))
  }
}
