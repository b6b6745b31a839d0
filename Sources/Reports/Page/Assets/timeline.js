// Handles the reader's input: choosing, pointing at and clicking modules. The choices are stored in the address.

const orders = {
  start: (a, b) => a.start - b.start || a.end - b.end,
  cpu: (a, b) => (b.cpuSeconds ?? 0) - (a.cpuSeconds ?? 0),
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

/** The module that is shown with its neighbors only. */
function chosen() {
  return byId("show").value === "near" ? near : undefined;
}

/** Chooses a module and its neighbors, or, without one, all modules. */
function choose(module) {
  const show = byId("show");
  near = module;
  show.querySelector("[value=near]")?.remove();
  if (near) show.append(element("option", { value: "near", textContent: `${near.name} and its neighbors` }));
  show.value = near ? "near" : "all";
}

function toggle(module) {
  choose(module === chosen() ? undefined : module);
  leave();
  draw();
}

/** Moves among the rows, and chooses one. */
function press(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || !current) return;
  const list = shown();
  const place = list.indexOf(current);
  const next = { ArrowUp: place - 1, ArrowDown: place + 1, Home: 0, End: list.length - 1 }[event.key];
  if (next !== undefined) rows.get(list[next]?.name)?.focus({ preventScroll: true });
  else if (event.key === "Enter" || event.key === " ") toggle(current);
  else if (event.key !== "Escape") return;
  else if (chosen()) toggle(chosen());
  else leave();
  event.preventDefault();
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
  remember();
}

/** Stores the reader's choices in the address. */
function remember() {
  const [show, order] = [byId("show").value, byId("order").value];
  const sorting = `${sorted.column}-${sorted.descending ? "down" : "up"}`;
  address.set("module", chosen()?.name);
  address.set("show", show === "critical" ? show : "");
  address.set("filter", byId("filter").value);
  address.set("order", order === "start" ? "" : order);
  address.set("sort", sorting === firstOrder ? "" : sorting);
}

/** Restores the choices in the address, which can contain anything. */
function restore() {
  const select = (list, value) => {
    list.value = value;
    if (list.selectedIndex < 0) list.selectedIndex = 0;
  };
  byId("filter").value = address.get("filter");
  choose(data.modules.find((module) => module.name === address.get("module")));
  if (!near) select(byId("show"), address.get("show"));
  select(byId("order"), address.get("order"));
  sorted = orderIn(address.get("sort"));
  draw();
}

/** Draws the timeline for paper or for the screen. */
function redraw(isOnPaper) {
  isPrinting = isOnPaper;
  byId("timeline").classList.toggle("short", shown().length * rowHeight <= pageHeight);
  drawTimeline();
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
byId("order").addEventListener("change", draw);
byId("rows").addEventListener("keydown", press);
addEventListener("resize", drawTimeline);
addEventListener("beforeprint", () => redraw(true));
addEventListener("afterprint", () => redraw(false));
address.onChange(restore);
restore();
