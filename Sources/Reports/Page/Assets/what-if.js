// Handles the slider for cores and the switches for changes. After each change, both builds are replayed here.

const data = stored("what-if-data");
const pieceTable = unpackedPieces(data.pieces);
const variants = new Map(data.variants.map((variant) => [variant.changes.join(), variant]));
const refusals = new Map(data.refused.map(({ changes, reason }) => [changes.join(), reason]));
const unchanged = data.variants[0];
const everyChange = data.variants[1].changes;
/** The network of each variant, unpacked when it is needed. */
const networks = new Map();
const lookSigns = { same: "", changed: "~ ", new: "+ ", gone: "− ", linking: "link ", other: "" };
const lookWords = {
  same: "as before",
  changed: "other files, cost or dependencies",
  new: "new",
  gone: "removed",
  linking: "linking",
  other: "",
};
/** How many modules of a long critical path are named at either end. */
const pathEnds = 15;
const slider = byId("cores");
const switches = [...document.querySelectorAll("[data-change]")];

/** The reader's choice; without a number of cores, each build has its own. */
let chosen = { changes: everyChange, cores: undefined };
let builds = {};

function coresOf({ figures: { cores } }) {
  return `${count(cores)} ${cores === 1 ? "core" : "cores"}`;
}

function nameOf({ module }) {
  return module < 0 ? "other work" : data.names[module];
}

function networkOf(variant) {
  if (!networks.has(variant)) networks.set(variant, unpackedNetwork(variant, pieceTable));
  return networks.get(variant);
}

/** The looks of the modules in a build that differ from those in another one. */
function looksOf(variant, other, name) {
  const others = new Set(other.modules);
  const looks = new Map([...variant.changed, ...other.changed].map((module) => [module, "changed"]));
  for (const module of variant.modules) if (!others.has(module)) looks.set(module, name);
  return looks;
}

/** A build on a number of cores: its replay, its figures, and the predicted wall time with its interval. */
function buildOf(variant, cores, looks) {
  const network = networkOf(variant);
  const machine = machineOf(network, cores);
  const replay = new Replay(network, machine).run();
  const chain = longestChain(network, replay);
  const figures = figuresOf(network, machine, replay, chain);
  const wall = (figures.replayedSeconds + data.secondsAround) / (1 + data.relativeError);
  const [value, low, high] = variant.seconds;
  const interval = [(wall * low) / value, (wall * high) / value];
  const [gain, least, most] = variant.gain;
  const margins = [((gain - least) * wall) / value, ((most - gain) * wall) / value];
  const stretch = wall / figures.replayedSeconds;
  return { variant, network, chain, replay, figures, looks, wall, interval, margins, stretch };
}

function isAsProposed() {
  return chosen.cores === undefined && chosen.changes.length === everyChange.length;
}

function replayBoth() {
  const variant = variants.get(chosen.changes.join());
  builds = {
    before: buildOf(unchanged, chosen.cores, looksOf(unchanged, variant, "gone")),
    after: buildOf(variant, chosen.cores, looksOf(variant, unchanged, "new")),
  };
  builds.before.isRecorded = builds.before.figures.cores === unchanged.cores;
}

// MARK: Words

function predicted(value) {
  return `≈ ${seconds(value)}`;
}

function withInterval({ wall, interval: bounds }) {
  return `${predicted(wall)} (${interval(bounds)})`;
}

function before() {
  return builds.before.isRecorded ? seconds(data.measuredSeconds) : predicted(builds.before.wall);
}

function signed(value, words) {
  return value === 0 ? "" : (value > 0 ? "+" : "−") + words(Math.abs(value));
}

function chosenWords() {
  const { changes } = chosen;
  if (changes.length === 0) return "Without any change";
  if (changes.length === everyChange.length) return everyChange.length === 1 ? "With the change" : "With all changes";
  const numbers = changes.map((change) => change + 1);
  return numbers.length === 1 ? `With change ${numbers[0]} alone` : `With changes ${numbers.join(", ")}`;
}

