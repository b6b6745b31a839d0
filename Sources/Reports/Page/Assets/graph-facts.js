// The texts of the page: the facts about the selected module, the legend, the search results and the table.

/** Names and figures of a module. */
function figuresOf(module, model) {
  const lines = isAbsent(module.lines) ? absent : (module.isLowerBound ? "≥ " : "") + count(module.lines);
  const facts = [
    ["kind", module.kind],
    ["package", module.package],
    ["layer", module.layer],
    ["role", module.role],
    ["folder", module.path],
    ["lines · files", `${lines} · ${count(module.files)}`],
    ["depends on", `${count(module.fanOut)} directly, ${count(module.dependencies)} in total`],
    ["depended on by", `${count(module.fanIn)} directly, ${count(module.dependents)} in total`],
    ["height", count(module.height)],
    ["a change recompiles", `${percent(module.recompiled)} of the lines, ${plural(module.dependents + 1, "module")}`],
  ];
  if (model.data.seconds) {
    facts.push(["CPU seconds", seconds(module.seconds)]);
    facts.push(["a change costs", seconds(module.recompiledSeconds) + " CPU"]);
  }
  return facts.filter(([, value]) => value);
}

/** Links to neighbors, each with the condition of the dependency. */
function neighbourList(title, edges, end, shownCount, choose) {
  const others = new Map();
  for (const edge of edges) others.set(edge[end], edge);
  const sorted = [...others.values()].sort((a, b) => (a[end].label < b[end].label ? -1 : 1));
  const item = (edge) => element("li", {}, choose.link(edge[end]), edge.condition ? ` (${edge.condition})` : "");
  const most = 40;
  const items = sorted.slice(0, most).map(item);
  if (sorted.length > most) items.push(moreButton(sorted.slice(most).map((edge) => () => item(edge))));
  const hidden = (shownCount ?? 0) - sorted.length;
  if (hidden > 0) items.push(element("li", { textContent: `${count(hidden)} more that are not in the graph` }));
  if (!items.length) items.push(element("li", { textContent: "none" }));
  return [element("h3", { textContent: title }), element("ul", {}, ...items)];
}

/** The modules with the highest values of a figure, as links. */
function leaders(title, model, key, text, choose) {
  const known = model.modules.filter((module) => module[key] > 0).sort((a, b) => b[key] - a[key] || a.index - b.index);
  if (!known.length) return [];
  const items = known.slice(0, 7).map((module) => {
    return element("li", {}, choose.link(module), element("span", { textContent: text(module[key]) }));
  });
  return [element("h3", { textContent: title }), element("ul", { className: "leaders" }, ...items)];
}

function showOverview(panel, model, choose) {
  panel.replaceChildren(
    element("h2", { textContent: "Overview", tabIndex: -1 }),
    element("p", { className: "note", textContent: "Select or search for a module to see its figures here." }),
    ...leaders("Changes that recompile most", model, "recompiled", percent, choose),
    ...leaders("Most modules depend on", model, "dependents", count, choose),
    ...leaders("Most lines", model, "lines", count, choose),
    ...leaders("Most CPU seconds", model, "seconds", seconds, choose),
  );
}

/** A button at the end of a list that shows the remaining items. */
function moreButton(makers) {
  const button = element("button", { type: "button", textContent: `${count(makers.length)} more` });
  const made = element("li", {}, button);
  button.addEventListener("click", () => {
    const items = makers.map((make) => make());
    made.replaceWith(...items);
    items[0].querySelector("a").focus();
  });
  return made;
}

function showFacts(panel, module, model, choose) {
  if (!module) {
    showOverview(panel, model, choose);
    return;
  }
  const close = element("button", { type: "button", className: "close", textContent: "×", title: "Close (Escape)" });
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", () => choose.pick(undefined));
  const figures = figuresOf(module, model).flatMap(([name, value]) => [
    element("dt", { textContent: name }),
    element("dd", {}, ...breakable(value)),
  ]);
  const why = element("p", { className: "note", textContent: `${module.role}: ${module.reason}` });
  panel.replaceChildren(
    close,
    element("h2", { textContent: module.name, tabIndex: -1 }),
    element("dl", {}, ...figures),
    ...(module.reason ? [why] : []),
    ...neighbourList("Depends on", module.below, "to", module.fanOut, choose),
    ...neighbourList("Depended on by", module.above, "from", module.fanIn, choose),
  );
  panel.scrollTop = 0;
}

