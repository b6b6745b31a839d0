// The drawing: boxes, edges and nodes of a layout, and what of it is lit.

class GraphView {
  constructor(model, colors, layout, svg) {
    Object.assign(this, { model, colors, layout, svg });
    this.color = colors.choices[0][0];
    this.parts = {};
    for (const name of ["boxes", "edges", "lit", "nodes"]) {
      this.parts[name] = shape("g", { class: name });
      svg.append(this.parts[name]);
    }
    for (const name of ["boxes", "edges", "lit"]) this.parts[name].setAttribute("aria-hidden", "true");
    this.nodes = new Map();
    this.current = undefined;
  }

  /** Draws the layout anew. Nodes that are there already are only moved. */
  draw() {
    const { layout, svg } = this;
    svg.setAttribute("viewBox", `0 0 ${round(layout.width)} ${round(layout.height)}`);
    svg.style.width = round(layout.width) + "px";
    svg.style.height = round(layout.height) + "px";
    this.parts.boxes.replaceChildren(...layout.boxes.flatMap((box) => this.box(box)));
    this.drawNodes();
    this.drawEdges();
    this.light(this.picked);
  }

  box(box) {
    const rect = { x: round(box.left), y: round(box.top), width: round(box.width), height: round(box.height), rx: 6 };
    const title = { x: round(box.left + 10), y: round(box.top + (box.isBand ? box.height / 2 + 4 : 16)), class: "title" };
    return [shape("rect", { ...rect, class: box.isBand ? "band" : "box" }), shape("text", title, box.name)];
  }

  drawNodes() {
    const { layout } = this;
    const ordered = [...layout.frames, ...layout.items].sort((a, b) => a.top - b.top || a.left - b.left);
    this.order = ordered;
    const made = new Map();
    for (const item of ordered) {
      const key = item.subject;
      const kept = this.nodes.get(key);
      const node = kept && kept.isOpen === Boolean(item.isOpen) && !item.isOpen ? kept : this.node(item);
      node.item = item;
      node.element.setAttribute("transform", `translate(${round(item.left)} ${round(item.top)})`);
      made.set(key, node);
    }
    this.nodes = made;
    const list = ordered.map((item) => made.get(item.subject).element);
    // Frames lie below what is in them.
    const frames = list.filter((_, index) => ordered[index].isOpen);
    const others = list.filter((_, index) => !ordered[index].isOpen);
    this.parts.nodes.replaceChildren(...frames, ...others);
    this.paint();
    this.setCurrent(ordered.find((item) => item.subject === this.current) ?? ordered[0]);
  }

  node(item) {
    const { subject, width, height } = item;
    const kind = item.isOpen ? " open" : subject.isGroup ? " group" : subject.kind === "module" ? "" : " special";
    const made = shape("g", { class: "node" + kind, role: "button", tabindex: -1 });
    const words = this.words(subject);
    made.append(shape("title", {}, item.isOpen ? `${subject.name}: close` : words.name));
    if (subject.isGroup && !item.isOpen) made.append(shape("rect", { x: 4, y: 4, width, height, rx: 6, class: "behind" }));
    made.append(shape("rect", { width: round(width), height: round(height), rx: 6 }));
    if (item.isOpen) {
      made.append(shape("text", { x: 10, y: 17, class: "title" }, `− ${subject.name} · ${words.detail}`));
    } else {
      const middle = round(height / 2);
      made.append(shape("text", { x: round(width / 2), y: middle + (words.detail ? -2 : 4) }, words.title));
      if (words.detail) made.append(shape("text", { x: round(width / 2), y: middle + 10, class: "detail" }, words.detail));
    }
    return { element: made, isOpen: Boolean(item.isOpen), item };
  }

  /** What a node says, and what a screen reader says of it. */
  words(subject) {
    if (subject.isGroup) {
      const lines = subject.modules.reduce((sum, module) => sum + (module.lines ?? 0), 0);
      const members = `${count(subject.modules.length)} modules`;
      const detail = lines ? `${members} · ${count(lines)} lines` : members;
      return { title: subject.name, detail, name: `${subject.name}, ${detail}: open` };
    }
    const lines = isAbsent(subject.lines) ? "" : (subject.isLowerBound ? "≥ " : "") + count(subject.lines) + " lines";
    const kind = subject.kind === "module" ? "" : subject.kind;
    const isOther = subject.kind === "product of another package";
    const detail = isOther ? subject.package : [kind, lines].filter(Boolean).join(" · ");
    const above = `${count(subject.fanIn)} depend on it, it depends on ${count(subject.fanOut)}`;
    return { title: subject.name, detail, name: [subject.id, kind, lines, above].filter(Boolean).join(", ") };
  }

