import BuildAnalysis
import Foundation
import TestSupport
import Testing

@testable import Reports

/// When the modules of each arm were built, on the page of a run.
@Suite struct BuildStripTests {
  private static func sample(_ spans: [String: [ClosedRange<Double>]]) -> Sample {
    var sample = Run.recordedExample(rounds: 1).samples[0]
    sample.modules = spans.sorted { $0.key < $1.key }.map { module, spans in
      let seconds = spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
      return ModuleSample(module: module, seconds: seconds, cpuSeconds: seconds, spans: spans)
    }
    return sample
  }

  @Test func barsOfARowFollowOneAnotherAndRowsAreAsFewAsPossible() throws {
    let arm = Run.example(rounds: 1).arms[0]
    let spans = ["A": [0...2.0], "B": [0.5...1], "C": [1...3.0], "D": [2...2.5, 3.5...4], "E": [2.5...3.5]]
    let strip = try #require(BuildStrip(Self.sample(spans), of: arm))
    #expect(strip.bars.map(\.module.name) == ["A", "B", "C", "D", "E", "D"])
    #expect(strip.bars.map(\.row) == [0, 1, 1, 0, 0, 0])
    #expect(strip.rows == 2)
    #expect(strip.modules.count == 5)
    #expect(BuildStrip(Self.sample([:]), of: arm)?.rows == 0)
  }

  @Test func aRunThatDoesNotSayWhenModulesWereBuiltNamesItsRecordedBuilds() throws {
    var run = Run.recordedExample(rounds: 1)
    for index in run.samples.indices {
      for place in (run.samples[index].modules ?? []).indices { run.samples[index].modules?[place].spans = nil }
    }
    let page = try RunPage(run.findings, timelines: ["traces/App-1.jsonl": "timelines/App-1.html"]).html
    #expect(!page.contains("class=\"chart strips\""))
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
        criticalPathSeconds: 15, criticalModules: ["Core", "Fetched", "App"], dependencyWaitSeconds: 0,
        coreWaitSeconds: 0)
    }
    return run
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func eachScenarioShowsItsBuilds() async throws {
    let page = try RunPage(Self.run.findings, timelines: ["traces/App-1.jsonl": "timelines/App-1.html"]).html
    let found = try await Browser.result(
      page,
      #"""
      const section = byId("timelines-title").closest("section");
      const seen = () => [...section.querySelectorAll(".scenario")].filter(part => part.offsetParent);
      const words = (selector) => [...seen()[0].querySelectorAll(selector)].map(part => part.textContent);
      const first = [seen().length, words(".name"), words(".common text"), words(".critical text")];
      const title = seen()[0].querySelector("li > svg > title").textContent;
      const link = seen()[0].querySelector("a").getAttribute("href");
      section.querySelector("[data-choice=null]").click();
      const pressed = document.querySelectorAll("[data-choice=null][aria-pressed=true]").length;
      const second = [seen().length, seen()[0].dataset.scenario, words("rect").length, words("figcaption")];
      return [first.join("; "), title, link, pressed, second.join("; ")].join("|");
      """#)
    #expect(
      found == "1; App (combined app),CartApp (sample app of Cart),Search (feature)"
        + "; Fetched,Core,Fetched,Core,Fetched,Core; App,Core,Core,Core|App: 20.3 s, 5 modules; critical path: Core, Fetched, App|timelines/App-1.html"
        + "|3|1; null; 0; Nothing was compiled.")
  }

  /// The path's `Fetched` is not the tool of that name.
  @Test func theFileHasARowForEachBar() {
    let rows = CSV.timelines(BuildStrip.charts(of: Self.run.findings)).split(separator: "\r\n")
    #expect(rows.first == "arm,scenario,round,module,tool,start_seconds,end_seconds,critical")
    #expect(rows.contains("CartApp,clean,1,Core,false,0.5,8.75,true"), "\(rows)")
    #expect(rows.contains("App,clean,1,Fetched,true,0.0,0.5,false"))
  }
}
