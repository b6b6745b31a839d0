import BuildAnalysis
import BuildTrace
import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Reports
@testable import modgauge

/// Pages as their readers see them.
@Suite(.enabled(if: Browser.isInstalled, Browser.needed), .enabled(if: AxeCore.isInstalled, AxeCore.needed))
struct PageLookTests {
  enum Look: CaseIterable {
    case light, dark, phone, printed

    var window: Browser.Look {
      var window = Browser.Look()
      if self == .phone { (window.width, window.height) = (390, 844) }
      window.isPrinted = self == .printed
      // Paper is white whatever the reader prefers.
      window.isDark = self == .dark || self == .printed
      return window
    }
  }

  enum Kind: CaseIterable {
    case run, graph, timeline

    /// The selector of what the page draws.
    var drawing: String {
      switch self {
      case .run: ".chart"
      case .graph: "#graph-view"
      case .timeline: "#timeline"
      }
    }

    func html() throws -> String {
      switch self {
      case .run: try PageLookTests.run()
      case .graph: try PageLookTests.graph()
      case .timeline: try PageLookTests.timeline()
      }
    }
  }

  /// With several scenarios, in one of which a feature's builds fail.
  private static func run() throws -> String {
    var run = Run.example(changing: "Core", .body, rebuilt: [("Core", 2), ("Search", 1)]).recorded
    for index in run.samples.indices where run.samples[index].arm == "Search" && run.samples[index].scenario == .null {
      (run.samples[index].outcome, run.samples[index].reason) = (.failed, "`swift build` exited with code 1")
    }
    let rendering = try #require(RunReport.renderings.first { $0.name == "html" })
    guard case .page(let draw) = rendering.content else { return "" }
    return try draw(RunReport(run.findings), .graphviz)
  }

  private static func graph() throws -> String {
    let graph = Run.example(rounds: 1).workspace.graph
    let selected = SelectedGraph(graph)
    return try GraphPage(graph, selected, metrics: GraphMetrics(selected), roles: ModuleRole.all(of: Roles(graph)))
      .html(laidOutBy: .graphviz)
  }

  private static func timeline() throws -> String {
    let file = URL(filePath: #filePath)
      .appending(path: "../../BuildAnalysisTests/Traces/swift-argument-parser.jsonl").standardizedFileURL
    let trace = try #require(try BuildTrace.builds(in: Array(Data(contentsOf: file))).last)
    let graph = ModuleGraph([
      "generate-manual": ["ArgumentParser", "ArgumentParserToolInfo"], "ArgumentParser": ["ArgumentParserToolInfo"],
    ])
    let subject = RecordedSubject(
      workspace: "swift-argument-parser", target: "generate-manual", configuration: "debug", buildSystem: "native",
      toolchain: "6.3.1", isClean: true)
    return try TimelinePage.html(Timeline(trace, graph: graph), of: subject)
  }

  private static func seen(
    _ html: String, _ drawing: String, as window: Browser.Look
  ) async throws -> (barriers: [String], picture: PagePicture) {
    try await Browser.open(html, as: window) { page in
      let barriers = try await page.barriers()
      let picture = try await page.picture(of: drawing)
      try await page.expectSilence()
      return (barriers, picture)
    }
  }

  @Test(arguments: Kind.allCases, Look.allCases)
  func `a page has no barriers, fits its window, and draws in the colors that the reader prefers`(
    kind: Kind, look: Look
  ) async throws {
    var window = look.window
    // With a chosen module, the graph has all its colors.
    if kind == .graph { window.fragment = "#module=Shop%2FCart" }
    let (barriers, picture) = try await Self.seen(try kind.html(), kind.drawing, as: window)
    #expect(barriers == [])
    #expect(picture.width == window.width && picture.height == window.height, "\(picture)")
    #expect(picture.contentWidth <= window.width, "\(picture)")
    #expect(look == .dark ? picture.lightness < 0.25 : picture.lightness > 0.85, "\(picture)")
    #expect(picture.coloredShare > 0.01, "\(picture)")
  }

  @Test func `barriers, a page that is too wide, and a drawing without anything in it are found`() async throws {
    let html = """
      <!doctype html><title>Page</title>
      <body style="background: #222"><main><h1 style="color: #fff; width: 1400px">Page</h1><p style="color: #444">words</p>
      <div id="drawing" style="height: 50px"></div></main>
      """
    let (barriers, picture) = try await Self.seen(html, "#drawing", as: Look.light.window)
    #expect(Set(barriers) == ["color-contrast: p", "html-has-lang: html"])
    #expect(picture.contentWidth > 1300 && picture.lightness < 0.25 && picture.coloredShare == 0, "\(picture)")
  }
}