function showGraphLegend(place, view) {
  const { colors, color, model } = view;
  const title = colors.choices.find(([key]) => key === color)[1];
  const name = color === "seconds" ? model.data.seconds : title;
  const swatch = (look) => {
    const made = element("i");
    made.dataset.look = look;
    return made;
  };
  const entries = colors.legend(color).map(([look, words]) => element("span", {}, swatch(look), words));
  if (colors.lacks(color)) entries.push(element("span", {}, swatch("none"), `no ${title} known`));
  if (model.groups.length && model.data.scales[color]) entries.push(element("span", {}, "groups: highest value"));
  else if (model.groups.length) entries.push(element("span", {}, swatch("none"), "several"));
  if (model.modules.some((module) => module.isViolating)) {
    const meaning = model.data.marks?.[1] ?? "module that breaks a rule";
    entries.push(element("span", {}, element("i", { className: "violating" }), meaning));
  }
  place.replaceChildren(element("b", { textContent: name + ":" }), ...entries, ...lineEntries(model));
}

/** The entries of a legend for lines; that for implied dependencies is visible while some are. */
function lineEntries(model) {
  const words = ["in the package", "product of another package", "build plugin", "embedded", "upward", "in a cycle"];
  words[11] = model.data.marks?.[0] ?? "breaks a rule";
  const entry = (name, meaning, className = "") => {
    const path = shape("path", { class: "edge " + name, d: "M1 4H25" });
    const line = shape("svg", { class: "line", viewBox: "0 0 26 8", "aria-hidden": "true" }, path);
    return element("span", { className }, line, meaning);
  };
  const used = new Set(model.edges.map((edge) => edge.style >> 1));
  const roles = [...used].sort((a, b) => a - b).filter((role) => used.size > 1 || role > 1);
  const entries = roles.map((role) => entry(edgeRoles[role], words[role]));
  if (model.edges.some((edge) => edge.style % 2)) entries.push(entry("target conditional", "under a condition"));
  return [...entries, entry("implied", "not drawn, since a longer path implies it", "implied")];
}

/** The search field and the list of its results. */
class GraphSearch {
  constructor(model, field, list, choose) {
    Object.assign(this, { model, field, list, choose, active: -1, found: [] });
    field.addEventListener("input", () => this.show());
    field.addEventListener("focus", () => this.show());
    field.addEventListener("blur", () => this.hide());
    field.addEventListener("keydown", (event) => this.key(event));
    // A click on the list must not move the focus: without it, the list would be hidden before the click is handled.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  show() {
    this.found = this.model.search(this.field.value);
    this.active = -1;
    this.choose.found(new Set(this.found), this.field.value);
    const most = 20;
    const options = this.found.slice(0, most).map((module, index) => this.option(module, index));
    const rest = this.found.length - most;
    if (rest > 0) options.push(this.message(`${count(rest)} more`));
    if (!options.length) options.push(this.message("No module has this name."));
    this.list.replaceChildren(...options);
    this.list.hidden = !this.field.value.trim();
    this.field.setAttribute("aria-expanded", String(!this.list.hidden));
    this.mark();
  }

  message(textContent) {
    return element("li", { textContent, className: "note", role: "option", ariaDisabled: "true" });
  }

  option(module, index) {
    const place = element("span", { textContent: module.package });
    const made = element("li", { id: `graph-result-${index}`, role: "option" }, module.name, place);
    made.addEventListener("click", () => this.take(module));
    return made;
  }

  hide() {
    this.list.hidden = true;
    this.field.setAttribute("aria-expanded", "false");
  }

  mark() {
    const options = [...this.list.children];
    options.forEach((option, index) => option.setAttribute("aria-selected", String(index === this.active)));
    const current = options[this.active];
    if (current) this.field.setAttribute("aria-activedescendant", current.id);
    else this.field.removeAttribute("aria-activedescendant");
    current?.scrollIntoView({ block: "nearest" });
  }

  take(module) {
    this.hide();
    this.choose.pick(module, { isCentered: true });
  }

  key(event) {
    const count = Math.min(20, this.found.length);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && count) {
      this.active = this.active < 0 && step < 0 ? count - 1 : (this.active + step + count) % count;
      this.mark();
      event.preventDefault();
    } else if (event.key === "Enter" && count) {
      this.take(this.found[Math.max(0, this.active)]);
    } else if (event.key === "Escape") {
      if (this.list.hidden || !this.field.value) this.choose.pick(undefined);
      this.field.value = "";
      this.show();
      event.preventDefault();
    }
  }
}

