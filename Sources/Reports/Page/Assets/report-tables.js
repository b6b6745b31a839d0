// Tables: figures in the reader's language, sorting, and handing out. No figure is computed here.

const downloads = stored("downloads");

const units = {
  seconds,
  count,
  ratio: (value) => fixed(value, 2),
  number: (value) => fixed(value, 2),
  percent: (value) =>
    Math.abs(value) < 9.9995 ? fixed(100 * value, 1) + " %" : (value < 0 ? "< −" : "> ") + count(1000) + " %",
  mib: (value) => count(Math.floor(value / 1048576)) + " MiB",
  kib: (value) => count(Math.floor(value / 1024)) + " KiB",
  "bare-seconds": (value) => fixed(value, Math.abs(value) < 9.995 ? 2 : 1),
};

function showFigures() {
  for (const figure of document.querySelectorAll("data[data-unit]")) {
    figure.textContent = units[figure.dataset.unit](Number(figure.value));
  }
}

/** What a cell is sorted by: its first figure, else its words. */
function sortValue(cell) {
  const figure = cell.querySelector("data");
  if (figure) return Number(figure.value);
  const words = cell.textContent.trim();
  return words === absent || words === "" ? undefined : words;
}

class Sorting {
  constructor(table) {
    this.table = table;
    this.body = table.tBodies[0];
    this.heads = [...table.tHead.rows[0].cells];
    this.rows = [...this.body.rows];
    this.heads.forEach((head, column) => this.offer(head, column));
  }

  offer(head, column) {
    const button = element("button", { type: "button" }, ...head.childNodes);
    button.addEventListener("click", () => this.toggle(column));
    head.replaceChildren(button);
  }

  /** Figures from the greatest, words from A; once more turns it round, a third time shows the order of the page. */
  toggle(column) {
    const [first, second] = this.isWords(column) ? ["up", "down"] : ["down", "up"];
    const chosen = this.chosen;
    const isSame = chosen?.column === column;
    const next = !isSame ? first : chosen.way === first ? second : "";
    address.set(this.table.id, next && `${column}-${next}`);
    this.show();
  }

  isWords(column) {
    return this.heads[column].classList.contains("words");
  }

  get chosen() {
    const [, column, way] = address.get(this.table.id).match(/^(\d+)-(up|down)$/) ?? [];
    return Number(column) < this.heads.length ? { column: Number(column), way } : undefined;
  }

  show() {
    const chosen = this.chosen;
    this.heads.forEach((head, column) => {
      const way = chosen?.column === column ? chosen.way : undefined;
      if (way) head.setAttribute("aria-sort", way === "up" ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    this.body.append(...(chosen ? this.sorted(chosen) : this.rows));
  }

  /** Rows without the figure come last, whichever way; equal ones keep their order. */
  sorted({ column, way }) {
    const sign = way === "up" ? 1 : -1;
    const keyed = this.rows.map((row) => [sortValue(row.cells[column]), row]);
    const order = ([a], [b]) => {
      if (a === undefined || b === undefined) return (a === undefined) - (b === undefined);
      if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
      return sign * (typeof a === "number" ? a - b : a.localeCompare(b));
    };
    return keyed.sort(order).map(([, row]) => row);
  }
}

/** What is seen, with tabs between the cells, as spreadsheets take it. */
function seenText(table) {
  const lines = [...table.rows].map((row) =>
    [...row.cells].map((cell) => cell.textContent.trim().replace(/\s+/g, " ")).join("\t"),
  );
  return lines.join("\n") + "\n";
}

async function copy(table, button) {
  const words = button.textContent;
  try {
    await navigator.clipboard.writeText(seenText(table));
    button.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(table);
    button.textContent = "Selected: copy it with the keyboard";
  }
  setTimeout(() => {
    button.textContent = words;
  }, 2000);
}

function download({ file, text }) {
  const place = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  element("a", { href: place, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(place), 10000);
}

function offerTools(table) {
  const name = table.caption.textContent;
  const copying = element("button", { type: "button", textContent: "Copy", title: `Copy: ${name}` });
  copying.addEventListener("click", () => copy(table, copying));
  const saving = element("button", { type: "button", textContent: "CSV", title: `Download as CSV: ${name}` });
  saving.addEventListener("click", () => download(downloads[table.id]));
  table.closest(".scroll").before(element("div", { className: "controls tools" }, copying, saving));
}

const tables = [...document.querySelectorAll("table[id]")].filter((table) => downloads[table.id]);
const sortings = tables.filter((table) => table.classList.contains("sortable")).map((table) => new Sorting(table));
tables.forEach(offerTools);
