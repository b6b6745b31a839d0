// Modules over time: a row for each module, the critical path, and the load below.

const longestName = Math.max(6, ...data.modules.map((module) => module.name.length));
const rowHeight = data.modules.length > 120 ? 15 : 20;
const rows = new Map();
const dependents = new Map();
/** About that of A4 paper. */
const paperWidth = 740;
/** Rows that are drawn together on paper; pages are divided between them. */
const rowsOnPaper = 10;
/** The height of rows that fit a page with the axis and the load. */
const pageHeight = 700;
let width = 0;
let labelWidth = 0;
let isPrinting = false;
/** The module whose row is the tab stop of all rows. */
let current;

for (const module of data.modules) {
  for (const name of module.dependencies) {
    if (!dependents.has(name)) dependents.set(name, []);
    dependents.get(name).push(module.name);
  }
}

function x(time) {
  return labelWidth + (time / total) * (width - labelWidth - 16);
}

function ticks() {
  const raw = total / Math.max(2, (width - labelWidth) / 90);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= raw);
  return Array.from({ length: Math.floor(total / step) + 1 }, (_, index) => index * step);
}

function showLegend() {
  const entries = [
    ["emit module", "--emit"],
    ["compile", "--compile"],
    ["link", "--link"],
    ["waiting for a core", "--wait"],
    ["critical path", "--critical"],
  ];
  for (const [name, color] of entries) byId("legend").append(element("span", {}, mark(color), name));
}

function makeRow(module) {
  const row = shape("g", {
    class: "row" + (module.isCritical ? " critical" : ""),
    tabindex: -1,
    role: "option",
    "data-name": module.name,
    "aria-label": `${module.name}: ${seconds(module.wallSeconds)}`,
  });
  row.append(shape("rect", { x: 0, y: 0, width, height: rowHeight, class: "back" }));
  const limit = Math.floor((labelWidth - 14) / 7.2);
  const isCut = module.name.length > limit;
  const text = isCut ? module.name.slice(0, limit - 1) + "…" : module.name;
  const label = shape("text", { x: labelWidth - 8, y: rowHeight * 0.7, "text-anchor": "end" }, text);
  if (isCut) label.append(shape("title", {}, module.name));
  row.append(label);
  row.append(...bars(module));
  listen(row, module);
  return row;
}

function bars(module) {
  const inner = rowHeight - 5;
  const bar = (from, to, name, y, height) =>
    shape("rect", { x: x(from), y, width: Math.max(1, x(to) - x(from)), height, rx: 1.5, class: name });
  const made = [];
  if (module.waitingForCoreSeconds > 0) {
    made.push(bar(module.start - module.waitingForCoreSeconds, module.start, "wait", rowHeight / 2 - 1, 2));
  }
  for (const [from, to] of module.compile) made.push(bar(from, to, "compile", 2, inner));
  for (const [from, to] of module.emitModule) made.push(bar(from, to, "emit", 2, inner / 2));
  for (const [from, to] of module.link) made.push(bar(from, to, "link", 2, inner));
  return made;
}

function listen(row, module) {
  row.addEventListener("pointerenter", (event) => point(module, event));
  row.addEventListener("pointermove", (event) => follow(event));
  row.addEventListener("pointerleave", leave);
  row.addEventListener("focus", () => focused(row, module));
  row.addEventListener("blur", leave);
  row.addEventListener("click", () => toggle(module));
}

function setCurrent(module) {
  rows.get(current?.name)?.setAttribute("tabindex", -1);
  current = module;
  rows.get(current?.name)?.setAttribute("tabindex", 0);
}

function focused(row, module) {
  setCurrent(module);
  // Whoever has a pointer points at the row already.
  if (!row.matches(":focus-visible")) return;
  reveal(row);
  point(module, row.getBoundingClientRect());
}

/** Scrolls to a row, so that neither the axis nor the load covers it. */
function reveal(row) {
  row.scrollIntoView({ block: "nearest" });
  const { top, bottom } = row.getBoundingClientRect();
  const above = Math.min(0, top - byId("axis").getBoundingClientRect().bottom);
  const below = Math.max(0, bottom - byId("load").getBoundingClientRect().top);
  byId("timeline").scrollTop += above + below;
}

/** Creates the rows once for each width. If other modules are chosen, existing rows are only moved. */
function fit() {
  const available = isPrinting ? paperWidth : Math.max(500, byId("timeline").clientWidth);
  if (available === width) return;
  width = available;
  // On paper, nothing can be pointed at to see a whole name.
  const share = isPrinting ? 0.6 : 0.3;
  labelWidth = Math.min(Math.max(260, share * width), 40 + 7 * longestName);
  for (const module of data.modules) rows.set(module.name, makeRow(module));
  const axis = shape("svg", { viewBox: `0 0 ${width} 22`, height: 22, "aria-hidden": true });
  for (const time of ticks()) {
    const place = { x: x(time), y: 15, "text-anchor": "middle", class: "axis" };
    axis.append(shape("text", place, plain(time) + " s"));
  }
  byId("axis").replaceChildren(axis);
  drawLoad();
}

