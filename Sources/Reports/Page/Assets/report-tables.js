// Tables: sorts rows, and offers to copy and save them.

const downloads = stored("downloads");

/** The sort key of a cell: its first figure, or its text if there is none. */
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

  /** The first click sorts figures descending and text ascending, the second reverses, the third restores the order. */
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

  /** Rows without a value come last in both directions. Equal rows keep their order. */
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

const tables = [...document.querySelectorAll("table[id]")].filter((table) => downloads[table.id]);
const sortings = tables.filter((table) => table.classList.contains("sortable")).map((table) => new Sorting(table));
tables.forEach((table) => offerTools(table, table.caption.textContent, () => downloads[table.id]));
