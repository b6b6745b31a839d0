import BuildAnalysis
import TestSupport
import Testing

@testable import Reports
@testable import modgauge

/// The graph in the page of a run, in a browser.
@Suite(.enabled(if: Browser.isInstalled, Browser.needed)) struct RunGraphPageTests {
  private func html() throws -> String {
    let rendering = try #require(RunReport.renderings.first { $0.name == "html" })
    guard case .page(let draw) = rendering.content else { return "" }
    return try draw(RunReport(Run.example(rounds: 6).findings), .graphviz)
  }

  @Test func onPaperFiguresAreWholeAndListsBeginAtTheSameHeight() async throws {
    var look = Browser.Look()
    look.isPrinted = true
    let found = try await Browser.open(try html(), as: look) { page in
      try await page.run(
        #"""
        const all = (selector) => [...document.querySelectorAll(selector)];
        const broken = all("#graph-table td:not(:nth-child(2))")
          .filter(cell => getComputedStyle(cell).overflowWrap !== "normal");
        const heads = all("#graph-facts h3");
        const tops = new Set(heads.map(head => Math.round(head.getBoundingClientRect().top)));
        return [broken.length, heads.length > 1, tops.size].join("|");
        """#)
    }
    #expect(found == "0|true|1")
  }
}
