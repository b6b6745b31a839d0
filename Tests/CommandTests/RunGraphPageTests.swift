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

  @Test func theWheelScrollsThePageUnlessAKeyIsHeld() async throws {
    let found = try await Browser.result(
      try html(),
      #"""
      const camera = () => byId("graph-world").style.transform;
      const turn = (ctrlKey) => {
        const before = camera();
        const event = new WheelEvent("wheel", { deltaY: 100, ctrlKey, bubbles: true, cancelable: true });
        byId("graph-view").dispatchEvent(event);
        return camera() !== before;
      };
      const hint = document.querySelector(".graph .keys").innerText;
      return [turn(false), turn(true), hint.includes("use the wheel with the Ctrl key or pinch to zoom")].join("|");
      """#)
    #expect(found == "false|true|true")
  }

  @Test func aModuleIsNeverChosenOutOfSight() async throws {
    var look = Browser.Look()
    look.fragment = "#module=Shop%2FCart"
    let isSeen = """
      const { top, bottom } = byId("graph-view").getBoundingClientRect();
      return top > -1 && bottom < innerHeight + 1;
      """
    try await Browser.open(try html(), as: look) { page in
      #expect(try await page.run(isSeen) == "true", "a link shows what its sender saw")
      _ = try await page.run("scrollTo(0, 0); [...document.querySelectorAll('#graph-table a')].at(-1).click()")
      #expect(try await page.run(isSeen) == "true")
      // What is visible already stays where it is.
      let moved = "const before = scrollY; document.querySelector('#graph-table a').click(); return scrollY - before"
      #expect(try await page.run(moved) == "0")
      try await page.expectSilence()
    }
  }

  @Test func oneFingerScrollsThePageAndTwoMoveTheGraph() async throws {
    var look = Browser.Look()
    (look.width, look.height) = (390, 844)
    try await Browser.open(try html(), as: look) { page in
      try await page.call("Emulation.setTouchEmulationEnabled", ["enabled": true])
      _ = try await page.run("byId('graph-view').scrollIntoView({ block: 'center' }); window.before = scrollY")
      let camera = "return byId('graph-world').style.transform"
      let before = try await page.run(camera)
      try await page.swipe([(x: 190, y: 500)], byY: -200)
      let scrolled = """
        for (let turn = 0; turn < 200 && scrollY === window.before; turn++) await new Promise(requestAnimationFrame);
        return scrollY > window.before;
        """
      #expect(try await page.run(scrolled) == "true")
      #expect(try await page.run(camera) == before)
      _ = try await page.run("byId('graph-view').scrollIntoView({ block: 'center' })")
      try await page.swipe([(x: 150, y: 500), (x: 250, y: 500)], byY: -100)
      #expect(try await page.run(camera) != before)
      try await page.expectSilence()
    }
  }

  @Test func onPaperFiguresAreWholeAndListsBeginAtTheSameHeight() async throws {
    var look = Browser.Look()
    look.isPrinted = true
    let found = try await Browser.open(try html(), as: look) { page in
      try await page.run(
        #"""
        const all = (selector) => [...document.querySelectorAll(selector)];
        const broken = all("#graph-table td:not(.words)")
          .filter(cell => getComputedStyle(cell).overflowWrap !== "normal");
        const heads = all("#graph-facts h3");
        const tops = new Set(heads.map(head => Math.round(head.getBoundingClientRect().top)));
        return [broken.length, heads.length > 1, tops.size].join("|");
        """#)
    }
    #expect(found == "0|true|1")
  }
}
