import BuildAnalysis
import BuildTrace
import Documents
import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Reports

/// The views of a build that was really recorded.
@Suite struct TimelineViewTests {
  private let subject = RecordedSubject(
    workspace: "swift-argument-parser", target: "generate-manual", configuration: "debug", buildSystem: "native",
    toolchain: "6.3.1", isClean: true)

  /// - Parameters:
  ///   - renaming: what a module of the graph is called instead, in the trace as well.
  ///   - graph: the build's, if not given.
  private func timeline(
    renaming: [String: String] = [:],
    graph: ModuleGraph = ModuleGraph([
      "generate-manual": ["ArgumentParser", "ArgumentParserToolInfo"], "ArgumentParser": ["ArgumentParserToolInfo"],
    ])
  ) throws -> Timeline {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../BuildAnalysisTests/Traces/swift-argument-parser.jsonl")
    var text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    for (name, other) in renaming { text = text.replacing("\"\(name)\"", with: "\"\(other)\"") }
    let trace = try #require(try BuildTrace.builds(in: Array(text.utf8)).last)
    return Timeline(trace, graph: graph)
  }

  @Test func theScreenForATerminal() throws {
    try expectSnapshot(Text.timeline(try timeline(), of: subject), named: "timeline.txt")
  }

  @Test func `two states are below one another, as the head builds them, and of many modules the longest are shown`()
    throws
  {
    let (small, large) = (try timeline(), largeTimeline(modules: 60))
    let sections = [(small, small), (small, large), (large, small)].map { base, head in
      ComparedTimelines(of: Case(arm: "App", scenario: .null), base: base, head: head)
        .section(("main", "HEAD")).markup
    }
    try expectSnapshot(sections.joined(separator: "\n"), named: "compared-timelines.html.txt")
  }

  @Test func whatTheGraphDoesNotHoldIsNamed() throws {
    let part = try timeline(graph: ModuleGraph(["generate-manual": []]))
    let words = "2 modules are of packages that are not in the graph (ArgumentParser, ArgumentParserToolInfo)"
    #expect(Text.timeline(part, of: subject).contains(words))
    #expect(Markdown.modules(part, of: subject).contains(words))
    #expect(!Text.timeline(try timeline(), of: subject).contains("does not hold"))
  }

  @Test func theTableInMarkdown() throws {
    try expectSnapshot(Markdown.modules(try timeline(), of: subject), named: "timeline.md")
  }

  @Test func theTableInCSV() throws {
    try expectSnapshot(CSV.modules(try timeline()), named: "timeline.csv")
  }

