// Handles the reader's input: choosing, pointing at and clicking modules.

const orders = {
  start: (a, b) => a.start - b.start || a.end - b.end,
  cpu: (a, b) => b.cpuSeconds - a.cpuSeconds,
  name: (a, b) => (a.name < b.name ? -1 : 1),
  slack: (a, b) => a.slackSeconds - b.slackSeconds || a.start - b.start,
};
const choices = {
  all: () => true,
  critical: (module) => module.isCritical,
  near: (module) =>
    module === near || near.dependencies.includes(module.name) || module.dependencies.includes(near.name),
};
let near;

function shown() {
  const words = byId("filter").value.toLowerCase();
  const isChosen = choices[byId("show").value];
  return data.modules
    .filter((module) => module.name.toLowerCase().includes(words) && isChosen(module))
    .sort(orders[byId("order").value]);
}

function showNeighbours(module) {
  const show = byId("show");
  const isBack = show.value === "near" && near === module;
  near = module;
  show.querySelector("[value=near]")?.remove();
  if (!isBack) {
    show.append(element("option", { value: "near", textContent: `${module.name} and its neighbors` }));
  }
  show.value = isBack ? "all" : "near";
  leave();
  draw();
}

function point(module, where) {
  const above = dependents.get(module.name) ?? [];
  for (const name of module.dependencies) rows.get(name)?.classList.add("dependency");
  for (const name of above) rows.get(name)?.classList.add("dependent");
  const facts = factsOf(module).map(([name, value]) =>
    element("div", {}, element("span", { textContent: name }), element("span", { textContent: value })),
  );
  byId("tip").replaceChildren(element("b", { textContent: module.name }), ...facts);
  byId("tip").hidden = false;
  follow({ clientX: where.clientX ?? where.left + 40, clientY: where.clientY ?? where.bottom });
}

function factsOf(module) {
  const jobs = [module.emitModule, module.compile, module.link];
  const above = dependents.get(module.name) ?? [];
  return [
    ["wall", `${seconds(module.wallSeconds)}, from ${seconds(module.start)}`],
    ["CPU", seconds(module.cpuSeconds)],
    ["emit module · compile · link", jobs.map((stretches) => seconds(sum(stretches))).join(" · ")],
    ["waited for dependencies", seconds(module.waitingForDependenciesSeconds)],
    ["waited for a core", seconds(module.waitingForCoreSeconds)],
    ["unblocked others at", seconds(module.unblocked)],
    ["could have unblocked them at", seconds(module.emitted)],
    ["slack", module.isCritical ? "none: critical" : seconds(module.slackSeconds)],
    ["predicted gain if it took no time", seconds(module.predictedGainSeconds)],
    ["files · lines", `${count(module.compiledFiles)} · ${count(module.lines)}`],
    ["peak memory", megabytes(module.peakBytes)],
    ["dependencies · dependents", `${module.dependencies.length} · ${above.length}`],
  ];
}

/** Moves the tooltip to the pointer, but not beyond the window. */
function follow(event) {
  const tip = byId("tip");
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(event.clientX + 16, innerWidth - box.width - 8)) + "px";
  tip.style.top = Math.max(4, Math.min(event.clientY + 16, innerHeight - box.height - 8)) + "px";
}

function leave() {
  byId("tip").hidden = true;
  for (const row of document.querySelectorAll(".dependency, .dependent")) {
    row.classList.remove("dependency", "dependent");
  }
}

function draw() {
  drawTimeline();
  drawTable();
}

showWhetherBuilt();
showTitle();
showNotes();
showPhases();
showCPU();
showLegend();
showCriticalPath();
showIdleCores();
showReplay();
offerTools(byId("modules"), "Modules", () => stored("downloads").modules);
byId("filter").addEventListener("input", draw);
byId("show").addEventListener("change", draw);
byId("order").addEventListener("change", drawTimeline);
addEventListener("resize", drawTimeline);
draw();
