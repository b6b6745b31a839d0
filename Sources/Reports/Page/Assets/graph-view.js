// The drawing: boxes, edges and nodes of a layout, and the highlighted paths.

class GraphView {
  constructor(model, colors, layout, svg) {
    Object.assign(this, { model, colors, layout, svg });
    this.color = colors.choices[0][0];
    this.parts = {};
    for (const name of ["boxes", "frames", "edges", "lit", "nodes"]) {
      this.parts[name] = shape("g", { class: name });
      svg.append(this.parts[name]);
    }
    for (const name of ["boxes", "edges", "lit"]) this.parts[name].setAttribute("aria-hidden", "true");
    /** By the module or group that they show. */
    this.nodes = new Map();
    this.frames = new Map();
    this.insides = new Map();
    this.kept = new Map();
    this.drawn = new Map();
    this.current = undefined;
    this.thickness = 0;
  }

  /** Draws the layout again. Existing elements are only moved. */
  draw() {
    const { layout } = this;
    this.parts.boxes.replaceChildren(...layout.boxes.flatMap((box) => this.box(box)));
    this.drawNodes();
    this.drawEdges();
    this.paint();
    this.light(this.picked);
    if (!this.nodeOf(this.current)) this.setCurrent(layout.items[0] ?? layout.frames[0]);
    this.setCurrent(this.nodeOf(this.current)?.item);
  }

  box(box) {
    const rect = { x: round(box.left), y: round(box.top), width: round(box.width), height: round(box.height), rx: 6 };
    const y = round(box.top + (box.isBand ? box.height / 2 + 4 : 16));
    const title = shape("text", { x: round(box.left + 10), y, class: "title" }, box.name);
    return [shape("rect", { ...rect, class: box.isBand ? "band" : "box" }), title];
  }

  drawNodes() {
    const { layout } = this;
    const single = layout.items.filter((item) => !item.open);
    const insides = layout.frames.map((frame) => this.inside(frame));
    this.nodes = new Map(single.map((item) => [item.subject, this.nodes.get(item.subject) ?? this.node(item)]));
    for (const item of single) this.put(this.nodes.get(item.subject), item);
    this.frames = new Map(layout.frames.map((frame) => [frame.subject, this.frame(frame)]));
    this.parts.frames.replaceChildren(...[...this.frames.values()].map(({ element }) => element));
    update(this.parts.nodes, [...[...this.nodes.values()].map(({ element }) => element), ...insides]);
    const inner = layout.items.filter((item) => item.open);
    for (const item of inner) this.nodes.set(item.subject, this.put(this.kept.get(item.subject), item));
  }

  put(node, item) {
    const transform = `translate(${round(item.left - (item.open?.x ?? 0))} ${round(item.top - (item.open?.y ?? 0))})`;
    if (node.transform !== transform) node.element.setAttribute("transform", transform);
    return Object.assign(node, { transform, item });
  }

  /** The modules of an open group, which move together. */
  inside(frame) {
    const { subject } = frame;
    if (!this.insides.has(subject)) this.insides.set(subject, shape("g", {}));
    const inside = this.insides.get(subject);
    const items = this.layout.items.filter((item) => item.open === frame);
    for (const item of items) if (!this.kept.has(item.subject)) this.kept.set(item.subject, this.node(item));
    update(inside, items.map((item) => this.kept.get(item.subject).element));
    inside.setAttribute("transform", `translate(${round(frame.x)} ${round(frame.y)})`);
    return inside;
  }

  frame(item) {
    const { subject, width, height, left, top } = item;
    const made = shape("g", { class: "node open", role: "button", tabindex: -1, "aria-expanded": true });
    made.setAttribute("transform", `translate(${round(left)} ${round(top)})`);
    const { name, detail } = this.words(subject);
    made.append(shape("title", {}, name));
    made.append(shape("rect", { width: round(width), height: round(height), rx: 6 }));
    made.append(shape("text", { x: 10, y: 17, class: "title" }, `− ${subject.name} · ${detail}`));
    return { element: made, item };
  }