  @Test func theJSONIsWhatItsSchemaSays() async throws {
    #expect(
      try await JSONSchema.timeline.complaints(about: TimelineDocument(try timeline(), of: subject).json()).isEmpty)
  }

  @Test func thePictureIsColouredByCostAndItsCriticalPathIsThick() throws {
    let graph = ModuleGraph([
      "generate-manual": ["ArgumentParser", "ArgumentParserToolInfo"], "ArgumentParser": ["ArgumentParserToolInfo"],
    ])
    let picture = GraphPicture(try timeline(), graph: graph)
    #expect(picture.edges.contains { $0.role == .critical })
    #expect(DOT.text(picture).contains("penwidth=3"))
  }

  @Test func whatModulesCostIsReadAgain() throws {
    let timeline = try timeline()
    let costs = try ModuleCosts(TimelineDocument(json: Array(TimelineDocument(timeline, of: subject).json().utf8)))
    #expect(costs.workspace == "swift-argument-parser" && costs.build == "clean build of generate-manual")
    #expect(costs.byModule.count == 3)
    for module in timeline.modules {
      let cost = module.id.flatMap { costs.byModule[$0] }
      #expect(cost?.cpuSeconds == Double(module.cpuMicroseconds) / 1e6)
      #expect(abs((cost?.wallSeconds ?? 0) - Double(module.wallNanoseconds) / 1e9) < 1e-6)
    }
  }

  @Test func perfettoFindsEveryJobAndFlowsThatMeetTheirSlices() throws {
    struct File: Decodable {
      struct Event: Decodable {
        let ph: String
        let ts: Double?
        let dur: Double?
        let tid: Int?
        let id: Int?
      }
      let traceEvents: [Event]
    }
    let timeline = try timeline()
    let file = try JSONDecoder().decode(File.self, from: Data(ChromeTrace.text(timeline, of: subject).utf8))
    let slices = file.traceEvents.filter { $0.ph == "X" }
    #expect(slices.count == timeline.jobs.count)
    let flows = file.traceEvents.filter { $0.ph == "s" || $0.ph == "f" }
    #expect(!flows.isEmpty)
    #expect(Set(flows.map(\.id)).count * 2 == flows.count)
    for flow in flows {
      let time = try #require(flow.ts)
      #expect(slices.contains { $0.tid == flow.tid && ($0.ts ?? 0) <= time && time <= ($0.ts ?? 0) + ($0.dur ?? 0) })
    }
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func thePageShowsWhatIsPointedAtSortsAndFilters()
    async throws
  {
    let page = try TimelinePage.html(try timeline(), of: subject)
    let found = try await Browser.result(
      page,
      #"""
      const names = () => [...document.querySelectorAll("#modules tbody td:first-child")].map(c => c.textContent);
      const rows = () => document.querySelectorAll("#timeline .row").length;
      const before = `${rows()} ${names().length}`;
      document.querySelector('[data-name="ArgumentParserToolInfo"]').dispatchEvent(new PointerEvent("pointerenter"));
      const marked = document.querySelectorAll(".row.dependent").length;
      const tip = !document.getElementById("tip").hidden && document.querySelector("#tip b").textContent;
      document.querySelector("#modules th button").click();
      const sorted = names().join();
      document.querySelector("#modules th button").click();
      const reversed = names().join();
      const filter = document.getElementById("filter");
      filter.value = "toolinfo";
      filter.dispatchEvent(new Event("input"));
      return [before, marked, tip, sorted, reversed, `${rows()} ${names().length}`].join("|");
      """#)
    #expect(
      found == "3 3|2|ArgumentParserToolInfo|ArgumentParser,ArgumentParserToolInfo,generate_manual"
        + "|generate_manual,ArgumentParserToolInfo,ArgumentParser|1 1")
  }

  /// A browser sees the focused row, the tab stops among rows, the names shown, and the address.
  private static let seen = """
    const names = [...document.querySelectorAll("#timeline .row")].map(row => row.dataset.name);
    const stops = document.querySelectorAll('#timeline .row[tabindex="0"]').length;
    address.write();
    return [document.activeElement.dataset.name, stops, names.join(), location.hash].join("|");
    """

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func rowsAreOneTabStopAndKeepTheFocus() async throws {
    let html = try TimelinePage.html(largeTimeline(modules: 30), of: subject)
    try await Browser.open(html) { page in
      _ = try await page.run("byId('order').focus(); return ''")
      for key in ["Tab", "ArrowDown"] { try await page.press(key) }
      #expect(try await page.run(Self.seen).hasPrefix("Module1|1|Module0,"))
      for key in ["End", "ArrowUp", "Enter"] { try await page.press(key) }
      #expect(
        try await page.run(Self.seen) == "Module28|1|Module18,Module27,Module28,Module29|#module=Module28")
      try await page.press("Escape")
      #expect(try await page.run(Self.seen).hasPrefix("Module28|1|Module0,"))
      for key in ["Home", "Enter"] { try await page.press(key) }
      #expect(try await page.run(Self.seen) == "Module0|1|Module0,Module1,Module10|#module=Module0")
      try await page.expectSilence()
    }
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func aLinkShowsWhatItsSenderSaw() async throws {
    var look = Browser.Look()
    look.fragment = "#module=Module0&filter=module1&sort=0-up&order=unknown"
    let html = try TimelinePage.html(largeTimeline(modules: 30), of: subject)
    let found = try await Browser.open(html, as: look) { page in
      try await page.run(
        """
        const sorted = document.querySelector("#modules [aria-sort]");
        const cells = [...document.querySelectorAll("#modules tbody td:first-child")].map(cell => cell.textContent);
        address.write();
        const choices = ["show", "filter", "order"].map(id => byId(id).value);
        return [...choices, sorted.textContent, cells.join(), location.hash].join("|");
        """)
    }
    #expect(found == "near|module1|start|module|Module1,Module10|#module=Module0&filter=module1&sort=0-up")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func aBuildThatCompiledNothingSaysSo() async throws {
    let nothing = RecordedSubject(
      workspace: "Shop", target: "App", configuration: "debug", buildSystem: "native", toolchain: "6.3.1",
      isClean: false)
    let found = try await Browser.result(
      try TimelinePage.html(largeTimeline(modules: 0), of: nothing),
      #"""
      const hidden = [...document.querySelectorAll(".of-modules")].every(part => !part.checkVisibility());
      const words = ["title", "none", "path", "windows"].map(id => byId(id).textContent);
      return [...words, hidden, document.querySelector(".phases-list").children.length].join("|");
      """#)
    #expect(
      found == "Shop: debug build of App that compiled nothing|No module was built.|nothing was compiled|"
        + "nothing was compiled, so no module waited for a core. In all, the build used 0 % of 8 cores.|true|1")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func thePageOffersItsTableToCopyAndAsCSV() async throws {
    let timeline = try timeline()
    let found = try await Browser.result(
      try TimelinePage.html(timeline, of: subject),
      #"""
      const offered = [...document.querySelectorAll(".tools button")].map(button => button.title);
      const { file, text } = stored("downloads").modules;
      return [offered.join(), file, text].join("|");
      """#)
    #expect(found == "Copy: Modules,Download as CSV: Modules|modules.csv|" + CSV.modules(timeline))
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func thePageSaysWhichReplayEachGainComesFrom() async throws {
    let found = try await Browser.result(
      try TimelinePage.html(try timeline(), of: subject),
      #"""
      const words = () => byId("replay").textContent.split("Gains are predicted, not measured")[1];
      const one = words();
      data.replay.preparedRelativeError = -0.004;
      showReplay();
      return [one, words()].join("|");
      """#)
    #expect(
      found
        == ": the recorded build is replayed without the work of a module. Replayed with all of it, it takes 201.0 s, "
        + "−0.2 % off the measured time.|: the recorded build is replayed without the work of a module. The first "
        + "compilers also do some work for all later ones; it counts for no module, since another one would do it. "
        + "Replayed with all work, the build is −0.4 % off the measured time. The gain at the interface comes from a "
        + "replay that does not tell this work apart: it takes 201.0 s, −0.2 % off the measured time.")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func conclusionsAreInTheReadersLanguage() async throws {
    let html = try TimelinePage.html(try timeline(), of: subject)
    #expect(html.contains(#"<li>The critical path limits this build: of its <data value="201.287505""#))
    let found = try await Browser.open(html) { page in
      try await page.call("Emulation.setLocaleOverride", ["locale": "de-DE"])
      return try await page.run(
        #"""
        formats.length = 0;
        showFigures();
        return byId("conclusions").textContent;
        """#)
    }
    #expect(found.hasPrefix("The critical path limits this build: of its 201,3 s of wall time, "))
    #expect(
      found.contains("ArgumentParserToolInfo 3,19 s (computed from the recorded steps, −0,2 % off the measured time)."))
    #expect(!found.contains(/[0-9]\.[0-9]/))
  }

  /// Each module depends on the one before it and on the one ten before.
  private func largeTimeline(modules count: Int) -> Timeline {
    let ids = (0..<count).map { ModuleID(package: "Large", name: "Module\($0)") }
    let graph = ModuleGraph(
      modules: ids.map { Module(id: $0, kind: .regular) },
      dependencies: ids.indices.flatMap { index in
        [index - 1, index - 10].filter { $0 >= 0 }.map { Dependency(from: ids[index], to: ids[$0]) }
      })
    let second = 1_000_000_000
    let events = ids.enumerated().map { index, id in
      CompilerEvent(
        processID: index + 2, parentProcessID: nil, startNanoseconds: index * second,
        endNanoseconds: (index + 1) * second, userMicroseconds: 900_000, systemMicroseconds: 0, peakBytes: 1 << 28,
        termination: .exited(code: 0), program: "swift-frontend", job: Job(kind: .compile, module: id.name))
    }
    let build = SupervisedBuild(
      startNanoseconds: 0, endNanoseconds: (count + 1) * second, userMicroseconds: count * 900_000,
      systemMicroseconds: 0, peakBytes: 1 << 28, termination: .exited(code: 0), stopped: nil, survivors: 0)
    let header = BuildTrace.Header(build: "b", startNanoseconds: 0, cores: 8, toolchain: nil, arguments: [])
    return Timeline(BuildTrace(header: header, events: events, supervised: build), graph: graph)
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func aModuleOfFourHundredIsShownWithItsNeighboursAlone()
    async throws
  {
    let found = try await Browser.result(
      try TimelinePage.html(largeTimeline(modules: 400), of: subject),
      #"""
      const names = () => [...document.querySelectorAll("#timeline .row")].map(row => row.dataset.name);
      const press = name => document.querySelector(`[data-name="${name}"]`).dispatchEvent(new MouseEvent("click"));
      const show = document.getElementById("show"), all = names().length;
      press("Module200");
      const near = names().join(), table = document.querySelectorAll("#modules tbody tr").length;
      const said = show.selectedOptions[0].textContent;
      press("Module200");
      const back = `${names().length} ${show.value}`;
      document.getElementById("filter").value = "nothing";
      document.getElementById("filter").dispatchEvent(new Event("input"));
      return [all, near, table, said, back, document.getElementById("none").hidden].join("|");
      """#)
    #expect(
      found == "400|Module190,Module199,Module200,Module201,Module210|5|Module200 and its neighbors|400 all|false")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func aNameCannotLeaveItsPlaceInThePage() async throws {
    let name = "</script><img src=x onerror=document.body.replaceChildren()>"
    let timeline = try timeline(renaming: ["ArgumentParserToolInfo": name])
    let found = try await Browser.result(
      try TimelinePage.html(timeline, of: subject),
      ##"return document.querySelectorAll("img").length + "|" + document.querySelectorAll("#modules tbody tr").length"##
    )
    #expect(found == "0|3")
  }
}
