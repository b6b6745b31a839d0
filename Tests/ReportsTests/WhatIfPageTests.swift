import BuildAnalysis
import Foresight
import TestSupport
import Testing

@testable import Reports

/// The page of a forecast, in a browser.
@Suite struct WhatIfPageTests {
  private func page(_ changes: [StructureChange] = WhatIfExample.changes) throws -> String {
    try WhatIfPage(WhatIfExample().report(changes)).html
  }

  @Test func `the table of visible changes has the estimates of both structures, each with its interval`() throws {
    let forecast = try WhatIfExample().recordedWithNames.forecast(
      Proposal([.cut("ArgumentParser", "ArgumentParserToolInfo")]))
    let row = try #require(forecast.rebuilds.first { $0.module.name == "ArgumentParserToolInfo" })
    let (before, after) = (try #require(row.before?.visible), try #require(row.after?.visible))
    let lines = CSV.visibleChanges(forecast).split(separator: "\r\n").map { $0.split(separator: ",").map(String.init) }
    let fields = try #require(lines.first { $0.first == row.module.description })
    let names = [
      "files", "predicted_cpu_seconds", "predicted_seconds", "predicted_seconds_low", "predicted_seconds_high",
    ]
    let headings = ["before", "after"].flatMap { side in names.map { "\($0)_\(side)" } }
    #expect(lines.first == ["module"] + headings)
    func figures(_ visible: RebuildForecast.Visible) -> [String] {
      ["\(visible.files)"]
        + [visible.cpuSeconds.value, visible.seconds.value, visible.seconds.low, visible.seconds.high].map(CSV.number)
    }
    #expect(fields.dropFirst() == ArraySlice(figures(before) + figures(after)))
    #expect(Set(figures(before)).count == 5 && before.seconds.low < before.seconds.high)
  }

  /// What the page shows, after what was drawn last.
  private static let shown = #"""
    const shown = async () => {
      await new Promise(requestAnimationFrame);
      address.write();
      const rows = Object.fromEntries([...document.querySelectorAll("#figures tbody tr")].map(
        row => [row.cells[0].textContent, [...row.cells].slice(1, 3).map(cell => cell.textContent).join(" / ")]));
      return [rows["wall time"], rows.cores, byId("cores-value").textContent, location.hash].join("; ");
    };
    """#

  @Test(.enabled(if: Browser.isInstalled, Browser.needed))
  func `what the page begins with is what the report says, and is shown again after everything else`() async throws {
    let report = try WhatIfExample().report()
    let found = try await Browser.open(try WhatIfPage(report).html) { page in
      let found = try await page.run(
        Self.shown + #"""
          const first = [await shown(), byId("verdict").textContent];
          const computed = Math.abs(builds.after.wall - data.variants[1].seconds[0]) < 1e-6 * builds.after.wall;
          const recorded = Math.abs(builds.before.wall - data.measuredSeconds) < 1e-6 * data.measuredSeconds;
          choose({ cores: 7 });
          const other = await shown();
          choose({ changes: [0] });
          const alone = [(await shown()).split("#")[1], byId("verdict").textContent.slice(0, 31)];
          byId("reset").click();
          const last = [await shown(), byId("verdict").textContent];
          return [computed, recorded, first.join() === last.join(), other !== first[0], alone, last[0]].join("|");
          """#)
      try await page.expectSilence()
      return found
    }
    let wall = report.forecast.seconds
    let (before, after) = (Figures.seconds(report.forecast.measuredSeconds), Figures.seconds(wall.value))
    let interval = "\(Figures.bareSeconds(wall.low)) – \(Figures.bareSeconds(wall.high))"
    #expect(
      found == "true|true|true|true|cores=7&off=2.3,With change 1 alone, on 7 cores"
        + "|\(before) / ≈ \(after) (\(interval)); 2 / 4; 2 → 4; ")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func `cores are dragged with the keyboard`() async throws {
    let found = try await Browser.open(try page([.cut("ArgumentParser", "ArgumentParserToolInfo")])) { page in
      _ = try await page.run(#"byId("cores").focus()"#)
      for _ in 0..<3 { try await page.press("ArrowRight") }
      let dragged = try await page.run(Self.shown + "return (await shown()).split('; ').slice(1).join()")
      let words = try await page.run(#"return byId("cores").getAttribute("aria-valuetext").split(":")[0]"#)
      try await page.press("Home")
      let least = try await page.run(
        Self.shown + #"""
          const hash = (await shown()).split("; ")[3];
          const title = byId("after-title").textContent.split(" on ")[1];
          const isLonger = builds.after.wall > data.variants[1].seconds[0];
          return [hash, isLonger, builds.after.figures.idleShare < 0.5, title].join();
          """#)
      try await page.expectSilence()
      return [dragged, words, least].joined(separator: "|")
    }
    #expect(found == "5 / 5,5,#cores=5|5 cores|#cores=1,true,true,1 core")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func `a link shows what its sender saw`() async throws {
    var look = Browser.Look()
    look.fragment = "#cores=3&off=2"
    let found = try await Browser.open(try page(), as: look) { page in
      let found = try await page.run(
        Self.shown + #"""
          const first = [switches.map((box) => box.checked), slider.value, (await shown()).split("; ")[1]];
          switches[1].click();
          const moved = [await shown()].join().split("; ").slice(1);
          location.hash = "#off=1.2.3";
          await new Promise((done) => addEventListener("hashchange", done));
          return [first, moved, switches.map((box) => box.checked), byId("verdict").textContent.slice(0, 18)].join("|");
          """#)
      try await page.expectSilence()
      return found
    }
    #expect(found == "true,false,true,3,3 / 3|3 / 3,3,#cores=3|false,false,false|Without any change")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed))
  func `of many changes, what the page does not have cannot be switched, and the reason is told`() async throws {
    let changes: [StructureChange] = [
      .cut("ArgumentParser", "ArgumentParserToolInfo"), .add("ArgumentParser", "ArgumentParserToolInfo"), .cores(8),
      .cost("ArgumentParser", factor: 2), .cost("ArgumentParserToolInfo", factor: 2), .jobs(6),
    ]
    let found = try await Browser.result(
      try page(changes),
      #"""
      const states = () => switches.map((box, index) => box.disabled ? byId(`why-${index}`).textContent : "free");
      const all = states();
      choose({ changes: [] });
      await new Promise(requestAnimationFrame);
      return [all, states(), document.body.textContent.includes("the first ones in order, and each alone")].join("|");
      """#)
    let absent = "Cannot be switched off: this combination is not in the page."
    #expect(
      found == "\(absent),\(absent),\(absent),\(absent),\(absent),free|free,Cannot be switched on: "
        + "“add ArgumentParser → ArgumentParserToolInfo” changes nothing.,free,free,free,free|true")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed))
  func `bars are pointed at with the mouse and the keyboard, in both builds`() async throws {
    let found = try await Browser.open(try page()) { page in
      _ = try await page.run(#"byId("after").scrollIntoView(); byId("after").focus()"#)
      try await page.press("ArrowRight")
      let first = try await page.run(#"return byId("tip").hidden + byId("tip").textContent"#)
      try await page.press("End")
      let marks = "[...document.querySelectorAll('.pointed')].every((path) => path.getAttribute('d'))"
      let last = try await page.run("return !byId('tip').hidden && \(marks)")
      try await page.press("Escape")
      let none = try await page.run(#"return byId("tip").hidden"#)
      try await page.expectSilence()
      return [first.hasPrefix("false"), first.contains("before"), first.contains("after")].map(\.description) + [
        last, none,
      ]
    }
    #expect(found.allSatisfy { $0 == "true" }, "\(found)")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func `no name becomes markup or runs`() async throws {
    let attack = #"</script><script>attack()</script><img src=x onerror=attack()>'`"#
    let example = WhatIfExample(renaming: ["ArgumentParserToolInfo": attack.replacing("\"", with: "'")])
    let report = try example.report([.cost("ArgumentParser", factor: 0.5)], name: attack)
    let found = try await Browser.result(
      try WhatIfPage(report).html,
      #"""
      const foreign = document.querySelectorAll("img, [onerror], [style], script:not([type]) ~ script");
      return [foreign.length, document.body.textContent.split("onerror=attack()").length > 2].join("|");
      """#)
    #expect(found == "0|true")
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed)) func `tables are handed out with bare figures`() async throws
  {
    let report = try WhatIfExample().report([.merge(["ArgumentParser", "ArgumentParserToolInfo"], into: "Parser")])
    let found = try await Browser.result(
      try WhatIfPage(report).html,
      #"""
      const files = [];
      HTMLAnchorElement.prototype.click = function () { files.push(this.download); };
      for (const button of document.querySelectorAll(".tools button")) if (button.textContent === "CSV") button.click();
      return files.join() + "|" + Object.keys(downloads).map((id) => downloads[id].text.includes("≈")).join();
      """#)
    #expect(found == "programs.csv,rebuilds.csv|false,false")
    #expect(CSV.rebuilds(report.forecast).hasPrefix("module,origins,modules_before,modules_after,"))
  }

  @Test(.enabled(if: Browser.isInstalled, Browser.needed), arguments: [360, 1300])
  func `nothing is cut off whatever the window`(width: Int) async throws {
    var look = Browser.Look()
    look.width = width
    let found = try await Browser.open(try page(), as: look) { page in
      let found = try await page.run(
        #"""
        const parts = [...document.querySelectorAll("body *")].filter(part => !part.closest(".scroll, svg, .unseen"));
        const wide = parts.filter(part => part.getBoundingClientRect().right > innerWidth + 1);
        const named = [...document.querySelectorAll("table")].every(table => table.caption?.textContent);
        return [wide.map(part => part.outerHTML.slice(0, 80)).join(), named, document.title].join("|");
        """#)
      try await page.expectSilence()
      return found
    }
    #expect(found == "|true|swift-argument-parser: what if")
  }
}