  node({ subject, width, height }) {
    const kind = subject.isGroup ? " group" : subject.kind === "module" ? "" : " special";
    const all = subject.isGroup ? subject.modules : [subject];
    const fault = all.some((module) => module.isViolating) ? " violating" : "";
    const made = shape("g", { class: "node" + kind + fault, role: "button", tabindex: -1 });
    if (subject.isGroup) made.setAttribute("aria-expanded", false);
    const words = this.words(subject);
    made.append(shape("title", {}, words.name));
    if (subject.isGroup) made.append(shape("rect", { x: 4, y: 4, width, height, rx: 6, class: "behind" }));
    made.append(shape("rect", { width, height, rx: 6 }));
    const place = { x: width / 2, y: height / 2 + (words.detail ? -2 : 4) };
    made.append(shape("text", place, words.title));
    if (words.detail) made.append(shape("text", { ...place, y: height / 2 + 10, class: "detail" }, words.detail));
    return { element: made };
  }

  /** The texts of a node, and its name for screen readers. */
  words(subject) {
    if (subject.isGroup) {
      const lines = subject.modules.reduce((sum, module) => sum + (module.lines ?? 0), 0);
      const members = plural(subject.modules.length, "module");
      const detail = lines ? `${members} · ${plural(lines, "line")}` : members;
      return { title: subject.name, detail, name: `${subject.name}, ${detail}` };
    }
    const lines = isAbsent(subject.lines) ? "" : (subject.isLowerBound ? "≥ " : "") + plural(subject.lines, "line");
    const kind = subject.kind === "module" ? "" : subject.kind;
    const isOther = subject.kind === "product of another package";
    const detail = isOther ? subject.package : [kind, lines].filter(Boolean).join(" · ");
    const depend = subject.fanIn === 1 ? "depends" : "depend";
    const above = `${count(subject.fanIn)} ${depend} on it, it depends on ${count(subject.fanOut)}`;
    return { title: subject.name, detail, name: [subject.id, kind, lines, above].filter(Boolean).join(", ") };
  }

  paint() {
    for (const { element, item } of this.nodes.values()) {
      const look = this.colors.look(item.subject, this.color);
      if (element.dataset.look !== look) element.dataset.look = look;
    }
  }

  /** Draws one path for all edges of a style, and one for their arrows. Edges within a group are drawn only once. */
  drawEdges() {
    const { layout } = this;
    const inner = layout.frames.map((frame) => {
      const { subject } = frame;
      if (!this.drawn.has(subject)) {
        this.drawn.set(subject, shape("g", {}, ...this.allPaths(layout.curvesWithin(subject))));
      }
      const made = this.drawn.get(subject);
      made.setAttribute("transform", `translate(${round(frame.x)} ${round(frame.y)})`);
      return made;
    });
    this.parts.edges.replaceChildren(...this.allPaths(layout.curves), ...inner);
  }

  /** Discards the edges within groups, which must be drawn again if other modules are hidden. */
  forget() {
    this.drawn.clear();
  }

  allPaths(curves) {
    const styles = [...Map.groupBy(curves, (curve) => curve.style)].sort((a, b) => a[0] - b[0]);
    return styles.flatMap(([style, curves]) => this.paths(curves, styleClass(style)));
  }

  /** At small zooms, keeps lines visible, and hides texts that would be too small to read. */
  adapt(zoom) {
    this.svg.classList.toggle("far", zoom < 0.22);
    const thickness = 2 ** Math.max(0, Math.round(Math.log2(0.5 / zoom)));
    if (thickness === this.thickness) return;
    this.thickness = thickness;
    this.parts.edges.style.strokeWidth = thickness;
    this.parts.lit.style.strokeWidth = 2 * thickness;
  }

  paths(curves, name) {
    if (!curves.length) return [];
    const arrows = curves.map(({ points }) => arrowPath(points)).join("");
    return [
      shape("path", { class: "edge " + name, d: curves.map(({ points }) => curvePath(points)).join("") }),
      shape("path", { class: "arrow " + name, d: arrows }),
    ];
  }