  paint() {
    for (const { element, item } of this.nodes.values()) {
      if (item.isOpen) continue;
      const look = this.colors.look(item.subject, this.color);
      if (element.dataset.look !== look) element.dataset.look = look;
    }
  }

  /** One path for all edges of a style, and one for their arrows. */
  drawEdges() {
    const styles = new Map();
    for (const curve of this.layout.curves) {
      if (!styles.has(curve.style)) styles.set(curve.style, []);
      styles.get(curve.style).push(curve);
    }
    this.parts.edges.replaceChildren(
      ...[...styles].sort((a, b) => a[0] - b[0]).flatMap(([style, curves]) => this.paths(curves, styleClass(style))),
    );
    // Where each curve is drawn, by what stands at its ends.
    this.drawn = new Map(this.layout.curves.map((curve) => [curve.from, new Map()]));
    for (const curve of this.layout.curves) this.drawn.get(curve.from).set(curve.to, curve);
  }

  paths(curves, name) {
    if (!curves.length) return [];
    const arrows = curves.map(({ points }) => arrowPath(points)).join("");
    return [
      shape("path", { class: "edge " + name, d: curves.map(({ points }) => curvePath(points)).join("") }),
      shape("path", { class: "arrow " + name, d: arrows }),
    ];
  }

  /** Lights the paths that lead to a module and from it. */
  light(picked) {
    this.picked = picked;
    const isGone = !picked || !this.layout.itemOf(picked);
    this.svg.classList.toggle("lighting", !isGone);
    if (isGone) {
      this.parts.lit.replaceChildren();
      for (const { element } of this.nodes.values()) setLight(element, "");
      return;
    }
    const below = this.model.closure(picked, "below");
    const above = this.model.closure(picked, "above");
    for (const { element, item } of this.nodes.values()) setLight(element, this.lightOf(item, picked, below, above));
    const up = this.litCurves(picked, above);
    const down = this.litCurves(picked, below);
    this.parts.lit.replaceChildren(...this.paths(up, "up"), ...this.paths(down, "down"));
  }

  lightOf(item, picked, below, above) {
    const all = item.subject.isGroup ? item.subject.modules : [item.subject];
    if (all.includes(picked)) return "picked";
    const isBelow = all.some((module) => below.has(module));
    const isAbove = all.some((module) => above.has(module));
    return isBelow && isAbove ? "both" : isBelow ? "down" : isAbove ? "up" : "";
  }

  /** The curves of all dependencies among some modules, and those of the picked module that are not drawn otherwise. */
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
    const own = this.drawn.get(from)?.get(to);
    if (own) return own;
    if (isNear) return { points: directCurve(from, to) };
    return this.drawn.get(this.frameOf(from))?.get(this.frameOf(to));
  }

  /** What the overview's edges touch. */
  frameOf(item) {
    return item.open ?? item;
  }

  elementOf(subject) {
    return this.nodes.get(subject)?.element;
  }

  /** The one node that Tab leads to. */
  setCurrent(item) {
    this.nodes.get(this.current)?.element.setAttribute("tabindex", -1);
    this.current = item?.subject;
    this.nodes.get(this.current)?.element.setAttribute("tabindex", 0);
  }

  /** The nearest node in a direction, seen from the current one. */
  next(x, y) {
    const center = (item) => [item.left + item.width / 2, item.top + (item.isOpen ? 10 : item.height / 2)];
    const here = this.nodes.get(this.current)?.item;
    if (!here) return undefined;
    const [fromX, fromY] = center(here);
    let best;
    let least = Infinity;
    for (const item of this.order) {
      const [toX, toY] = center(item);
      const along = (toX - fromX) * x + (toY - fromY) * y;
      const aside = Math.abs((toX - fromX) * y) + Math.abs((toY - fromY) * x);
      if (item === here || along < 4) continue;
      // A row is gone along before another is reached.
      const distance = x ? along + 6 * aside : 3 * along + aside;
      if (distance < least) [best, least] = [item, distance];
    }
    return best;
  }
}

function styleClass(style) {
  return edgeRoles[style >> 1] + (style % 2 ? " conditional" : "");
}

function setLight(element, light) {
  if ((element.dataset.light ?? "") !== light) element.dataset.light = light;
}
