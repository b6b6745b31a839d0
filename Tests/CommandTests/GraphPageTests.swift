import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Reports
@testable import modgauge

/// The page of a graph in a browser: with real clicks and keys, under its own policy, and silent in the console.
@Suite(.enabled(if: Browser.isInstalled, Browser.needed)) struct GraphPageTests {
  static let app = ModuleGraph(
    modules: [("App", 100), ("Chat", 300), ("Feed", 200), ("Core", 900), ("Log", 50), ("Alone", 10)].map {
      name, lines in
      Module(
        id: ModuleID(package: name == "Log" ? "logging" : "Shop", name: name),
        kind: name == "App" ? .executable : .regular, path: name == "Alone" ? "Tools/Alone" : "Sources/\(name)",
        sources: 1, lines: lines, languages: ["swift"])
    },
    dependencies: [("App", "Chat"), ("App", "Feed"), ("Chat", "Core"), ("Feed", "Core"), ("Core", "Log")].map {
      Dependency(
        from: ModuleID(package: "Shop", name: $0), to: ModuleID(package: $1 == "Log" ? "logging" : "Shop", name: $1),
        kind: $1 == "Log" ? .product : .target)
    })

  /// Areas of modules that depend on one another, folded into groups.
  static func large(areas: Int, modules: Int) -> ModuleGraph {
    let names = ["Account", "Billing", "Chat", "Devices", "Events", "Friends", "Games", "Home", "Invoices", "Jobs"]
    var dependencies: [Dependency] = []
    func id(_ area: Int, _ module: Int) -> ModuleID {
      ModuleID(package: "Large", name: names[area] + "Part\(module)")
    }
    for area in 0..<areas {
      for module in 0..<modules {
        if module > 0 { dependencies.append(Dependency(from: id(area, module), to: id(area, module / 2))) }
        if area > 0 { dependencies.append(Dependency(from: id(area, module), to: id((area - 1) / 2, module))) }
      }
    }
    return ModuleGraph(
      modules: (0..<areas).flatMap { area in
        (0..<modules).map { module in
          Module(id: id(area, module), kind: .regular, path: "Sources/\(names[area])/\(module)", sources: 1, lines: 100)
        }
      }, dependencies: dependencies)
  }

  static func html(_ graph: ModuleGraph, _ style: PictureStyle = PictureStyle()) throws -> String {
    let selected = SelectedGraph(graph)
    return try GraphPage(
      graph, selected, metrics: GraphMetrics(selected), style: style, roles: ModuleRole.all(of: try Roles(graph))
    ).html(laidOutBy: .graphviz)
  }

  /// What tests ask of the page: where a node is on the screen, what is lit, and what is left of the zoom.
  private static let helpers = """
    window.node = name => [...document.querySelectorAll("#graph-world .node")]
      .find(node => node.querySelector("text").textContent.includes(name));
    window.middle = name => {
      const box = node(name).getBoundingClientRect();
      return [box.left + box.width / 2, box.top + Math.min(12, box.height / 2)].join(" ");
    };
    window.lit = light => [...document.querySelectorAll(`#graph-world .node[data-light="${light}"] text:first-of-type`)]
      .map(text => text.textContent).sort().join();
    window.camera = () => document.getElementById("graph-world").style.transform;
    window.chosen = () => explorer.state.picked ? document.querySelector("#graph-facts h2").textContent : "none";
    window.shown = () => [...document.querySelectorAll("#graph-world .node text:first-of-type")]
      .map(text => text.textContent).sort().join();
    return "";
    """

  static func open<Result: Sendable>(
    _ html: String, fragment: String = "", _ read: (BrowserPage) async throws -> Result
  ) async throws -> Result {
    var look = Browser.Look()
    look.fragment = fragment
    return try await Browser.open(html, as: look) { page in
      _ = try await page.run(helpers)
      let result = try await read(page)
      try await page.expectSilence()
      return result
    }
  }

  static func click(_ name: String, in page: BrowserPage) async throws {
    let place = try await page.run("return middle('\(name)')").split(separator: " ").compactMap { Double($0) }
    try #require(place.count > 1)
    try await page.click(x: place[0], y: place[1])
  }

  @Test func aClickLightsWhatLeadsToAModuleAndFromItAndShowsItsFigures() async throws {
    try await Self.open(try Self.html(Self.app)) { page in
      let before = try await page.run("return camera()")
      try await Self.click("Core", in: page)
      #expect(
        try await page.run("return [lit('picked'), lit('up'), lit('down')].join('|')") == "Core|App,Chat,Feed|Log")
      let facts = try await page.run("return document.getElementById('graph-facts').innerText.replace(/\\s+/g, ' ')")
      for words in [
        "Core", "kind module", "package Shop", "lines · files 900 · 1", "depends on 1 directly, 1 in total",
        "depended on by 2 directly, 3 in total", "height 1", "a change recompiles 96 % of the lines, 4 modules",
      ] { #expect(facts.contains(words), "\(words) in \(facts)") }
      // A neighbour is a link that can be copied, and goes there.
      #expect(
        try await page.run(
          """
          const link = [...document.querySelectorAll('#graph-facts a')].find(link => link.textContent === 'Feed');
          const target = link.getAttribute('href');
          link.click();
          return [target, chosen(), lit('both'), camera()].join('|');
          """) == "#module=Shop%2FFeed|Feed||" + before)
      try await Self.click("Feed", in: page)
      try await page.press("Escape")
      #expect(try await page.run("return [chosen(), lit('picked'), camera()].join('|')") == "none||" + before)
    }
  }

  @Test func everythingIsReachedByKeys() async throws {
    try await Self.open(try Self.html(Self.app)) { page in
      _ = try await page.run("document.getElementById('graph-fit').focus(); return ''")
      try await page.press("Tab")
      let focused = "return document.activeElement.querySelector?.('text')?.textContent ?? document.activeElement.id"
      let first = try await page.run(focused)
      #expect(try await page.run("return document.activeElement.matches('.node')") == "true")
      var met: Set = [first]
      for key in ["ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowRight", "ArrowRight"]
      {
        try await page.press(key)
        met.insert(try await page.run(focused))
      }
      #expect(met.count >= 4, "\(met)")
      let isMarked = try await page.run(
        "return document.activeElement.matches('.node:focus-visible') && getComputedStyle(document.activeElement.querySelector('rect')).strokeWidth"
      )
      #expect(isMarked == "3px")
      let last = try await page.run(focused)
      try await page.press("Enter")
      #expect(try await page.run("return chosen()") == last)
      let ring = "return getComputedStyle(document.activeElement).outlineWidth"
      #expect(try await page.run(ring) == "3px", "the chosen module has the focus as well")
      let zoom = "return explorer.camera.zoom.toFixed(3)"
      let before = try await page.run(zoom)
      try await page.press("+")
      #expect(try await page.run(zoom) != before)
      try await page.press("-")
      #expect(try await page.run(zoom) == before)
      let left = Double(try await page.run("return explorer.camera.x")) ?? 0
      try await page.press("ArrowRight", shift: true)
      #expect(Double(try await page.run("return explorer.camera.x")) == left - 60)
      // The list of parts and the buttons are before the graph, the facts after it.
      try await page.press("Tab")
      #expect(try await page.run("return document.activeElement.closest('#graph-facts') !== null") == "true")
      try await page.press("Escape")
      #expect(try await page.run("return chosen()") == "none")
      #expect(try await page.run(focused) == last)
    }
  }

  @Test func theSearchListsWhatItFindsAndTheLinkShowsTheSame() async throws {
    let html = try Self.html(Self.large(areas: 8, modules: 25))
    let address = try await Self.open(html) { page in
      _ = try await page.run("document.getElementById('graph-search').focus(); return ''")
      for letter in ["p", "a", "r", "t", "1", "7"] { try await page.press(letter) }
      let found = try await page.run(
        "return [...document.querySelectorAll('#graph-results [role=option]')].map(option => option.firstChild.textContent).join()"
      )
      #expect(
        found
          == "ChatPart17,HomePart17,GamesPart17,EventsPart17,AccountPart17,BillingPart17,DevicesPart17,FriendsPart17")
      // From the field up to the last one and the one before, and down over both ends to the second.
      for key in ["ArrowUp", "ArrowUp", "ArrowDown", "ArrowDown", "ArrowDown"] { try await page.press(key) }
      try await page.press("Enter")
      #expect(try await page.run("return [chosen(), lit('picked')].join('|')") == "HomePart17|HomePart17")
      try await page.wheel(x: 400, y: 400, by: -240)
      _ = try await page.run(
        """
        const select = document.getElementById("graph-color");
        select.value = "dependents";
        select.dispatchEvent(new Event("change"));
        return "";
        """)
      try await page.drag(from: (60, 300), to: (120, 340))
      return try await page.run("address.write(); return location.hash + ' ' + camera() + ' ' + shown()")
    }
    let parts = address.split(separator: " ", maxSplits: 1).map(String.init)
    let again = try await Self.open(html, fragment: try #require(parts.first)) { page in
      let words = try await page.run(
        "return [chosen(), document.getElementById('graph-search').value, document.getElementById('graph-color').value].join('|')"
      )
      #expect(words == "HomePart17|part17|dependents")
      return try await page.run(
        "address.write(); return location.hash + ' ' + camera() + ' ' + shown()")
    }
    // Places in the address are whole points, so that the view may be half of one beside.
    #expect(again.split(separator: " ").first == address.split(separator: " ").first)
    #expect(again.split(separator: ")").last == address.split(separator: ")").last)
  }

  @Test func aLinkToAModuleOpensItsGroupUnlessItSaysWhatWasSeen() async throws {
    let html = try Self.html(Self.large(areas: 10, modules: 20))
    let place = try await Self.open(html, fragment: "#module=Large%2FBillingPart17") { page in
      let found = try await page.run(
        """
        const view = document.getElementById("graph-view").getBoundingClientRect();
        const box = node("BillingPart17").getBoundingClientRect();
        const off = [box.left + box.width / 2 - view.left - view.width / 2, box.top + box.height / 2 - view.top - view.height / 2];
        return [chosen(), lit("picked"), explorer.state.open.size, off.every(distance => Math.abs(distance) < 3)].join("|");
        """)
      #expect(found == "BillingPart17|BillingPart17|1|true")
      // The group is closed while the module stays chosen.
      return try await page.run("explorer.openOnly([]); address.write(); return location.hash")
    }
    try await Self.open(html, fragment: place) { page in
      let found = try await page.run("return [chosen(), explorer.state.open.size].join('|')")
      #expect(found == "BillingPart17|0")
    }
  }

  @Test func theTableIsHandedOutAndItsOrderIsInTheAddress() async throws {
    let link = try await Self.open(try Self.html(Self.app)) { page in
      try await page.run(
        """
        document.querySelectorAll("#graph-table th button")[4].click();
        address.write();
        return location.hash;
        """)
    }
    #expect(link.contains("modules-by=4-down"))
    try await Self.open(try Self.html(Self.app), fragment: link) { page in
      let found = try await page.run(
        #"""
        const saved = [];
        URL.createObjectURL = blob => { saved.push(blob); return "#"; };
        HTMLAnchorElement.prototype.click = function () { saved.push(this.download); };
        const buttons = [...document.querySelectorAll(".graph .tools button")];
        buttons.at(-1).click();
        const head = document.querySelectorAll("#graph-table th")[4].getAttribute("aria-sort");
        const first = document.querySelector("#graph-table tbody th").textContent;
        const lines = (await saved[0].text()).split("\r\n");
        return [buttons.map(button => button.textContent), head, first, saved[1], lines.length, lines[1]].join("|");
        """#)
      #expect(found == "Copy,CSV|descending|Core|modules.csv|8|Core,Shop,module,shared,900,2,1,3,1,0.96154")
    }
  }

  @Test func hiddenPackagesAndFoldersLeaveTheGraph() async throws {
    try await Self.open(try Self.html(Self.app)) { page in
      let names =
        "return [...document.querySelectorAll('#graph-parts label')].map(label => label.textContent.trim()).join()"
      #expect(try await page.run(names) == "Shop 5,Sources 4,Tools 1,logging 1")
      let before = try await page.run("return camera()")
      _ = try await page.run(
        """
        const boxes = [...document.querySelectorAll("#graph-parts input")];
        boxes[2].click();
        boxes[3].click();
        return "";
        """)
      #expect(try await page.run("return shown()") == "App,Chat,Core,Feed")
      #expect(try await page.run("return camera()") == before)
      _ = try await page.run("document.querySelectorAll('#graph-parts input')[0].click(); return ''")
      #expect(try await page.run("return shown()") == "")
    }
  }

  /// Every text that the page shows comes from a name that somebody chose.
  @Test func noFieldCanRunAScript() async throws {
    let attacks = [
      "</script><script>document.title='hacked'</script>", "<img src=x onerror=\"document.title='hacked'\">",
      "<!--<script>", "\"><svg onload=document.title='hacked'>", "javascript:document.title='hacked'", "__proto__",
      "{{constructor}}", "]]>", "constructor",
    ]
    let names = attacks + HostileNames.all.filter { !$0.isEmpty && !$0.contains("\u{0}") }
    let ids = names.map { ModuleID(package: "p\($0)", name: $0) }
    let graph = ModuleGraph(
      packages: ids.map {
        Package(
          key: $0.package, identity: $0.package, name: $0.name, path: $0.name, toolsVersion: "6.0.0", dependencies: [])
      },
      modules: ids.map { Module(id: $0, kind: .regular, path: "\($0.name)/\($0.name)", sources: 1, lines: 1) },
      dependencies: zip(ids, ids.dropFirst()).map {
        Dependency(from: $0, to: $1, condition: Condition(platforms: [$0.name], configuration: $1.name))
      })
    let layers = Layers(attacks.map { Layer(name: $0, modules: [Glob("*\($0)*")]) })
    let selected = SelectedGraph(graph, shown: Set(ids), layers: layers)
    var style = PictureStyle()
    style.coloring = .values(title: attacks[0], unit: attacks[1], [ids[0]: 1])
    let html = try GraphPage(
      graph, selected,
      metrics: GraphMetrics(selected, costs: [ids[0]: BuildCost(cpuSeconds: 1, wallSeconds: 1)]), style: style,
      roles: ModuleRole.all(of: try Roles(graph))
    ).html(laidOutBy: .graphviz)
    let fragment =
      "module=<img src=x>&color=__proto__&open=[\"<img>\"]&hide={}&view=a,b,NaN&search=<img src=x onerror=1>"
    try await Self.open(
      html, fragment: "#" + (fragment.addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed) ?? "")
    ) {
      page in
      let found = try await page.run(
        """
        const seen = [];
        for (const module of explorer.model.modules) {
          explorer.pick(module, { isCentered: true });
          seen.push(document.querySelector("#graph-facts h2").textContent === module.name);
        }
        for (const [color] of explorer.colors.choices) explorer.recolor(color);
        document.getElementById("graph-search").value = "<";
        explorer.search.show();
        document.querySelectorAll("#graph-parts input").forEach(box => box.click());
        return [
          document.title.includes("hacked") && !document.title.includes("script"), document.images.length,
          document.scripts.length, document.querySelectorAll("[onload], [onerror], [style*=hacked]").length,
          seen.every(Boolean), document.querySelectorAll("a[href^='javascript']").length,
        ].join();
        """)
      #expect(found == "false,0,2,0,true,0")
    }
  }

  @Test func whoDoesNotSeeTheGraphHasNamesAndATable() async throws {
    try await Self.open(try Self.html(Self.app)) { page in
      let found = try await page.run(
        """
        const nodes = [...document.querySelectorAll("#graph-world .node")];
        const head = [...document.querySelectorAll("#graph-table thead th")];
        const rows = [...document.querySelectorAll("#graph-table tbody tr")];
        head[5].querySelector("button").click();
        const sorted = document.querySelector("#graph-table tbody th").textContent;
        return [
          nodes.every(node => node.getAttribute("role") === "button" && node.querySelector("title").textContent),
          nodes.filter(node => node.getAttribute("tabindex") === "0").length,
          document.querySelectorAll("#graph-world title").length,
          head.every(cell => cell.scope === "col"), rows.every(row => row.querySelector("th").scope === "row"), rows.length,
          head[5].textContent, head[5].getAttribute("aria-sort"), sorted,
          getComputedStyle(document.querySelector(".graph .table")).contentVisibility,
        ].join();
        """)
      #expect(found == "true,1,6,true,true,6,fan-in,descending,Core,visible")
      try await Self.click("Chat", in: page)
      #expect(
        try await page.run("return byId('graph-said').textContent") == "Chat: depends on 2, depended on by 1")
    }
  }

  /// WCAG 2.2, 1.4.3: text against what is behind it, at least 4.5 to 1.
  @Test(arguments: [false, true]) func wordsCanBeReadOnEveryColour(isDark: Bool) async throws {
    var look = Browser.Look()
    look.isDark = isDark
    let found = try await Browser.open(try Self.html(Self.app), as: look) { page in
      try await page.run(
        """
        const node = document.querySelector("#graph-world .node");
        const light = color => {
          const parts = color.match(/[0-9.]+/g).slice(0, 3).map(part => part / 255)
            .map(part => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
          return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
        };
        const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
        const looks = ["none", ...[0, 1, 2, 3, 4, 5, 6, 7].map(n => `class${n}`), ...[0, 1, 2, 3, 4].map(n => `step${n}`)];
        const fills = new Set();
        const poor = looks.filter(look => {
          node.querySelector("rect").dataset.look = look;
          const fill = getComputedStyle(node.querySelector("rect")).fill;
          fills.add(fill);
          return contrast(light(getComputedStyle(node.querySelector("text")).fill), light(fill)) < 4.5;
        });
        return `${fills.size} colours, too little contrast: ${poor.join()}`;
        """)
    }
    #expect(found == "14 colours, too little contrast: ")
  }
}
