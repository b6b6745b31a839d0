extension TimelinePage {
  /// Names come from manifests: they are only ever set as text, never as markup.
  static let script = #"""
    "use strict";
    const data = JSON.parse(document.getElementById("data").textContent);
    const byId = id => document.getElementById(id);
    const total = Math.max(data.build.seconds, 1e-6);
    const seconds = s => s === undefined || s === null ? "–" : s.toFixed(Math.abs(s) < 9.995 ? 2 : 1) + " s";
    const grouped = new Intl.NumberFormat("en-US");
    const count = n => n === undefined || n === null ? "–" : grouped.format(n);
    const megabytes = n => n === undefined || n === null ? "–" : grouped.format(Math.round(n / 1048576)) + " MiB";
    const sum = spans => spans.length ? spans.reduce((all, s) => all + s[1] - s[0], 0) : undefined;
    function element(tag, properties = {}, ...children) {
      const made = document.createElement(tag);
      Object.assign(made, properties);
      made.append(...children);
      return made;
    }
    function shape(tag, attributes, ...children) {
      const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      made.append(...children);
      return made;
    }

    // What was built, and the phases.
    const build = data.build;
    document.getElementById("title").textContent = `${build.workspace}: ${build.isClean ? "clean" : "incremental"} `
      + `${build.configuration} build of ${build.target}`;
    {
      const facts = [[seconds(build.seconds), " wall"]];
      if (build.cpuSeconds !== undefined) facts.push([seconds(build.cpuSeconds), " CPU"],
        [Math.round(100 * build.cpuSeconds / total / build.cores) + " %", ` of ${build.cores} cores`]);
      facts.push([count(data.modules.length), " modules"], ["Swift " + build.toolchain, ""]);
      facts.forEach(([figure, words], index) =>
        byId("figures").append(index ? " · " : "", element("b", {textContent: figure}), words));
    }
    {
      const unknown = data.modulesNotInGraph;
      const notes = [];
      if (build.gaps.length) notes.push("This is not a whole build: " + build.gaps.join("; ") + ".");
      for (const words of data.disturbances) notes.push(words[0].toUpperCase() + words.slice(1) + ".");
      if (unknown.length) notes.push(`${count(unknown.length)} of the modules are of packages that the graph does not hold `
        + `(${unknown.slice(0, 5).join(", ")}${unknown.length > 5 ? " …" : ""}): what they waited for is not known, so the `
        + "critical path and the gains may be larger.");
      byId("gaps").hidden = !notes.length;
      byId("gaps").textContent = notes.join(" ");
      byId("conclusions").append(...data.conclusions.map(textContent => element("li", {textContent})));
    }
    const phaseNames = {manifests: ["manifests", "--manifests"], plugins: ["plugins", "--plugins"],
      beforeFirstCompile: ["before the first compile", "--plan"], compile: ["compile", "--compile"],
      link: ["link", "--link"], afterLastJob: ["after the last job", "--after"]};
    {
      const bar = element("div", {className: "phase"});
      const list = element("ul", {className: "phases-list"});
      for (const phase of data.phases) {
        const [name, color] = phaseNames[phase.kind];
        const length = phase.end - phase.start;
        const part = element("div", {textContent: length / total > 0.08 ? name : "", title: name});
        part.style.cssText = `width:${100 * length / total}%;background:var(${color})`;
        bar.append(part);
        const mark = element("i");
        mark.style.background = `var(${color})`;
        list.append(element("li", {}, mark, `${name} ${seconds(length)}, ${Math.round(100 * length / total)} %`));
      }
      list.append(element("li", {}, `no process seen in ${seconds(data.unattributedSeconds)} of it`));
      byId("phases").append(bar, list);
      const cpu = build.cpuShares, parts = [["modules", cpu.modulesSeconds], ["manifests", cpu.manifestsSeconds],
        ["compilers and linkers for no module", cpu.otherJobsSeconds], ["swift build itself", cpu.builderSeconds],
        [cpu.builderSeconds === undefined ? "swift build itself, and what was not recorded" : "not recorded",
          cpu.unrecordedSeconds]].filter(part => part[1] !== undefined);
      byId("cpu").textContent = "CPU time: " + parts.map(([name, value]) => `${name} ${seconds(value)}`).join(", ") + ".";
    }
    for (const [name, color] of [["emit module", "--emit"], ["compile", "--compile"], ["link", "--link"],
      ["waiting for a core", "--wait"], ["critical path", "--critical"]]) {
      const mark = element("i");
      mark.style.background = `var(${color})`;
      byId("legend").append(element("span", {}, mark, name));
    }

    // Modules over time.
    const dependents = new Map();
    for (const module of data.modules)
      for (const name of module.dependencies) {
        if (!dependents.has(name)) dependents.set(name, []);
        dependents.get(name).push(module.name);
      }
    const orders = {
      start: (a, b) => a.start - b.start || a.end - b.end, cpu: (a, b) => b.cpuSeconds - a.cpuSeconds,
      name: (a, b) => a.name < b.name ? -1 : 1, slack: (a, b) => a.slackSeconds - b.slackSeconds || a.start - b.start };
    const label = Math.min(260, 40 + 7 * Math.max(6, ...data.modules.map(m => m.name.length)));
    const rowHeight = data.modules.length > 120 ? 15 : 20;
    const rows = new Map();
    let width = 0;
    const x = t => label + t / total * (width - label - 16);
    const choices = {all: () => true, critical: m => m.isCritical,
      near: m => m === near || near.dependencies.includes(m.name) || m.dependencies.includes(near.name)};
    let near;
    function shown() {
      const words = byId("filter").value.toLowerCase(), isChosen = choices[byId("show").value];
      return data.modules.filter(m => m.name.toLowerCase().includes(words) && isChosen(m))
        .sort(orders[byId("order").value]);
    }
    function showNeighbours(module) {
      const show = byId("show"), isBack = show.value === "near" && near === module;
      near = module;
      show.querySelector("[value=near]")?.remove();
      if (!isBack) show.append(element("option", {value: "near", textContent: `${module.name} and its neighbours`}));
      show.value = isBack ? "all" : "near";
      leave();
      draw();
    }
    function ticks() {
      const raw = total / Math.max(2, (width - label) / 90);
      const power = 10 ** Math.floor(Math.log10(raw));
      const step = power * [1, 2, 5, 10].find(n => n * power >= raw);
      return Array.from({length: Math.floor(total / step) + 1}, (_, i) => i * step);
    }
    function makeRow(module) {
      const inner = rowHeight - 5;
      const row = shape("g", {class: "row" + (module.isCritical ? " critical" : ""), tabindex: 0, role: "listitem",
        "data-name": module.name, "aria-label": `${module.name}: ${seconds(module.wallSeconds)}`});
      row.append(shape("rect", {x: 0, y: 0, width, height: rowHeight, class: "back"}));
      const limit = Math.floor((label - 14) / 6.6);
      const text = module.name.length > limit ? module.name.slice(0, limit - 1) + "…" : module.name;
      row.append(shape("text", {x: label - 8, y: rowHeight * 0.7, "text-anchor": "end"}, text));
      const bar = (from, to, name, y, height) => row.append(shape("rect",
        {x: x(from), y, width: Math.max(1, x(to) - x(from)), height, rx: 1.5, class: name}));
      if (module.waitingForCoreSeconds > 0)
        bar(module.start - module.waitingForCoreSeconds, module.start, "wait", rowHeight / 2 - 1, 2);
      for (const [from, to] of module.compile) bar(from, to, "compile", 2, inner);
      for (const [from, to] of module.emitModule) bar(from, to, "emit", 2, inner / 2);
      for (const [from, to] of module.link) bar(from, to, "link", 2, inner);
      row.addEventListener("pointerenter", event => point(module, event));
      row.addEventListener("pointermove", event => follow(event));
      row.addEventListener("pointerleave", leave);
      row.addEventListener("focus", () => point(module, row.getBoundingClientRect()));
      row.addEventListener("blur", leave);
      row.addEventListener("click", () => showNeighbours(module));
      row.addEventListener("keydown", event => { if (event.key === "Enter") showNeighbours(module); });
      return row;
    }
    // Rows are made once for a width, and only moved when others are chosen.
    function fit() {
      const available = Math.max(500, byId("timeline").clientWidth);
      if (available === width) return;
      width = available;
      for (const module of data.modules) rows.set(module.name, makeRow(module));
      const axis = shape("svg", {viewBox: `0 0 ${width} 22`, height: 22, "aria-hidden": true});
      for (const t of ticks())
        axis.append(shape("text", {x: x(t), y: 15, "text-anchor": "middle", class: "axis"}, +t.toFixed(3) + " s"));
      byId("axis").replaceChildren(axis);
      drawLoad();
    }
    function drawTimeline() {
      fit();
      const modules = shown(), height = modules.length * rowHeight + 6;
      const svg = shape("svg", {viewBox: `0 0 ${width} ${height}`, height, role: "list",
        "aria-label": "When each module was built"});
      for (const t of ticks()) svg.append(shape("line", {x1: x(t), x2: x(t), y1: 0, y2: height, class: "grid"}));
      const place = new Map();
      modules.forEach((module, index) => {
        const row = rows.get(module.name);
        row.setAttribute("transform", `translate(0 ${index * rowHeight})`);
        place.set(module.name, index * rowHeight);
        svg.append(row);
      });
      let previous;
      for (const piece of data.criticalPath) {
        const y = place.get(piece.module);
        if (y === undefined) continue;
        const line = y + rowHeight - 3;
        svg.append(shape("rect", {x: x(piece.start), y: line, width: Math.max(1, x(piece.end) - x(piece.start)),
          height: 2.5, class: "piece"}));
        if (previous) svg.append(shape("path", {class: "hop",
          d: `M${previous[0]} ${previous[1]} V${line + 1} H${x(piece.start)}`}));
        previous = [x(piece.end), line + 1];
      }
      byId("rows").replaceChildren(svg);
      byId("none").hidden = modules.length > 0;
    }
    function drawLoad() {
      const height = 96, top = 14, bottom = height - 18;
      // Manifests are evaluated many at once, which would leave no height for the rest.
      const seen = Math.max(build.cores, ...data.busyJobs.map(s => s[1]), 1), most = Math.min(seen, 2 * build.cores);
      // A process shorter than its clock's steps can seem to have used more cores than there are.
      const y = n => bottom - Math.min(n, most) / most * (bottom - top);
      const svg = shape("svg", {viewBox: `0 0 ${width} ${height}`, height, role: "img",
        "aria-label": "Busy jobs and cores in use over time"});
      const path = steps => steps.reduce((d, s, i) => d + (i ? `H${x(s[0])}` : `M${x(s[0])} ${y(0)}`) + `V${y(s[1])}`, "");
      if (data.busyJobs.length) svg.append(shape("path", {d: path(data.busyJobs) + `V${y(0)}Z`, fill: "var(--busy)",
        "fill-opacity": 0.35}));
      if (data.coresInUse.length) svg.append(shape("path", {d: path(data.coresInUse), fill: "none",
        stroke: "var(--cpu)", "stroke-width": 1.2}));
      svg.append(shape("line", {x1: x(0), x2: x(total), y1: y(build.cores), y2: y(build.cores),
        stroke: "var(--critical)", "stroke-dasharray": "4 3"}));
      svg.append(shape("text", {x: label - 8, y: y(build.cores) + 4, "text-anchor": "end", class: "axis"},
        build.cores + " cores"));
      const busy = seen > most ? `busy jobs, cut above ${most}` : "busy jobs";
      for (const [at, words, color] of [[0, busy, "--busy"], [seen > most ? 165 : 90, "cores in use", "--cpu"]]) svg.append(
        shape("rect", {x: label + at, y: height - 13, width: 10, height: 8, fill: `var(${color})`}),
        shape("text", {x: label + at + 15, y: height - 5, class: "axis"}, words));
      byId("load").replaceChildren(svg);
    }
    function point(module, where) {
      for (const name of module.dependencies) rows.get(name)?.classList.add("dependency");
      for (const name of dependents.get(module.name) ?? []) rows.get(name)?.classList.add("dependent");
      const fact = (name, value) => element("div", {}, element("span", {textContent: name}),
        element("span", {textContent: value}));
      byId("tip").replaceChildren(element("b", {textContent: module.name}),
        fact("wall", `${seconds(module.wallSeconds)}, from ${seconds(module.start)}`),
        fact("CPU", seconds(module.cpuSeconds)),
        fact("emit module · compile · link",
          [module.emitModule, module.compile, module.link].map(s => seconds(sum(s))).join(" · ")),
        fact("waited for dependencies", seconds(module.waitingForDependenciesSeconds)),
        fact("waited for a core", seconds(module.waitingForCoreSeconds)),
        fact("unblocked others at", seconds(module.unblocked)), fact("could have at", seconds(module.emitted)),
        fact("slack", module.isCritical ? "none: critical" : seconds(module.slackSeconds)),
        fact("predicted gain if it were free", seconds(module.predictedGainSeconds)),
        fact("files · lines", `${count(module.compiledFiles)} · ${count(module.lines)}`),
        fact("peak memory", megabytes(module.peakBytes)),
        fact("dependencies · dependents", `${module.dependencies.length} · ${(dependents.get(module.name) ?? []).length}`));
      byId("tip").hidden = false;
      follow({clientX: where.clientX ?? where.left + 40, clientY: where.clientY ?? where.bottom});
    }
    function follow(event) {
      const tip = byId("tip"), box = tip.getBoundingClientRect();
      tip.style.left = Math.max(4, Math.min(event.clientX + 16, innerWidth - box.width - 8)) + "px";
      tip.style.top = Math.max(4, Math.min(event.clientY + 16, innerHeight - box.height - 8)) + "px";
    }
    function leave() {
      byId("tip").hidden = true;
      for (const row of document.querySelectorAll(".dependency, .dependent"))
        row.classList.remove("dependency", "dependent");
    }

    // The path and the windows.
    for (const piece of data.criticalPath) byId("path").append(element("li", {}, piece.module ?? "linking",
      element("span", {textContent: `  ${seconds(piece.workSeconds)} of work, ${seconds(piece.start)} to ${seconds(piece.end)}`})));
    if (!data.criticalPath.length) byId("path").append(element("li", {textContent: "nothing was compiled"}));
    const windows = data.starvedWindows.slice().sort((a, b) => (b.end - b.start) * (build.cores - b.busyJobs)
      - (a.end - a.start) * (build.cores - a.busyJobs)).slice(0, 12);
    for (const window of windows) byId("windows").append(element("li", {},
      `${seconds(window.end - window.start)}`, element("span", {textContent: ` from ${seconds(window.start)}, `
        + `${window.busyJobs.toFixed(1)} of ${build.cores} busy`}),
      window.waitedFor ? `: everything waited for ${window.waitedFor}` : ""));
    if (!windows.length) byId("windows").append(element("li", {textContent: "none: the cores were busy throughout"}));

    // The table.
    const columns = [["module", m => m.name, m => m.name], ["wall", m => m.wallSeconds, m => seconds(m.wallSeconds)],
      ["CPU", m => m.cpuSeconds, m => seconds(m.cpuSeconds)],
      ["emit", m => sum(m.emitModule), m => seconds(sum(m.emitModule))],
      ["compile", m => sum(m.compile), m => seconds(sum(m.compile))], ["link", m => sum(m.link), m => seconds(sum(m.link))],
      ["waited for deps", m => m.waitingForDependenciesSeconds, m => seconds(m.waitingForDependenciesSeconds)],
      ["for a core", m => m.waitingForCoreSeconds, m => seconds(m.waitingForCoreSeconds)],
      ["slack", m => m.slackSeconds, m => m.isCritical ? "critical" : seconds(m.slackSeconds)],
      ["predicted gain", m => m.predictedGainSeconds, m => seconds(m.predictedGainSeconds)],
      ["files", m => m.compiledFiles, m => count(m.compiledFiles)], ["lines", m => m.lines, m => count(m.lines)],
      ["CPU s / 1,000 lines", m => m.cpuSecondsPerThousandLines, m => m.cpuSecondsPerThousandLines?.toFixed(2) ?? "–"],
      ["peak", m => m.peakBytes, m => megabytes(m.peakBytes)]];
    let sorted = {column: 2, descending: true};
    const heads = columns.map(([name], index) => {
      const button = element("button", {textContent: name, type: "button"});
      button.addEventListener("click", () => {
        sorted = {column: index, descending: sorted.column === index ? !sorted.descending : index > 0};
        drawTable();
      });
      return element("th", {scope: "col"}, button);
    });
    byId("modules").tHead.append(element("tr", {}, ...heads));
    const lines = new Map(data.modules.map(module => [module, element("tr", {}, ...columns.map(([, , text], index) =>
      element("td", {textContent: text(module), title: index ? "" : module.name,
        className: module.isCritical && (index === 0 || index === 8) ? "critical" : ""})))]));
    function drawTable() {
      heads.forEach((head, index) => {
        if (sorted.column === index) head.setAttribute("aria-sort", sorted.descending ? "descending" : "ascending");
        else head.removeAttribute("aria-sort");
      });
      const value = columns[sorted.column][1], sign = sorted.descending ? -1 : 1;
      const compare = (a, b) => {
        const [left, right] = [value(a), value(b)];
        if (left === undefined || right === undefined) return (left === undefined) - (right === undefined);
        return sign * (left < right ? -1 : left > right ? 1 : 0) || (a.name < b.name ? -1 : 1);
      };
      byId("modules").tBodies[0].replaceChildren(...shown().sort(compare).map(module => lines.get(module)));
    }
    {
      const model = data.unblocking.model === "atEmitModule"
        ? "In this build dependents could start when a module's interface was emitted."
        : "In this build dependents could start only when all of a module was compiled; they waited "
          + `${seconds(data.unblocking.waitedSeconds)} in sum for more than its interface.`;
      const replay = data.replay, early = data.unblocking.predictedGainSeconds;
      byId("replay").textContent = model + (early > 0 ? ` Starting at the interface is predicted to gain ${seconds(early)}.` : "")
        + (replay.refusal ? ` No gain is predicted: ${replay.refusal}.`
          : ` Gains are predicted, not measured: they come from a replay that took ${seconds(replay.predictedSeconds)}, `
            + `${(100 * replay.relativeError).toFixed(1)} % off the measured time.`);
    }
    function draw() { drawTimeline(); drawTable(); }
    byId("filter").addEventListener("input", draw);
    byId("show").addEventListener("change", draw);
    byId("order").addEventListener("change", drawTimeline);
    addEventListener("resize", drawTimeline);
    draw();
    """#
}
