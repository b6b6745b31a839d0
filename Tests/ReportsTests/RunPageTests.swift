import Documents
import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis
@testable import Reports

/// The page of a run, in a browser.
@Suite struct RunPageTests {
  private func page(_ run: Run) throws -> String { try RunPage(run.findings).html }

  @Test func `warm-ups and builds that were made again do not count`() {
    func counts(warmup: Bool, isReplaced: Bool) -> Bool {
      let sample = Sample(arm: "App", round: 1, position: 1, warmup: warmup, offsetSeconds: 0, seconds: 1)
      return SampleRow(sample: sample, isReplaced: isReplaced, isOutlier: false).isCounting
    }
    #expect(counts(warmup: false, isReplaced: false))
    #expect(!counts(warmup: true, isReplaced: false) && !counts(warmup: false, isReplaced: true))
  }

  private static let scenarios = Run.example(changing: "Core", .body, rebuilt: [("Core", 2), ("Search", 1)])

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func tablesAreSortedAndTheOrderIsInTheAddress() async throws
  {
    let found = try await Browser.result(
      try page(.example(rounds: 6)),
      #"""
      const column = (id, index) => [...byId(id).tBodies[0].rows].map(row => row.cells[index].textContent).join();
      const head = (id, index) => byId(id).tHead.rows[0].cells[index];
      const before = column("builds-0", 1);
      head("builds-0", 1).querySelector("button").click();
      const falling = [column("builds-0", 1), head("builds-0", 1).getAttribute("aria-sort")].join("/");
      head("builds-0", 1).querySelector("button").click();
      const rising = [column("builds-0", 1), head("builds-0", 1).getAttribute("aria-sort")].join("/");
      address.write();
      const link = location.hash;
      head("builds-0", 1).querySelector("button").click();
      address.write();
      return [before, falling, rising, link, column("builds-0", 1), location.hash].join("|");
      """#)
    #expect(
      found == "20.9 s,10.9 s,8.88 s|20.9 s,10.9 s,8.88 s/descending|8.88 s,10.9 s,20.9 s/ascending|#builds-0=1-up"
        + "|20.9 s,10.9 s,8.88 s|")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func aLinkShowsWhatItsSenderSaw() async throws {
    var look = Browser.Look()
    look.fragment = "#scenario=null&samples=4-down"
    let found = try await Browser.open(try page(Self.scenarios), as: look) { page in
      let shown = try await page.run(
        #"""
        const visible = [...document.querySelectorAll(".scenario")].filter(part => part.offsetParent);
        const samples = [...byId("samples").tBodies[0].rows].map(row => Number(row.cells[4].firstChild.value));
        const pressed = [...document.querySelectorAll("[aria-pressed=true]")].map(button => button.textContent);
        return [
          visible.map(part => part.dataset.scenario), pressed,
          samples.every((value, index) => !index || value <= samples[index - 1]),
        ].join("|");
        """#)
      // By the keyboard: the button before is another scenario.
      let chosen = try await page.run(
        #"document.querySelector(".scenario").previousElementSibling.querySelector("[data-choice=clean]").focus()"#)
      try await page.press("Enter")
      let after = try await page.run(
        #"""
        address.write();
        const visible = [...document.querySelectorAll(".scenario")].filter(part => part.offsetParent);
        return [visible.map(part => part.dataset.scenario), location.hash].join("|");
        """#)
      try await page.expectSilence()
      return shown + " " + chosen + " " + after
    }
    #expect(found == "null|null,null|true undefined clean|#samples=4-down")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func everyTableIsHandedOutAsAFile() async throws {
    let run = Run.recordedExample(rounds: 6)
    let found = try await Browser.result(
      try page(run),
      #"""
      const files = [];
      const saved = [];
      URL.createObjectURL = blob => { saved.push(blob); return "#"; };
      HTMLAnchorElement.prototype.click = function () { files.push(this.download); };
      const buttons = [...document.querySelectorAll(".tools button")].filter(button => button.textContent === "CSV");
      for (const button of buttons) button.click();
      const texts = await Promise.all(saved.map(blob => blob.text()));
      const named = Object.fromEntries(files.map((file, index) => [file, texts[index]]));
      return JSON.stringify({ tables: document.querySelectorAll("table, .strips").length, buttons: buttons.length, named });
      """#)
    struct Found: Decodable {
      let tables: Int
      let buttons: Int
      let named: [String: String]
    }
    let files = try JSONDecoder().decode(Found.self, from: Data(found.utf8))
    #expect(files.tables == files.buttons)
    #expect(files.named["builds.csv"] == CSV.builds(run.findings))
    #expect(files.named["modules.csv"] == CSV.modules(run.findings))
    #expect(files.named["timelines.csv"] == CSV.timelines(BuildStrip.charts(of: run.findings)))
    let samples = try #require(files.named["samples.csv"]).split(separator: "\r\n")
    #expect(samples.count == run.samples.count + 1)
    try #require(samples.count > 1)
    #expect(samples[1].hasPrefix("App,clean,0,1,true,20.0,30.0,314572800,,ok,"))
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed))
  func figuresAreInTheReadersLanguageAndInEnglishWithoutAScript()
    async throws
  {
    var run = Run.example(rounds: 6)
    run.environment.cores = 2048
    let html = try page(run)
    #expect(html.contains(#"<data value="20.875" data-unit="seconds">20.9 s</data>"#))
    #expect(html.contains(#"<data value="2048.0" data-unit="count">2,048</data>"#))
    let found = try await Browser.open(html) { page in
      // A page has its language from the start.
      try await page.call("Emulation.setLocaleOverride", ["locale": "de-DE"])
      return try await page.run(
        #"""
        formats.length = 0;
        showFigures();
        const words = (place) => document.querySelector(place).textContent;
        return [byId("builds-0").tBodies[0].rows[0].cells[1].textContent,
          words("header data[data-unit=count][value='2048.0']"),
          words(".bars svg > title").startsWith("App: median 20,9 s, interval "),
          /^round \d: \d+,\d s$/.test(words(".bars .dot > title")), plain(0.1 + 0.2)].join("|");
        """#)
    }
    #expect(found == "20,9 s|2.048|true|true|0,3")
  }

  @Test func `what was inferred is told above the figures`() throws {
    var run = Run.example(rounds: 6)
    run.inference = Run.Inference(sentences: ["combined app: App (its name says <app>)"], roles: [])
    let html = try page(run)
    let words = try #require(html.range(of: "Inferred combined app: App (its name says &lt;app&gt;)."))
    let builds = try #require(html.range(of: "<h2"))
    #expect(words.upperBound < builds.lowerBound)
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed))
  func tablesHaveOneLanguageAndNoSignBeforeZero() async throws {
    var run = Run.recordedExample(rounds: 6)
    for index in run.samples.indices {
      run.samples[index].productBytes = 12_345_678
      run.samples[index].savedSecondsWithout = ["CartApp": 1.25]
    }
    let html = try page(run)
    #expect(html.contains(#"data-unit="kib">12,056 KiB</data>"#))
    let found = try await Browser.open(html) { page in
      try await page.call("Emulation.setLocaleOverride", ["locale": "de-DE"])
      return try await page.run(
        #"""
        formats.length = 0;
        showFigures();
        const cells = [...document.querySelectorAll("td")].map(cell => cell.textContent);
        const english = cells.filter(words => /\d\.\d(?!\d\d)|[1-9],\d{3}(?!\d)/.test(words));
        return [english.join(), cells.some(words => words.includes("12.056 KiB")), seconds(-0.004), fixed(-3.14, 1)].join("|");
        """#)
    }
    #expect(found == "|true|0,00 s|−3,1")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func onPaperEverythingIsThereAndSaysWhatItIs() async throws {
    var look = Browser.Look()
    look.isPrinted = true
    let found = try await Browser.open(try page(Self.scenarios), as: look) { page in
      try await page.run(
        #"""
        const all = (selector) => [...document.querySelectorAll(selector)];
        const isSeen = (part) => part && part.getBoundingClientRect().height > 8;
        const parts = all(".scenario");
        const cut = all(".scroll").filter(part => getComputedStyle(part).maxHeight !== "none"
          || getComputedStyle(part).overflowY !== "visible");
        const named = parts.filter(part => isSeen(part) && isSeen(part.querySelector("h3"))
          && isSeen(part.querySelector("caption")) && part.querySelector("caption").textContent.includes(part.dataset.scenario));
        const empty = all("th button").filter(button => getComputedStyle(button).display !== "contents");
        return [parts.length > 2, named.length === parts.length, cut.length, empty.length].join("|");
        """#)
    }
    #expect(found == "true|true|0|0")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed))
  func `on a phone, long names leave room for figures, and stay in sight with their heads`() async throws {
    var look = Browser.Look()
    (look.width, look.height) = (390, 844)
    var run = Self.scenarios
    let name = String(repeating: "AccountPreferences", count: 12)
    run.arms[1].name = name
    run.plan.arms = run.arms.map(\.name)
    for index in run.samples.indices where run.samples[index].arm == Self.scenarios.arms[1].name {
      run.samples[index].arm = name
    }
    let found = try await Browser.open(try page(run), as: look) { page in
      try await page.run(
        #"""
        const table = byId("samples");
        const area = table.closest(".scroll");
        area.scrollLeft = 200;
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
        const names = [...table.rows].map(row => row.cells[0]);
        const place = (cell) => Math.round(cell.getBoundingClientRect().left - area.getBoundingClientRect().left);
        const heads = [...byId("matrix").tHead.rows[0].cells];
        const cut = heads.filter(head => head.scrollWidth > head.clientWidth);
        return [
          new Set(names.map(place)).size, names.every(cell => cell.offsetWidth < area.clientWidth / 2),
          names.every(cell => getComputedStyle(cell).boxShadow !== "none"), cut.length,
        ].join("|");
        """#)
    }
    #expect(found == "1|true|true|0")
  }

  private static let attack =
    #"</script><script>attack()</script><img src=x onerror=attack()>"><svg onload=attack()>'`"#

  /// Every text that can come from outside.
  private static var hostileRun: Run {
    var run = Run.example(changing: "Core", .body, rebuilt: [("Core", 2), (attack, 1)])
    run.environment = Run.Machine(
      cpu: attack, cores: 2, memoryBytes: 1, os: attack, kernel: attack, compiler: attack, governor: attack, load: 1)
    (run.workspace.name, run.workspace.revision) = (attack, attack)
    run.plan.configuration = attack
    (run.plan.prepare, run.plan.cleanup) = ([attack], [attack])
    let names = Dictionary(uniqueKeysWithValues: run.arms.map { ($0.name, $0.name + attack) })
    run.plan.arms = run.plan.arms.map { names[$0] ?? $0 }
    for index in run.arms.indices {
      run.arms[index].name += attack
      run.arms[index].feature = run.arms[index].feature.map { $0 + attack }
      (run.arms[index].builder, run.arms[index].arguments) = (Arm.commandBuilder, [attack])
    }
    for index in run.samples.indices {
      run.samples[index].schedule = BuildSchedule(
        criticalPathSeconds: 1, criticalModules: [attack], criticalSpans: [.seconds(0, 1)], dependencyWaitSeconds: 0,
        coreWaitSeconds: 0)
      run.samples[index].arm = names[run.samples[index].arm] ?? ""
      run.samples[index].trace = attack
      run.samples[index].modules = [ModuleSample(module: attack, seconds: 1, cpuSeconds: 1, spans: [.seconds(0, 1)])]
      if index.isMultiple(of: 5) {
        (run.samples[index].outcome, run.samples[index].reason, run.samples[index].log) = (.failed, attack, attack)
      }
    }
    return run
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func noFieldOfARunBecomesMarkupOrRuns() async throws {
    let found = try await Browser.result(
      try page(Self.hostileRun),
      #"""
      const foreign = document.querySelectorAll("img, svg[onload], [onerror], [style], script:not([type]) ~ script");
      const times = document.body.textContent.split("onerror=attack()").length - 1;
      return [foreign.length, times > 50, byId("samples").tBodies[0].rows.length > 10].join("|");
      """#)
    #expect(found == "0|true|true")
  }

  @Test func aScenarioInWhichAllBuildsFailedIsInTheMatrix() throws {
    var run = Self.scenarios
    for index in run.samples.indices where run.samples[index].scenario == .null { run.samples[index].outcome = .failed }
    let page = try page(run)
    #expect(page.contains(#"<th scope="col" data-choose="first-null">first-null</th><th scope="col">null</th>"#))
    #expect(!page.contains(#"data-scenario="null""#))
  }

  @Test func theShadesOfTheMatrixHaveAKey() throws {
    let page = try page(Self.scenarios)
    for (level, words) in [(0, "below"), (1, "below"), (2, "below"), (3, "below"), (5, "from")] {
      #expect(page.contains("<span class=\"level-\(level)\">\(words) <data value="))
    }
    let plain = try self.page(.example(rounds: 6))
    #expect(!plain.contains("class=\"level-0\""), "one scenario has no matrix")
  }

  @Test func runsOfOlderVersionsHaveTheirPage() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../DocumentsTests/Versions").standardizedFileURL
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path()).filter {
      $0.contains("run") && $0.hasSuffix(".json")
    }
    #expect(!files.isEmpty)
    for file in files {
      let run = try Run(json: Array(Data(contentsOf: folder.appending(path: file))))
      #expect(try page(run).contains("<h1>"), "\(file)")
    }
    #expect(try page(.example(rounds: 1, failing: true)).contains("failed"))
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed), arguments: [360, 1300])
  func nothingIsCutOffWhateverTheWindow(width: Int) async throws {
    var look = Browser.Look()
    look.width = width
    let found = try await Browser.open(try page(Self.scenarios), as: look) { page in
      let found = try await page.run(
        #"""
        const parts = [...document.querySelectorAll("body *")].filter(part => !part.closest(".scroll, svg"));
        const wide = parts.filter(part => part.getBoundingClientRect().right > innerWidth + 1);
        const heads = [...document.querySelectorAll("th")].every(head => head.scope);
        const named = [...document.querySelectorAll("table")].every(table => table.caption?.textContent);
        return [wide.map(part => part.outerHTML.slice(0, 80)).join(), heads, named, document.title].join("|");
        """#)
      try await page.expectSilence()
      return found
    }
    #expect(found == "|true|true|Shop: combined app and features, built apart")
  }
}