  /** Highlights the paths to and from a module. */
  light(picked) {
    this.picked = picked;
    this.announce(picked);
    const isGone = !picked || !this.layout.itemOf(picked);
    this.svg.classList.toggle("lighting", !isGone);
    if (isGone) {
      this.parts.lit.replaceChildren();
      this.svg.classList.remove("implying");
      for (const { element } of this.nodes.values()) setLight(element, "");
      return;
    }
    const below = this.model.closure(picked, "below");
    const above = this.model.closure(picked, "above");
    for (const { element, item } of this.nodes.values()) setLight(element, this.lightOf(item, picked, below, above));
    const lit = (modules, name) => {
      const curves = this.litCurves(picked, modules);
      const implied = curves.filter((curve) => curve.isImplied);
      return [
        ...this.paths(implied, name + " implied"),
        ...this.paths(curves.filter((curve) => !curve.isImplied), name),
      ];
    };
    this.parts.lit.replaceChildren(...lit(above, "up"), ...lit(below, "down"));
    this.svg.classList.toggle("implying", Boolean(this.parts.lit.querySelector(".implied")));
  }

  /** Tells screen readers which module is chosen. */
  announce(picked) {
    this.chosen?.removeAttribute("aria-current");
    this.chosen = this.nodes.get(picked)?.element;
    this.chosen?.setAttribute("aria-current", true);
  }

  lightOf(item, picked, below, above) {
    const all = item.subject.isGroup ? item.subject.modules : [item.subject];
    if (all.includes(picked)) return "picked";
    const isBelow = all.some((module) => below.has(module));
    const isAbove = all.some((module) => above.has(module));
    return isBelow && isAbove ? "both" : isBelow ? "down" : isAbove ? "up" : "";
  }

  /** The curves of all dependencies among the modules, including undrawn ones of the picked module. */
  litCurves(picked, modules) {
    const lit = new Set();
    for (const module of modules) {
      for (const { to } of module.below) {
        if (!modules.has(to)) continue;
        const isNear = module === picked || to === picked;
        const curve = this.curveBetween(module, to, isNear);
        if (curve) lit.add(curve);
      }
    }
    return [...lit];
  }

  curveBetween(module, other, isNear) {
    const from = this.layout.itemOf(module);
    const to = this.layout.itemOf(other);
    if (!from || !to || from === to) return undefined;
    const own = this.layout.curve(from, to);
    if (own) return own;
    if (isNear) return { points: directCurve(from, to), isImplied: !from.open && !to.open };
    // Edges of the overview end at groups.
    return this.layout.curve(from.open ?? from, to.open ?? to);
  }

  /** The element of a module or a group, and its layout item. */
  nodeOf(subject) {
    return this.frames.get(subject) ?? this.nodes.get(subject);
  }

  all() {
    return [...this.frames.values(), ...this.nodes.values()];
  }

  /** Sets the only node that can be reached with Tab. */
  setCurrent(item) {
    this.nodeOf(this.current)?.element.setAttribute("tabindex", -1);
    this.current = item?.subject;
    this.nodeOf(this.current)?.element.setAttribute("tabindex", 0);
  }

  /** The nearest node in a direction, seen from the current one. */
  next(x, y) {
    const center = (item) => [item.left + item.width / 2, item.top + (item.isOpen ? 10 : item.height / 2)];
    const here = this.nodeOf(this.current)?.item;
    if (!here) return undefined;
    const [fromX, fromY] = center(here);
    let best;
    let least = Infinity;
    for (const { item } of this.all()) {
      const [toX, toY] = center(item);
      const along = (toX - fromX) * x + (toY - fromY) * y;
      const aside = Math.abs((toX - fromX) * y) + Math.abs((toY - fromY) * x);
      if (item === here || along < 4) continue;
      // Weighted so that left and right stay in the row, if possible.
      const distance = x ? along + 6 * aside : 3 * along + aside;
      if (distance < least) [best, least] = [item, distance];
    }
    return best;
  }
}

function styleClass(style) {
  return edgeRoles[style >> 1] + (style % 2 ? " conditional" : "");
}

/** Makes elements the children of another, without moving those that already are. */
function update(parent, children) {
  const wanted = new Set(children);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  const missing = children.filter((child) => child.parentNode !== parent);
  parent.append(...missing);
}

function setLight(element, light) {
  if ((element.dataset.light ?? "") !== light) element.dataset.light = light;
}