/** The original sentence of the page, or the prediction for the reader's choice. */
function showVerdict() {
  const place = byId("verdict");
  if (isAsProposed()) return place.replaceChildren(...verdictAsProposed.map((node) => node.cloneNode(true)));
  const { after } = builds;
  const wallBefore = builds.before.isRecorded ? data.measuredSeconds : builds.before.wall;
  const gain = wallBefore - after.wall;
  const [least, most] = [gain - after.margins[0], gain + after.margins[1]];
  const change = after.wall / wallBefore - 1;
  const start = `${chosenWords()}, on ${coresOf(after)}, a clean build is `;
  place.replaceChildren(start, element("b", { textContent: "predicted" }));
  if (!chosen.changes.length) return place.append(" to take ", estimate(withInterval(after), ""), ".");
  place.append(" to ", ...becomes(gain, least, most), `: ${predicted(after.wall)}`);
  const recorded = builds.before.isRecorded ? "the recorded " : "";
  const rest = builds.before.isRecorded ? "" : " predicted for the unchanged build";
  const bounds = interval(after.interval);
  place.append(` instead of ${recorded}${before()}${rest} (${relative(change) || "no change"}). `);
  return place.append(`A single build varies more: ${bounds} s.`);
}

function estimate(textContent, tone) {
  return element("span", { className: `estimate ${tone}`, textContent });
}

function interval(bounds) {
  return bounds.map((bound) => seconds(bound).replace(" s", "")).join(" – ");
}

/** What a gain means, in the words of the report. */
function becomes(gain, least, most) {
  if (least > 0) return ["become ", estimate(`${predicted(gain)} (${interval([least, most])})`, "good"), " shorter"];
  if (most < 0) return ["become ", estimate(`${predicted(-gain)} (${interval([-most, -least])})`, "bad"), " longer"];
  return [`take about as long as before, between ${seconds(-least)} longer and ${seconds(most)} shorter`];
}

/** A relative change; as a factor from ten times on, as in the reports that Swift writes. */
function relative(change) {
  const factor = change + 1;
  if (factor < 9.9995) return signed(change, (share) => fixed(100 * share, 1) + " %");
  return factor < 1e6 ? "× " + fixed(factor, factor < 99.95 ? 1 : 0) : "more than × " + count(1e6);
}

/** The cells of each row of figures: before, after, and the difference. */
function figureRows() {
  const [old, now] = [builds.before.figures, builds.after.figures];
  const wallBefore = builds.before.isRecorded ? data.measuredSeconds : builds.before.wall;
  const cpuBefore = data.measuredCPUSeconds;
  const cpu = builds.after.variant.cpuSeconds;
  const idle = (figures) => `${predicted(figures.idleCoreSeconds)} (${percent(figures.idleShare)})`;
  const both = (a, b, words) => [words(a), words(b), signed(b - a, seconds)];
  const counted = (a, b) => [count(a), count(b), signed(b - a, count)];
  return {
    "wall time": [before(), withInterval(builds.after), signed(builds.after.wall - wallBefore, seconds)],
    "CPU time": [seconds(cpuBefore), predicted(cpu), signed(cpu - cpuBefore, seconds)],
    "critical path": both(old.criticalPathSeconds, now.criticalPathSeconds, predicted),
    "idle cores": [idle(old), idle(now), signed(now.idleCoreSeconds - old.idleCoreSeconds, seconds)],
    modules: counted(unchanged.modules.length, builds.after.variant.modules.length),
    cores: counted(old.cores, now.cores),
    jobs: counted(old.jobs, now.jobs),
  };
}

function showFigureRows() {
  const table = byId("figures").querySelector("table");
  if (isAsProposed()) return table.replaceWith(figuresAsProposed.cloneNode(true));
  const rows = figureRows();
  table.tHead.rows[0].cells[1].textContent = builds.before.isRecorded ? "recorded" : "before, predicted";
  for (const row of table.tBodies[0].rows) {
    const cells = rows[row.cells[0].textContent] ?? [absent, absent, ""];
    cells.forEach((textContent, index) => {
      const className = textContent.startsWith("≈") ? "estimate" : "";
      Object.assign(row.cells[index + 1], { textContent, className });
    });
  }
  return undefined;
}

function showPath(place, { chain, network }) {
  const names = chain.pieces.map((piece) => data.names[network.module[piece]] ?? "linking");
  const path = names.filter((name, index) => name !== names[index - 1]);
  const middle = path.length - 2 * pathEnds;
  if (middle > 1) path.splice(pathEnds, middle, `${count(middle)} more`);
  byId(place).textContent = path.join(" → ");
}

function showTitles() {
  const beforeWords = `${builds.before.isRecorded ? "recorded " : "predicted "}${before()}`;
  byId("before-title").textContent = `Before: ${beforeWords} on ${coresOf(builds.before)}`;
  byId("after-title").textContent = `After: predicted ${withInterval(builds.after)} on ${coresOf(builds.after)}`;
}

// MARK: Charts

