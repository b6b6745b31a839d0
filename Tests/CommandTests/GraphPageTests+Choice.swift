import ModuleGraph
import TestSupport
import Testing

@testable import Reports
@testable import modgauge

/// What a reader chooses: where the focus goes, and what becomes visible.
extension GraphPageTests {
  @Test func theFocusStaysWhereAReaderIs() async throws {
    try await Self.open(try Self.html(Self.app), fragment: "#module=Shop%2FFeed") { page in
      let focused = "return document.activeElement.textContent"
      _ = try await page.run("document.querySelector('#graph-facts li a').focus(); return ''")
      try await page.press("Enter")
      #expect(try await page.run("return chosen()") == "Core")
      #expect(try await page.run("return document.activeElement.matches('#graph-facts h2')") == "true")
      try await page.press("Escape")
      #expect(try await page.run("return chosen()") == "none")
      #expect(try await page.run("return document.activeElement === node('Core')") == "true")
      // The link is still there, so that it keeps the focus.
      _ = try await page.run("document.querySelector('#graph-table tbody a').focus(); return ''")
      try await page.press("Enter")
      #expect(try await page.run("return chosen()") == "Alone")
      try await page.press("Escape")
      #expect(try await page.run("return chosen()") == "none")
      #expect(try await page.run(focused) == "Alone")
    }
  }

  @Test func whatIsHiddenIsCountedAndComesBackWhenItIsChosen() async throws {
    let hidden = "return byId('graph-hidden').textContent"
    let link = try await Self.open(try Self.html(Self.app)) { page in
      #expect(try await page.run(hidden) == "")
      _ = try await page.run("document.querySelectorAll('#graph-parts input')[1].click()")
      #expect(try await page.run(hidden) == " · 4 modules hidden under “Packages and folders”")
      return try await page.run("address.write(); return location.hash")
    }
    try await Self.open(try Self.html(Self.app), fragment: link) { page in
      #expect(try await page.run(hidden).contains("4 modules"))
      #expect(try await page.run("return shown()") == "Alone,Log")
      _ = try await page.run("byId('graph-search').focus()")
      for letter in ["f", "e", "e", "d", "Enter"] { try await page.press(letter) }
      #expect(try await page.run("return [chosen(), lit('picked')].join('|')") == "Feed|Feed")
      #expect(try await page.run("return document.querySelectorAll('#graph-parts input')[1].checked") == "true")
      #expect(try await page.run(hidden) == "")
    }
  }

  @Test func theChosenModuleIsNamedAndItsPathBreaksAfterSlashes() async throws {
    try await Self.open(try Self.html(Self.app), fragment: "#module=Shop%2FFeed") { page in
      let current = "return [...document.querySelectorAll('[aria-current]')].map(node => node.dataset.light).join()"
      #expect(try await page.run(current) == "picked")
      let path = "return document.querySelector('#graph-facts dd:has(wbr)').innerHTML"
      #expect(try await page.run(path) == "Sources/<wbr>Feed")
      let legend = "return getComputedStyle(document.querySelector('.legend .implied')).display"
      #expect(try await page.run(legend) == "none", "no dashed line is drawn")
      try await Self.click("Core", in: page)
      #expect(try await page.run(current) == "picked")
    }
  }

  @Test func `what the graph is about is drawn in bold, as in pictures`() async throws {
    let core = ModuleID(package: "Shop", name: "Core")
    let selected = SelectedGraph(Self.app, shown: Set(Self.app.modules.map(\.id)), named: [core])
    let html = try GraphPage(Self.app, selected, metrics: GraphMetrics(selected)).html(laidOutBy: .graphviz)
    try await Self.open(html) { page in
      let bold = """
        return [...document.querySelectorAll("#graph-world .node")].filter((node) =>
          parseFloat(getComputedStyle(node.querySelector("rect")).strokeWidth) > 3
            && Number(getComputedStyle(node.querySelector("text")).fontWeight) > 600)
          .map((node) => node.querySelector("text").textContent).join()
        """
      let found = try await page.run(bold)
      #expect(found == "Core")
    }
    try await Self.open(try Self.html(Self.app)) { page in
      let found = try await page.run("return String(document.querySelectorAll('.focused').length)")
      #expect(found == "0")
    }
  }
}
