import Documents
import Foundation
import TestSupport
import Testing

@testable import BuildAnalysis
@testable import Reports

/// When the modules of each arm were built, on the page of a run.
@Suite struct BuildStripTests {
  /// A build of ten seconds.
  private static func sample(_ spans: [String: [Span]]) -> Sample {
    var sample = Run.recordedExample(rounds: 1).samples[0]
    sample.seconds = 10
    sample.modules = spans.sorted { $0.key < $1.key }.map { module, spans in
      let seconds = spans.reduce(0) { $0 + $1.seconds }
      return ModuleSample(module: module, seconds: seconds, cpuSeconds: seconds, spans: spans)
    }
    return sample
  }

  @Test func barsOfARowFollowOneAnotherAndRowsAreAsFewAsPossible() throws {
    let arm = Run.example(rounds: 1).arms[0]
    let spans: [String: [Span]] = [
      "A": [.seconds(0, 2)], "B": [.seconds(0.5, 1)], "C": [.seconds(1, 3)],
      "D": [.seconds(2, 2.5), .seconds(3.5, 4), .seconds(4.01, 5)], "E": [.seconds(2.5, 3.5)],
    ]
    let strip = try #require(BuildStrip(Self.sample(spans), of: arm))
    #expect(strip.bars.map(\.module.name) == ["A", "B", "C", "D", "E", "D"])
    #expect(strip.bars.map(\.row) == [0, 1, 1, 0, 0, 0])
    #expect(strip.rows == 2)
    #expect(strip.modules.count == 5)
    // A pause that could not be seen is none.
    #expect(strip.bars.last?.span == .seconds(3.5, 5))
    #expect(BuildStrip(Self.sample([:]), of: arm)?.rows == 0)
  }

  @Test func theCriticalPathIsAPartOfBars() throws {
    var sample = Self.sample(["A": [.seconds(0, 2), .seconds(8, 9)], "B": [.seconds(2, 5)]])
    sample.schedule = BuildSchedule(
      criticalPathSeconds: 4, criticalModules: ["A", "B", "A (tool)"],
      criticalSpans: [.seconds(0, 1.5), .seconds(2, 4.5), .seconds(8, 9)], dependencyWaitSeconds: 0, coreWaitSeconds: 0)
    let strip = try #require(BuildStrip(sample, of: Run.example(rounds: 1).arms[0]))
    #expect(strip.bars.map(\.critical) == [[.seconds(0, 1.5)], [.seconds(2, 4.5)], []])
  }

  @Test func aSpanOfAFileIsTwoTimesInOrder() throws {
    let json = try Self.run.json()
    #expect(json.contains("\"spans\" : [\n            [\n              0.5,"))
    for wrong in ["[5, 3]", "[-1, 2]", "[1]", "[1, 2, 3]", "[1, 1e300]", "[true, 2]"] {
      let span = try #require(json.firstRange(of: /\[\s+0\.5,\s+[0-9.]+\s+\]/))
      let bytes = Array(json.replacingCharacters(in: span, with: wrong).utf8)
      #expect(throws: DocumentError.self, "\(wrong)") { try Run(json: bytes) }
    }
  }

  @Test func aRunThatDoesNotSayWhenModulesWereBuiltNamesItsRecordedBuilds() throws {
    var run = Run.recordedExample(rounds: 1)
    for index in run.samples.indices {
      for place in (run.samples[index].modules ?? []).indices { run.samples[index].modules?[place].spans = nil }
    }
    let page = try RunPage(run.findings, recordedPages: ["traces/App-1.jsonl": "timelines/App-1.html"]).html
    #expect(!page.contains("class=\"chart strips\""))
    #expect(page.contains("Recorded builds that are not drawn here:"))
    #expect(page.contains("<li><a href=\"timelines/App-1.html\">App, <code>clean</code>, round 1</a></li>"))
  }

