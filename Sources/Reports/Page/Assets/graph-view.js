// The drawing: boxes, edges and nodes of a layout. What open groups contain is drawn while it is in sight.

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
    this.light = new GraphLight(this, this.parts.lit);
    /** By the module or group that they show. */
    this.nodes = new Map();
    this.frames = new Map();
    this.insides = new Map();
    this.kept = new Map();
    this.drawn = new Map();
    /** The nodes in open groups that have been in sight since the layout changed, and what is in sight now. */
    this.built = new Map();
    this.visible = new Map();
    this.area = { left: 0, top: 0, width: 0, height: 0 };
    this.matches = undefined;
    this.current = undefined;
    this.thickness = 0;
  }

  /** Draws the layout again. Existing elements are only moved. */
  draw() {
    const { layout } = this;
    this.parts.boxes.replaceChildren(...layout.boxes.flatMap((box) => this.box(box)));
    this.drawNodes();
    this.parts.edges.replaceChildren(...this.allPaths(layout.curves));
    this.paint();
    this.choose(this.picked);
    if (!this.nodeOf(this.current)) this.setCurrent(layout.items[0] ?? layout.frames[0]);
    this.setCurrent(this.nodeOf(this.current)?.item);
    this.show(this.area);
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
    const insides = layout.frames.map(({ subject }) => this.insides.get(subject)).filter(Boolean);
    this.built.clear();
    this.visible.clear();
    this.nodes = new Map(single.map((item) => [item.subject, this.nodes.get(item.subject) ?? this.node(item)]));
    for (const item of single) this.write(this.put(this.nodes.get(item.subject), item));
    this.frames = new Map(layout.frames.map((frame) => [frame.subject, this.frame(frame)]));
    this.parts.frames.replaceChildren(...[...this.frames.values()].map(({ element }) => element));
    update(this.parts.nodes, [...[...this.nodes.values()].map(({ element }) => element), ...insides]);
  }

  put(node, item) {
    const transform = `translate(${round(item.left - (item.open?.x ?? 0))} ${round(item.top - (item.open?.y ?? 0))})`;
    if (node.transform !== transform) node.element.setAttribute("transform", transform);
    return Object.assign(node, { transform, item });
  }

  /** The modules of an open group, which move together. They are made when the reader first comes to the group. */
  build(frame) {
    if (this.built.has(frame)) return this.built.get(frame);
    const { subject } = frame;
    const items = this.layout.items.filter((item) => item.open === frame);
    for (const item of items) if (!this.kept.has(item.subject)) this.kept.set(item.subject, this.node(item));
    const nodes = items.map((item) => this.put(this.kept.get(item.subject), item));
    for (const node of nodes) this.nodes.set(node.item.subject, this.refresh(node));
    if (!this.insides.has(subject)) this.insides.set(subject, shape("g", {}));
    const inside = this.insides.get(subject);
    update(inside, nodes.map(({ element }) => element));
    inside.setAttribute("transform", `translate(${round(frame.x)} ${round(frame.y)})`);
    if (!inside.parentNode) this.parts.nodes.append(inside);
    this.built.set(frame, nodes);
    return nodes;
  }

  /** Draws the edges within an open group, only once. */
  drawEdges({ subject, x, y }) {
    if (!this.drawn.has(subject)) {
      this.drawn.set(subject, shape("g", {}, ...this.allPaths(this.layout.curvesWithin(subject))));
    }
    const made = this.drawn.get(subject);
    made.setAttribute("transform", `translate(${round(x)} ${round(y)})`);
    if (!made.parentNode) this.parts.edges.append(made);
  }

  /** Shows what open groups contain in an area, and the group with what can be reached with Tab. */
  show(area) {
    this.area = area;
    const home = this.nodes.get(this.current)?.item.open;
    for (const frame of this.layout.frames) {
      const isShown = frame === home || overlaps(frame, area);
      if (this.visible.get(frame) !== isShown) this.display(frame, isShown);
      if (isShown && !this.isFar) for (const node of this.build(frame)) this.write(node);
    }
  }

  /** Draws everything, for printing. */
  showAll() {
    const { width, height } = this.layout;
    this.isFar = false;
    this.show({ left: 0, top: 0, width, height });
  }

  display(frame, isShown) {
    this.visible.set(frame, isShown);
    if (isShown) {
      this.drawEdges(frame);
      this.light.within(frame, this.build(frame));
    }
    const parts = [this.insides.get(frame.subject), this.drawn.get(frame.subject), this.light.inner.get(frame)];
    for (const part of parts.filter(Boolean)) part.style.display = isShown ? "" : "none";
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
    const focus = all.some((module) => module.isFocused) ? " focused" : "";
    const made = shape("g", { class: "node" + kind + fault + focus, role: "button", tabindex: -1 });
    if (subject.isGroup) made.setAttribute("aria-expanded", false);
    made.append(shape("title", {}, this.words(subject).name));
    if (subject.isGroup) made.append(shape("rect", { x: 4, y: 4, width, height, rx: 6, class: "behind" }));
    made.append(shape("rect", { width, height, rx: 6 }));
    return { element: made };
  }

  /** Writes the texts of a node, unless it has them. */
  write(node) {
    if (node.isWritten) return;
    node.isWritten = true;
    const { subject, width, height } = node.item;
    const { title, detail } = this.words(subject);
    const place = { x: width / 2, y: height / 2 + (detail ? -2 : 4) };
    node.element.append(shape("text", place, title));
    if (detail) node.element.append(shape("text", { ...place, y: height / 2 + 10, class: "detail" }, detail));
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
    for (const node of this.nodes.values()) this.refresh(node);
  }

  /** Colors a node, and marks it if the search found it: its boxes alone, so that nothing else is styled again. */
  refresh(node) {
    const { subject } = node.item;
    const look = this.colors.look(subject, this.color);
    const all = subject.isGroup ? subject.modules : [subject];
    const isFound = Boolean(this.matches) && all.some((module) => this.matches.has(module));
    if (node.look === look && node.isFound === isFound) return node;
    for (const rect of node.element.querySelectorAll("rect")) {
      rect.dataset.look = look;
      rect.classList.toggle("found", isFound);
    }
    return Object.assign(node, { look, isFound });
  }

  /** Discards the edges within groups, which must be drawn again if other modules are hidden. */
  forget() {
    this.drawn.clear();
  }

  allPaths(curves) {
    const styles = [...Map.groupBy(curves, (curve) => curve.style)].sort((a, b) => a[0] - b[0]);
    return styles.flatMap(([style, curves]) => pathsOf(curves, styleClass(style)));
  }

  /** At small zooms, keeps lines visible, and omits texts that would be too small to read. */
  adapt(zoom) {
    this.isFar = zoom < 0.22;
    this.svg.classList.toggle("far", this.isFar);
    const thickness = 2 ** Math.max(0, Math.round(Math.log2(0.5 / zoom)));
    if (thickness === this.thickness) return;
    this.thickness = thickness;
    this.parts.edges.style.strokeWidth = thickness;
    this.parts.lit.style.strokeWidth = 2 * thickness;
  }

  /** Highlights the paths to and from a module, and tells screen readers that it is chosen. */
  choose(picked) {
    this.picked = picked;
    this.light.choose(picked);
    for (const [frame, isShown] of this.visible) if (isShown) this.light.within(frame, this.build(frame));
    this.chosen?.removeAttribute("aria-current");
    this.chosen = this.nodeOf(picked)?.element;
    this.chosen?.setAttribute("aria-current", true);
  }

  /** The element of a module or a group, and its layout item. */
  nodeOf(subject) {
    const item = this.layout.itemOf(subject);
    if (item?.open && item.subject === subject) this.build(item.open);
    return this.frames.get(subject) ?? this.nodes.get(subject);
  }

  all() {
    return [...this.frames.values(), ...this.nodes.values()];
  }

  /** Sets the only node that can be reached with Tab. */
  setCurrent(item) {
    this.reachable?.setAttribute("tabindex", -1);
    this.current = item?.subject;
    this.reachable = this.nodeOf(this.current)?.element;
    this.reachable?.setAttribute("tabindex", 0);
    if (item?.open && !this.visible.get(item.open)) this.display(item.open, true);
  }

  /** The nearest node in a direction, seen from the current one. */
  next(x, y) {
    const center = (item) => [item.left + item.width / 2, item.top + (item.isOpen ? 10 : item.height / 2)];
    const here = this.nodeOf(this.current)?.item;
    if (!here) return undefined;
    const [fromX, fromY] = center(here);
    let best;
    let least = Infinity;
    for (const item of [...this.layout.frames, ...this.layout.items]) {
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

function overlaps(item, area) {
  const meets = (side, size) => item[side] < area[side] + area[size] && area[side] < item[side] + item[size];
  return meets("left", "width") && meets("top", "height");
}
