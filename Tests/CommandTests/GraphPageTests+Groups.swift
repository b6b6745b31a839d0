import TestSupport
import Testing

/// Groups of a graph that open and close.
extension GraphPageTests {
  @Test func groupsOpenWithoutOverlappingAnythingAndTheViewStays() async throws {
    try await Self.open(try Self.html(Self.large(areas: 10, modules: 20))) { page in
      #expect(try await page.run("return explorer.model.groups.length > 2") == "true")
      let table = "return getComputedStyle(document.querySelector('.graph .table')).contentVisibility"
      #expect(try await page.run(table) == "auto", "what is out of sight of a long table is not laid out")
      let overlaps = """
        const items = [...explorer.layout.items, ...explorer.layout.frames];
        const overlap = (a, b) => a.left < b.left + b.width - 1 && b.left < a.left + a.width - 1
          && a.top < b.top + b.height - 1 && b.top < a.top + a.height - 1 && a.open !== b && b.open !== a;
        const found = [];
        items.forEach((a, i) => items.slice(i + 1).forEach(b => overlap(a, b) && found.push(a.subject.name + b.subject.name)));
        return found.join();
        """
      let zoom = try await page.run("return explorer.camera.zoom")
      let group = try await page.run("return explorer.model.groups[1].name")
      let place = try await page.run("return middle('\(group)')")
      let state = "return [node('\(group)').getAttribute('aria-expanded'), node('\(group)').textContent].join(' ')"
      #expect(try await page.run(state).hasPrefix("false \(group), "))
      try await Self.click(group, in: page)
      #expect(try await page.run(state).hasPrefix("true \(group), "))
      let opened = try await page.run(
        "return explorer.model.groups[1].modules.every(module => shown().includes(module.name))")
      #expect(opened == "true")
      #expect(try await page.run(overlaps) == "")
      // The title of the open group is where the group was.
      let corner = try await page.run(
        "const box = node('\(group)').getBoundingClientRect(); return [box.left, box.top].join(' ')")
      let (was, now) = (
        place.split(separator: " ").compactMap { Double($0) }, corner.split(separator: " ").compactMap { Double($0) }
      )
      try #require(was.count > 1)
      try #require(now.count > 1)
      #expect(abs(was[1] - now[1]) < 40 && was[0] - now[0] < 200 && was[0] >= now[0])
      _ = try await page.run("document.getElementById('graph-expand').click(); return ''")
      #expect(try await page.run(overlaps) == "")
      #expect(try await page.run("return explorer.layout.items.length") == "200")
      _ = try await page.run("document.getElementById('graph-fold').click(); return ''")
      #expect(try await page.run("return explorer.camera.zoom") == zoom)
    }
  }

  @Test func whatIsAtTheCenterStaysThereWhenAllGroupsOpenOrClose() async throws {
    try await Self.open(try Self.html(Self.large(areas: 10, modules: 20))) { page in
      let found = try await page.run(
        """
        const { camera, layout } = explorer;
        const { subject, left, top, width, height } = layout.items.find((item) => item.subject.isGroup);
        camera.lookAt(left + width / 2, top + height / 2);
        const zoom = camera.zoom;
        const isSeen = () => {
          const item = layout.nearest(...camera.middle);
          return (item.open ?? item).subject === subject && camera.zoom === zoom;
        };
        const seen = [isSeen()];
        for (const button of ["graph-expand", "graph-fold"]) {
          document.getElementById(button).click();
          seen.push(isSeen(), layout.frames.length / explorer.model.groups.length);
        }
        return seen.join();
        """)
      #expect(found == "true,true,1,true,0")
    }
  }

  @Test func whatIsOutOfSightIsDrawnAndLitWhenItComesIntoSight() async throws {
    try await Self.open(try Self.html(Self.large(areas: 10, modules: 20))) { page in
      let found = try await page.run(
        """
        const { camera, model } = explorer;
        const nodes = () => [...document.querySelectorAll("#graph-world .node:not(.open)")];
        const drawn = () => nodes().filter(node => node.getBoundingClientRect().width).length;
        const isRight = (module) => {
          const led = new Set([...model.closure(module, "below"), ...model.closure(module, "above")]);
          return nodes().filter(node => node.dataset.light).length === led.size;
        };
        document.getElementById("graph-expand").click();
        const seen = [];
        for (const module of [model.modules[0], model.modules.at(-1)]) {
          camera.moveBy(-100000, 0);
          explorer.pick(module);
          seen.push(drawn() < model.modules.length);
          camera.fit();
          seen.push(drawn(), isRight(module));
        }
        return seen.join();
        """)
      #expect(found == "true,200,true,true,200,true")
    }
  }
}