  /// The example's builds in two scenarios, the second of which compiles nothing.
  private static var run: Run {
    var run = Run.recordedExample(rounds: 2)
    run.plan.scenarios.append(.null)
    run.samples += run.samples.filter { !$0.warmup }.map { sample in
      var null = sample
      (null.scenario, null.modules, null.seconds) = (.null, [], 0.5)
      return null
    }
    for index in run.samples.indices where run.samples[index].modules?.isEmpty == false {
      run.samples[index].schedule = BuildSchedule(
        criticalPathSeconds: 15, criticalModules: ["Core", "Fetched", "App"],
        criticalSpans: [.seconds(0.5, 4), .seconds(0, 0.5), .seconds(4, 7)], dependencyWaitSeconds: 0,
        coreWaitSeconds: 0)
    }
    return run
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func eachScenarioShowsItsBuilds() async throws {
    let page = try RunPage(Self.run.findings, recordedPages: ["traces/App-1.jsonl": "timelines/App-1.html"]).html
    let found = try await Browser.result(
      page,
      #"""
      const section = byId("timelines-title").closest("section");
      const seen = () => [...section.querySelectorAll(".scenario")].filter(part => part.offsetParent);
      const words = (selector) => [...seen()[0].querySelectorAll(selector)].map(part => part.textContent);
      const first = [seen().length, words(".name"), words(".common text"), words("line").length];
      const title = seen()[0].querySelector("li > svg > title").textContent;
      const link = seen()[0].querySelector("a").getAttribute("href");
      seen()[0].querySelector("summary").click();
      await new Promise(done => setTimeout(done, 50));
      const listed = words("details li");
      section.querySelector("[data-choice=null]").click();
      const pressed = document.querySelectorAll("[data-choice=null][aria-pressed=true]").length;
      const second = [seen().length, seen()[0].dataset.scenario, words("rect:not(.track)").length, words("figcaption")];
      return [first.join("; "), title, link, listed.length, listed[1], pressed, second.join("; ")].join("|");
      """#)
    #expect(
      found == "1; App (combined app),CartApp (sample app of Cart),Search (feature)"
        + "; Core,Core,Core; 4|App: 20.3 s, 5 modules; critical path 15.0 s: Core, Fetched, App|timelines/App-1.html"
        + "|12|App: 6.25 s, from 0.50 to 6.75 s; on the critical path|3|1; null; 0; Of each arm, the recorded build whose time is nearest to the median. Nothing was compiled. Each name links to the page of that build."
    )
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func namesEndWhereTheirBarsEnd() async throws {
    var run = Self.run
    for index in run.samples.indices {
      for place in (run.samples[index].modules ?? []).indices where run.samples[index].modules?[place].module == "Core"
      {
        run.samples[index].modules?[place].module = "CoreOfEverythingThatIsShared"
      }
    }
    let html = try RunPage(run.findings).html
    func names(width: Int) async throws -> String {
      var look = Browser.Look()
      look.width = width
      return try await Browser.open(html, as: look) { page in
        try await page.run(
          #"""
          const texts = [...document.querySelectorAll(".strips .named text")].filter(text => text.textContent);
          const room = (text) => text.previousElementSibling.getBoundingClientRect().width;
          const long = texts.filter(text => text.getComputedTextLength() + 4 > room(text));
          const core = texts.map(text => text.textContent).find(name => name.startsWith("Core"));
          return [texts.length > 3, long.length, core].join("|");
          """#)
      }
    }
    #expect(try await names(width: 1300) == "true|0|CoreOfEverythingThatIsShared")
    let small = try await names(width: 360)
    #expect(small.hasPrefix("true|0|Core") && small.hasSuffix("…"), "\(small)")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func manyBarsAreDrawnWhenTheyComeIntoSight() async throws {
    var run = Self.run
    for index in run.samples.indices where run.samples[index].modules?.isEmpty == false {
      run.samples[index].modules = (0..<400).map { module in
        let start = Double(module / 40)
        return ModuleSample(
          module: "Module\(module)", seconds: 0.9, cpuSeconds: 0.9, spans: [.seconds(start, start + 0.9)])
      }
    }
    let found = try await Browser.result(
      try RunPage(run.findings).html,
      #"""
      const bar = document.querySelector(".strips .track").nextElementSibling;
      const isDrawn = () => bar.checkVisibility({ contentVisibilityAuto: true });
      const change = async (shown) => {
        for (let turn = 0; turn < 200 && isDrawn() !== shown; turn++) await new Promise(requestAnimationFrame);
        return isDrawn();
      };
      const space = element("div");
      space.style.height = "20000px";
      document.querySelector("main").prepend(space);
      scrollTo(0, 0);
      const before = await change(false);
      bar.closest("li").scrollIntoView();
      return [before, await change(true)].join("|");
      """#)
    #expect(found == "false|true")
  }

  /// The path's `Fetched` is not the tool of that name.
  @Test func theFileHasARowForEachBar() throws {
    let rows = try #require(CSV.timelines(BuildStrip.charts(of: Self.run.findings))).split(separator: "\r\n")
    #expect(rows.first == "arm,scenario,round,module,tool,start_seconds,end_seconds,critical_seconds")
    #expect(rows.contains("CartApp,clean,1,Core,false,0.5,8.75,3.5"), "\(rows)")
    #expect(rows.contains("App,clean,1,Fetched,true,0.0,0.5,0.0"))
  }
}