/** All modules as a table that can be sorted by any column. Shows the first rows until the reader requests all. */
class GraphTable {
  constructor(model, table, more, choose) {
    Object.assign(this, { model, table, more, choose, limit: 50, only: undefined });
    table.closest(".table").classList.toggle("long", model.modules.length > this.limit);
    const words = (title, key) => [title, (module) => module[key] ?? "", (module) => module[key] ?? absent];
    const figure = (title, key, text = count) => {
      return [title, (module) => module[key], (module) => text(module[key]), true];
    };
    const has = (key) => model.modules.some((module) => !isAbsent(module[key]));
    this.columns = [
      ["module", (module) => module.label, (module) => choose.link(module)],
      words("package", "package"),
      words("kind", "kind"),
      ...(has("layer") ? [words("layer", "layer")] : []),
      ...(has("role") ? [words("role", "role")] : []),
      figure("lines", "lines"),
      figure("fan-in", "fanIn"),
      figure("fan-out", "fanOut"),
      figure("dependents", "dependents"),
      figure("height", "height"),
      figure("recompiles", "recompiled", percent),
      ...(model.data.seconds ? [figure("CPU", "seconds", seconds)] : []),
    ];
    this.heads = this.columns.map(([title], index) => this.head(title, index));
    table.tHead.append(element("tr", {}, ...this.heads));
    const showAll = () => {
      this.limit = Infinity;
      this.show();
    };
    more.addEventListener("click", showAll);
    addEventListener("beforeprint", showAll);
    offerTools(table, "Modules", () => ({ file: "modules.csv", text: this.csv }));
    this.show();
  }

  /** The column and direction in the address; by default, the name. */
  get sorted() {
    const [, column, way] = address.get("modules-by").match(/^(\d+)-(up|down)$/) ?? [];
    return this.columns[column] ? { column: Number(column), isDescending: way === "down" } : { column: 0 };
  }

  /** The chosen modules in their order, with all figures, independent of the reader's locale. */
  get csv() {
    const lines = [this.columns.map(([title]) => title)];
    for (const module of this.chosen) lines.push(this.columns.map(([, value]) => value(module) ?? ""));
    const quoted = (value) => (/[",\r\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : value);
    return lines.map((line) => line.map(quoted).join(",") + "\r\n").join("");
  }

  head(title, index) {
    const button = element("button", { textContent: title, type: "button" });
    button.addEventListener("click", () => {
      const { column, isDescending } = this.sorted;
      const isFigure = Boolean(this.columns[index][3]);
      const falls = column === index ? !isDescending : isFigure;
      address.set("modules-by", index || falls ? `${index}-${falls ? "down" : "up"}` : "");
      this.show();
    });
    return element("th", { scope: "col", className: this.columns[index][3] ? "" : "words" }, button);
  }

  /** Shows only these modules, or without an argument, all. */
  filter(modules) {
    this.only = modules;
    this.show();
  }

  /** The modules that match the search, in the order that the reader has chosen. */
  get chosen() {
    const { column, isDescending } = this.sorted;
    const value = this.columns[column][1];
    const compare = (a, b) => {
      const [left, right] = [value(a), value(b)];
      if (isAbsent(left) || isAbsent(right)) return isAbsent(left) - isAbsent(right);
      const order = left < right ? -1 : left > right ? 1 : 0;
      return (isDescending ? -order : order) || (a.id < b.id ? -1 : 1);
    };
    return this.model.modules.filter((module) => !this.only || this.only.has(module)).sort(compare);
  }

  show() {
    const { column, isDescending } = this.sorted;
    this.heads.forEach((head, index) => {
      if (index === column) head.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    const { chosen } = this;
    const rows = chosen.slice(0, this.limit).map((module) => {
      const cells = this.columns.map(([, , cell], index) => {
        const made = element(index ? "td" : "th", {}, cell(module));
        if (!this.columns[index][3]) made.className = "words";
        if (!index) made.scope = "row";
        return made;
      });
      return element("tr", {}, ...cells);
    });
    this.table.tBodies[0].replaceChildren(...rows);
    this.more.hidden = chosen.length <= this.limit;
    this.more.textContent = `Show all ${count(chosen.length)} modules`;
  }
}