function draw() {
  const span = Math.max(builds.before.wall, builds.after.wall, 1e-6) * 1.005;
  charts.before.show(builds.before, span);
  charts.after.show(builds.after, span);
  for (const place of document.querySelectorAll(".time-axis")) drawAxis(place, span);
}

/** Shows the bar that is pointed at in both charts, with a tooltip. */
function say(chart, bar, place) {
  chart.chosen = bar;
  for (const other of Object.values(charts)) other.mark(bar);
  const tip = byId("tip");
  tip.hidden = !bar;
  if (!bar) return;
  const lines = Object.entries(charts).map(([name, { bars, build }]) => {
    const own = bars.filter((other) => other.module === bar.module && other.isLink === bar.isLink);
    const moment = (time) => seconds((time / 1e9) * build.stretch);
    const words = own.length ? `${moment(own[0].start)} to ${moment(own[own.length - 1].end)}` : "not in this build";
    return element("div", {}, element("span", { textContent: name }), element("span", { textContent: words }));
  });
  const look = lookWords[chart.lookOf(bar)];
  const title = nameOf(bar) + (look ? `, ${look}` : "");
  tip.replaceChildren(element("b", { textContent: title }), ...lines);
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(4, Math.min(place.x + 14, innerWidth - box.width - 8)) + "px";
  tip.style.top = Math.max(4, Math.min(place.y + 14, innerHeight - box.height - 8)) + "px";
}

// MARK: Choosing

function toggled(change) {
  const { changes } = chosen;
  const other = changes.includes(change) ? changes.filter((one) => one !== change) : [...changes, change];
  return other.sort((a, b) => a - b);
}

/** A change can be switched if the page contains the resulting variant; otherwise, the reason is shown. */
function showSwitches() {
  for (const box of switches) {
    const change = Number(box.dataset.change);
    const key = toggled(change).join();
    box.checked = chosen.changes.includes(change);
    box.disabled = !variants.has(key);
    const way = box.checked ? "off" : "on";
    const reason = refusals.get(key) ?? "this combination is not in the page.";
    byId(`why-${change}`).textContent = box.disabled ? `Cannot be switched ${way}: ${reason}` : "";
  }
  slider.value = chosen.cores ?? builds.after.figures.cores;
  const { cores } = builds.after.figures;
  const own = builds.before.figures.cores;
  byId("cores-value").textContent = own === cores ? count(cores) : `${count(own)} → ${count(cores)}`;
  slider.setAttribute("aria-valuetext", `${coresOf(builds.after)}: predicted ${predicted(builds.after.wall)}`);
  byId("reset").disabled = isAsProposed();
}

function show() {
  replayBoth();
  draw();
  showVerdict();
  showFigureRows();
  showTitles();
  showPath("before-path", builds.before);
  showPath("after-path", builds.after);
  showSwitches();
  for (const sorting of sortings) sorting.show();
}

let isWaiting = false;

/** Changes the choice. Draws at most once per frame, even if the reader drags fast. */
function choose(change) {
  chosen = { ...chosen, ...change };
  address.set("cores", chosen.cores === undefined ? "" : String(chosen.cores));
  const off = everyChange.filter((one) => !chosen.changes.includes(one));
  address.set("off", off.map((one) => one + 1).join("."));
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => {
    isWaiting = false;
    show();
  });
}

/** Reads the choice from the address, as far as the page contains it. */
function readAddress() {
  const cores = Number(address.get("cores"));
  const off = address.get("off").split(".").map(Number);
  const changes = everyChange.filter((change) => !off.includes(change + 1));
  const isCount = Number.isInteger(cores) && cores >= 1 && cores <= Number(slider.max);
  chosen = {
    changes: variants.has(changes.join()) ? changes : everyChange,
    cores: isCount ? cores : undefined,
  };
}

const verdictAsProposed = [...byId("verdict").childNodes].map((node) => node.cloneNode(true));
const figuresAsProposed = byId("figures").querySelector("table").cloneNode(true);
const charts = { before: new BuildChart(byId("before"), say), after: new BuildChart(byId("after"), say) };
slider.max = Math.max(32, ...data.variants.map((variant) => variant.cores));
slider.disabled = false;
byId("charts").hidden = false;
readAddress();
show();
slider.addEventListener("input", () => choose({ cores: Number(slider.value) }));
for (const box of switches) {
  box.addEventListener("change", () => choose({ changes: toggled(Number(box.dataset.change)) }));
}
byId("reset").addEventListener("click", () => choose({ changes: everyChange, cores: undefined }));
addEventListener("resize", draw);
address.onChange(() => {
  readAddress();
  show();
});
