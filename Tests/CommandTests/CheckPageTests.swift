import ModuleGraph
import TestSupport
import Testing

@testable import Reports
@testable import modgauge

/// The page of a check in a browser: the graph with violations in red, and a list that leads to them.
@Suite(.enabled(if: Browser.isInstalled, Browser.needed)) struct CheckPageTests {
  private static func html(_ rules: [Rule], known: JudgedCheck.Known? = nil) throws -> String {
    let check = try RuleCheck(
      ModuleGraph(["App": ["Chat", "Feed"], "Chat": ["Feed"], "Feed": ["Core"], "Core": []]), rules: rules,
      settings: RuleSettings())
    let report = CheckReport(
      JudgedCheck(check, known: known), failsAt: .error, origin: nil, folders: CheckReport.Folders(workspace: "/work"),
      version: "1")
    let page = try #require(CheckReport.renderings.first { $0.name == "html" })
    guard case .page(let draw) = page.content else { return "" }
    return try draw(report, .graphviz)
  }

  private static func modules(_ words: String...) -> RuleValues.Value {
    .modules(ModuleSelector([ModuleSelector.Term(modules: words)]))
  }

  private static let apart = Rule(
    id: "apart", type: "independent", comment: "Features do not <know> one another.",
    values: RuleValues(["modules": modules("Chat", "Feed")]))

  @Test func findingsAreListedAndLeadToTheirModules() async throws {
    let tested = Rule(
      id: "tested", type: "has-tests", severity: .warning, values: RuleValues(["modules": Self.modules("Core")]))
    try await Browser.open(try Self.html([Self.apart, tested])) { page in
      #expect(
        try await page.run("return document.querySelector('.findings').innerText.replace(/\\s+/g, ' ').trim()")
          == "apart (independent) Features do not <know> one another. Chat depends on Feed "
          + "tested (has-tests) no test module depends on Core")
      #expect(
        try await page.run(
          """
          const red = name => document.querySelectorAll(`#graph-world .${name}`).length;
          const names = [...document.querySelectorAll(".violating text:first-of-type")].map(text => text.textContent);
          return [red("edge.violation"), names.join(), document.querySelector(".verdict").className].join("|");
          """) == "1|Core|verdict failed")
      let chosen = try await page.run(
        """
        document.querySelectorAll(".findings button")[1].click();
        return [explorer.state.picked.name, document.getElementById("graph-legend").innerText.replace(/\\s+/g, " ")].join("|");
        """)
      #expect(chosen == "Core|kind: module module that breaks a rule in the package breaks a rule")
      try await page.expectSilence()
    }
  }

  @Test func whereNothingIsBrokenNothingIsRed() async throws {
    let earlier = Baseline([Baseline.Entry(.init(rule: "apart", subject: ["App/Chat", "App/Feed"]))])
    let fine = Rule(id: "fine", type: "max-height", values: RuleValues(["max": .number(9)]))
    try await Browser.open(try Self.html([fine], known: .earlier(earlier))) { page in
      #expect(
        try await page.run(
          """
          const red = document.querySelectorAll("#graph-world .violation, .violating").length;
          return [red, document.querySelector(".verdict").className, document.querySelector("ul.note").innerText].join("|");
          """) == "0|verdict|fixed: apart: App/Chat, App/Feed")
      try await page.expectSilence()
    }
  }
}