function drawTimeline() {
  const hasFocus = byId("rows").contains(document.activeElement);
  fit();
  const modules = shown();
  const places = new Map(modules.map((module, index) => [module.name, index * rowHeight]));
  const most = isPrinting ? rowsOnPaper : modules.length;
  const parts = [];
  for (let first = 0; first < modules.length; first += most) {
    parts.push(drawRows(modules.slice(first, first + most), places));
  }
  byId("rows").replaceChildren(...parts);
  byId("none").hidden = modules.length > 0;
  setCurrent(modules.includes(current) ? current : modules[0]);
  if (hasFocus) rows.get(current?.name)?.focus();
}

/** Some of the rows, with what of the critical path is among them. */
function drawRows(modules, places) {
  const top = places.get(modules[0].name);
  const height = modules.length * rowHeight;
  const viewBox = `0 ${top} ${width} ${height}`;
  const svg = shape("svg", { viewBox, height, role: "listbox", "aria-label": "When each module was built" });
  for (const time of ticks()) {
    svg.append(shape("line", { x1: x(time), x2: x(time), y1: top, y2: top + height, class: "grid" }));
  }
  for (const module of modules) {
    const row = rows.get(module.name);
    row.setAttribute("transform", `translate(0 ${places.get(module.name)})`);
    row.setAttribute("aria-selected", module === chosen());
    svg.append(row);
  }
  svg.append(...criticalPath(places));
  return svg;
}

/** The pieces of the critical path whose modules are shown, and the lines that connect them. */
function criticalPath(places) {
  const made = [];
  let previous;
  for (const piece of data.criticalPath) {
    const top = places.get(piece.module);
    if (top === undefined) continue;
    const y = top + rowHeight - 3;
    const length = Math.max(1, x(piece.end) - x(piece.start));
    made.push(shape("rect", { x: x(piece.start), y, width: length, height: 2.5, class: "piece" }));
    if (previous) {
      made.push(shape("path", { class: "hop", d: `M${previous[0]} ${previous[1]} V${y + 1} H${x(piece.start)}` }));
    }
    previous = [x(piece.end), y + 1];
  }
  return made;
}

function drawLoad() {
  const height = 96;
  const bottom = height - 18;
  // Limited, since many manifests are evaluated at once, which would make the rest of the chart flat.
  const seen = Math.max(build.cores, ...data.busyJobs.map((step) => step[1]), 1);
  const most = Math.min(seen, 2 * build.cores);
  // Limited, since a process shorter than a clock tick can appear to have used more cores than there are.
  const y = (value) => bottom - (Math.min(value, most) / most) * (bottom - 14);
  const label = "Busy jobs and cores in use over time";
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": label });
  svg.append(...loadCurves(y));
  const limit = { x1: x(0), x2: x(total), y1: y(build.cores), y2: y(build.cores) };
  svg.append(shape("line", { ...limit, stroke: "var(--critical)", "stroke-dasharray": "4 3" }));
  const place = { x: labelWidth - 8, y: y(build.cores) + 4, "text-anchor": "end", class: "axis" };
  svg.append(shape("text", place, `${build.cores} cores`));
  const isCut = seen > most;
  svg.append(...loadKey(labelWidth, height, isCut ? `busy jobs, cut above ${most}` : "busy jobs", "--busy"));
  svg.append(...loadKey(labelWidth + (isCut ? 165 : 90), height, "cores in use", "--cpu"));
  byId("load").replaceChildren(svg);
}

function loadCurves(y) {
  const made = [];
  if (data.busyJobs.length) {
    made.push(shape("path", { d: `${stairs(data.busyJobs, y)}V${y(0)}Z`, fill: "var(--busy)", "fill-opacity": 0.35 }));
  }
  if (data.coresInUse.length) {
    const line = { fill: "none", stroke: "var(--cpu)", "stroke-width": 1.2 };
    made.push(shape("path", { d: stairs(data.coresInUse, y), ...line }));
  }
  return made;
}

function stairs(steps, y) {
  return steps.reduce((path, [time, value], index) => {
    const move = index ? `H${x(time)}` : `M${x(time)} ${y(0)}`;
    return `${path}${move}V${y(value)}`;
  }, "");
}

function loadKey(left, height, words, color) {
  return [
    shape("rect", { x: left, y: height - 13, width: 10, height: 8, fill: `var(${color})` }),
    shape("text", { x: left + 15, y: height - 5, class: "axis" }, words),
  ];
}
