// The modules of a graph with their dependencies, groups and colors.

/** The roles of edges, in the order of the styles that the data names. */
const edgeRoles = ["target", "product", "plugin", "embed", "upward", "cycle"];
// The roles between do not occur in pages of graphs.
edgeRoles[11] = "violation";

/** The colors of kinds and roles. Layers and packages are colored by their position. */
const classes = {
  module: 1,
  framework: 1,
  "static library": 1,
  "dynamic library": 1,
  executable: 2,
  app: 2,
  tool: 2,
  snippet: 2,
  test: 6,
  macro: 3,
  plugin: 5,
  extension: 4,
  "XPC service": 4,
  "system library": 7,
  binary: 7,
  bundle: 7,
  "product of another package": -1,
  "combined app": 2,
  feature: 1,
  "sample app": 6,
  interface: 3,
  shared: 0,
  part: 7,
  outside: -1,
};

class GraphModel {
  constructor(data) {
    this.data = data;
    const columns = data.modules;
    const named = (list, place) => (place < 0 ? undefined : list[place]);
    const uncounted = new Set(columns.uncounted);
    const counts = new Map();
    for (const name of columns.name) counts.set(name, (counts.get(name) ?? 0) + 1);
    this.modules = columns.name.map((name, index) => {
      const packageName = data.packages[columns.package[index]];
      const module = { index, name, id: `${packageName}/${name}`, package: packageName };
      for (const key of ["kind", "layer", "role"]) {
        module[key] = named(data[key + "s"], columns[key][index]);
        module[key + "Index"] = columns[key][index];
      }
      module.packageIndex = columns.package[index];
      module.label = counts.get(name) > 1 ? module.id : name;
      module.reason = named(data.reasons, columns.reason[index]);
      module.path = columns.path[index];
      module.folder = module.path ? module.path.split("/").slice(0, -1).join("/") : "";
      module.isLowerBound = uncounted.has(index);
      const figures = ["files", "lines", "fanIn", "fanOut", "dependencies", "dependents", "height", "recompiled"];
      for (const key of [...figures, "seconds", "recompiledSeconds"]) module[key] = columns[key]?.[index] ?? undefined;
      const neighbours = module.fanIn + module.fanOut;
      module.instability = neighbours ? module.fanOut / neighbours : undefined;
      module.below = [];
      module.above = [];
      return module;
    });
    for (const index of data.violating ?? []) this.modules[index].isViolating = true;
    for (const index of data.focused ?? []) this.modules[index].isFocused = true;
    this.byID = new Map(this.modules.map((module) => [module.id, module]));
    this.edges = [];
    for (let at = 0; at < data.edges.length; at += 3) this.addEdge(...data.edges.slice(at, at + 3));
    this.groups = data.groups.map((group, index) => ({
      ...group,
      index,
      isGroup: true,
      modules: group.modules.map((module) => this.modules[module]),
    }));
    for (const group of this.groups) for (const module of group.modules) module.group = group;
  }

  addEdge(from, to, style) {
    const edge = { from: this.modules[from], to: this.modules[to], style };
    edge.condition = this.data.conditions[this.edges.length];
    this.edges.push(edge);
    edge.from.below.push(edge);
    edge.to.above.push(edge);
  }

  /** All modules that a module depends on (`below`), or that depend on it (`above`), including itself. */
  closure(start, direction) {
    const end = direction === "below" ? "to" : "from";
    const found = new Set([start]);
    for (const module of found) for (const edge of module[direction]) found.add(edge[end]);
    return found;
  }

  /** The modules whose ids contain the text, the best matches first. */
  search(words) {
    const text = words.trim().toLowerCase();
    if (!text) return [];
    const rank = (module) => {
      const name = module.name.toLowerCase();
      return name === text ? 0 : name.startsWith(text) ? 1 : name.includes(text) ? 2 : 3;
    };
    const found = this.modules.filter((module) => module.id.toLowerCase().includes(text));
    const ranks = new Map(found.map((module) => [module, rank(module)]));
    return found.sort((a, b) => {
      return ranks.get(a) - ranks.get(b) || a.name.length - b.name.length || (a.id < b.id ? -1 : 1);
    });
  }
}

/** The properties that colors of modules can show, and the color class of each module or group. */
class GraphColors {
  constructor(model) {
    this.model = model;
    const { data } = model;
    const has = (key) => model.modules.some((module) => module[key] !== undefined);
    const choices = [
      ["kind", "kind"],
      ["role", "role"],
      ["layer", "layer"],
      data.packages.length > 1 ? ["package", "package"] : ["", ""],
      ["lines", "lines"],
      ["dependents", "dependents"],
      ["recompiled", "what a change recompiles"],
      ["instability", "instability"],
      ["seconds", "seconds"],
    ];
    this.choices = choices.filter(([key]) => key && has(key));
  }

  /** The class of a module or a group, as a number; -1 for none. */
  classOf(item, key) {
    const all = item.isGroup ? item.modules : [item];
    if (this.model.data.scales[key]) {
      // For a group, the highest value of its modules.
      const most = all.reduce((most, module) => Math.max(most, module[key] ?? -1), -1);
      if (most < 0) return -1;
      const bounds = this.model.data.scales[key];
      const place = bounds.findIndex((bound) => most <= bound);
      return place < 0 ? bounds.length : place;
    }
    const first = all[0][key + "Index"];
    return all.every((module) => module[key + "Index"] === first) ? first : -1;
  }

  /** The value of `data-look` in the style sheet. */
  look(item, key) {
    const place = this.classOf(item, key);
    if (this.model.data.scales[key]) return place < 0 ? "none" : `step${place}`;
    return this.lookOf(key, place);
  }

  lookOf(key, place) {
    const isOwn = key === "kind" || key === "role";
    const color = isOwn ? classes[this.model.data[key + "s"][place]] ?? -1 : place < 0 ? -1 : place % 8;
    return color < 0 ? "none" : `class${color}`;
  }

  /** Whether a property has a scale and no value for some modules. */
  lacks(key) {
    return Boolean(this.model.data.scales[key]) && this.model.modules.some((module) => isAbsent(module[key]));
  }

  /** Pairs of a `data-look` and a text, in order. */
  legend(key) {
    const { data, modules } = this.model;
    const bounds = data.scales[key];
    if (!bounds) {
      const present = new Set(modules.map((module) => module[key + "Index"]));
      const entries = data[key + "s"].map((name, place) => [this.lookOf(key, place), name, place]);
      return entries.filter(([, , place]) => present.has(place));
    }
    const words = (bound) => (key === "recompiled" ? percent(bound) : fixed(bound, Number.isInteger(bound) ? 0 : 1));
    const steps = bounds.map((bound, place) => [`step${place}`, "up to " + words(bound)]);
    return [...steps, [`step${bounds.length}`, bounds.length ? "more" : "all"]];
  }
}
