// The table of modules. Each column is a name, a function for the sort key, and one for the text of a cell.

function secondsColumn(name, value) {
  return [name, value, (module) => seconds(value(module))];
}

function countColumn(name, value) {
  return [name, value, (module) => count(value(module))];
}

/** The total length of stretches of time; undefined if there are none. */
function sum(stretches) {
  return stretches.length ? stretches.reduce((all, [from, to]) => all + to - from, 0) : undefined;
}

const slackColumn = 8;
const columns = [
  ["module", (module) => module.name, (module) => module.name],
  secondsColumn("wall", (module) => module.wallSeconds),
  secondsColumn("CPU", (module) => module.cpuSeconds),
  secondsColumn("emit", (module) => sum(module.emitModule)),
  secondsColumn("compile", (module) => sum(module.compile)),
  secondsColumn("link", (module) => sum(module.link)),
  secondsColumn("waited for deps", (module) => module.waitingForDependenciesSeconds),
  secondsColumn("waited for a core", (module) => module.waitingForCoreSeconds),
  [
    "slack",
    (module) => module.slackSeconds,
    (module) => (module.isCritical ? "critical" : seconds(module.slackSeconds)),
  ],
  secondsColumn("predicted gain", (module) => module.predictedGainSeconds),
  countColumn("files", (module) => module.compiledFiles),
  countColumn("lines", (module) => module.lines),
  [
    `CPU s / ${count(1000)} lines`,
    (module) => module.cpuSecondsPerThousandLines,
    (module) => fixed(module.cpuSecondsPerThousandLines, 2),
  ],
  ["peak", (module) => module.peakBytes, (module) => megabytes(module.peakBytes)],
];

const firstOrder = "2-down";
let sorted = orderIn(firstOrder);
const heads = columns.map(([name], index) => makeHead(name, index));
const lines = new Map(data.modules.map((module) => [module, makeLine(module)]));
byId("modules").tHead.append(element("tr", {}, ...heads));

/** An order as in the address; the first one if it is invalid. */
function orderIn(text) {
  const [, column, way] = text.match(/^(\d+)-(up|down)$/) ?? [];
  return columns[column] ? { column: Number(column), descending: way === "down" } : orderIn(firstOrder);
}

function makeHead(name, index) {
  const button = element("button", { textContent: name, type: "button" });
  button.addEventListener("click", () => {
    sorted = { column: index, descending: sorted.column === index ? !sorted.descending : index > 0 };
    drawTable();
    remember();
  });
  return element("th", { scope: "col" }, button);
}

function makeLine(module) {
  const cells = columns.map(([, , text], index) => {
    const isMarked = module.isCritical && (index === 0 || index === slackColumn);
    const title = index ? "" : module.name;
    return element("td", { textContent: text(module), title, className: isMarked ? "critical" : "" });
  });
  return element("tr", {}, ...cells);
}

function drawTable() {
  heads.forEach((head, index) => {
    if (sorted.column === index) head.setAttribute("aria-sort", sorted.descending ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  });
  const ordered = shown().sort(compareModules);
  byId("modules").tBodies[0].replaceChildren(...ordered.map((module) => lines.get(module)));
}

/** Modules without a value come last in both directions. */
function compareModules(a, b) {
  const value = columns[sorted.column][1];
  const [left, right] = [value(a), value(b)];
  if (left === undefined || right === undefined) return (left === undefined) - (right === undefined);
  const order = left < right ? -1 : left > right ? 1 : 0;
  return (sorted.descending ? -order : order) || (a.name < b.name ? -1 : 1);
}
