"use strict";

// Functions for all pages: stored data, elements, the address, and the format of figures. Names come from manifests, so
// they are always set as text, never as markup.

const absent = "–";
/** Number formats by their number of decimals. */
const formats = [];

// The page is hidden until the scripts have filled it, so that nothing moves while it is loaded.
addEventListener("DOMContentLoaded", () => document.documentElement.classList.add("ready"));

function byId(id) {
  return document.getElementById(id);
}

/** The JSON in an element of the page. */
function stored(id) {
  return JSON.parse(byId(id).textContent);
}

function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  Object.assign(made, properties);
  made.append(...children);
  return made;
}

/** An element of an SVG. */
function shape(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A text that breaks after slashes and colons rather than within words. */
function breakable(text) {
  return text.split(/(?<=[/:])/).flatMap((part) => [part, element("wbr")]).slice(0, -1);
}

/** A mark in a color of the style sheet, for a legend. */
function mark(color) {
  const made = element("i");
  made.style.background = `var(${color})`;
  return made;
}

/** The reader's choices, stored in the address of the page, so that a link shows what its sender saw. */
const address = {
  values: new URLSearchParams(location.hash.slice(1)),
  timer: 0,

  get(key) {
    return this.values.get(key) ?? "";
  },

  /** Without a value, removes the key. Browsers limit changes of the address, so several are written together. */
  set(key, value) {
    if (value) this.values.set(key, value);
    else this.values.delete(key);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(), 150);
  },

  write() {
    const text = this.values.toString();
    if (text !== location.hash.slice(1)) history.replaceState(null, "", "#" + text);
  },

  /** Calls a function when the reader follows a link within the page or edits the address. */
  onChange(call) {
    addEventListener("hashchange", () => {
      clearTimeout(this.timer);
      this.values = new URLSearchParams(location.hash.slice(1));
      call();
    });
  },
};

function isAbsent(value) {
  return value === undefined || value === null;
}

/** A number in the reader's locale. */
function fixed(value, decimals) {
  if (isAbsent(value)) return absent;
  formats[decimals] ??= new Intl.NumberFormat(undefined, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    // Values that are rounded to zero have no sign.
    signDisplay: "negative",
  });
  return formats[decimals].format(value).replace("-", "−");
}

/** Two decimals below ten seconds, since a tenth of a second would be more than 1 % of the value. */
function seconds(value) {
  return isAbsent(value) ? absent : fixed(value, Math.abs(value) < 9.995 ? 2 : 1) + " s";
}

function count(value) {
  return fixed(value, 0);
}

function plural(value, one, many = one + "s") {
  return `${count(value)} ${value === 1 ? one : many}`;
}

function percent(share) {
  return isAbsent(share) ? absent : fixed(100 * share, share > 0 && share < 0.0995 ? 1 : 0) + " %";
}

function megabytes(bytes) {
  return isAbsent(bytes) ? absent : count(bytes / 1048576) + " MiB";
}

/** With as many decimals as the value has, up to six. */
function plain(value) {
  return fixed(value, [0, 1, 2, 3, 4, 5].find((decimals) => Math.abs(value - value.toFixed(decimals)) < 1e-7) ?? 6);
}

/** How figures that the page contains are written, by their unit. */
const units = {
  seconds,
  count,
  ratio: (value) => fixed(value, 2),
  number: (value) => fixed(value, 2),
  probability: (value) => fixed(value, 4),
  percent: (value) =>
    Math.abs(value) < 9.9995 ? fixed(100 * value, 1) + " %" : (value < 0 ? "< −" : "> ") + count(1000) + " %",
  mib: (value) => count(Math.floor(value / 1048576)) + " MiB",
  kib: (value) => count(Math.floor(value / 1024)) + " KiB",
  "bare-seconds": (value) => fixed(value, Math.abs(value) < 9.995 ? 2 : 1),
  tick: plain,
};

/** Writes the figures of the page, which are in English, in the reader's locale. No figure is computed here. */
function showFigures() {
  for (const figure of document.querySelectorAll("[data-unit]")) {
    figure.textContent = units[figure.dataset.unit](Number(figure.value ?? figure.dataset.value));
  }
}

/** Gives what has moved aside beneath a table's names an edge to vanish under. */
function markMoved({ target }) {
  target.classList?.toggle("moved", target.scrollLeft > 0);
}

/** The displayed text of a table, with tabs between cells, for spreadsheets. */
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

function savingButton(name, file) {
  const saving = element("button", { type: "button", textContent: "CSV", title: `Download as CSV: ${name}` });
  saving.addEventListener("click", () => download(file()));
  return saving;
}

/** Adds buttons above a table: to copy it as displayed, and to download it. */
function offerTools(table, name, file) {
  const copying = element("button", { type: "button", textContent: "Copy", title: `Copy: ${name}` });
  copying.addEventListener("click", () => copy(table, copying));
  table.closest(".scroll").before(element("div", { className: "controls tools" }, copying, savingButton(name, file)));
}

addEventListener("scroll", markMoved, { capture: true, passive: true });
showFigures();
