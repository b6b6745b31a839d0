// The paths to and from a chosen module.

class GraphLight {
  constructor(view, place) {
    Object.assign(this, { view, place, picked: undefined, below: new Set(), above: new Set() });
    /** The paths within open groups, which are made when a group is in sight. */
    this.inner = new Map();
  }

  /** Lights the paths of a module; without one, or if it is hidden, none. */
  choose(picked) {
    const { model, layout, svg } = this.view;
    this.picked = layout.itemOf(picked) && picked;
    this.below = this.picked ? model.closure(picked, "below") : new Set();
    this.above = this.picked ? model.closure(picked, "above") : new Set();
    svg.classList.toggle("lighting", Boolean(this.picked));
    for (const node of this.view.nodes.values()) if (!node.item.open) this.mark(node);
    this.inner.clear();
    this.place.replaceChildren(...this.outer(this.above, "up"), ...this.outer(this.below, "down"));
    svg.classList.toggle("implying", Boolean(this.place.querySelector(".implied")));
  }

  /** Lights the modules of an open group and the paths among them. */
  within(frame, nodes) {
    if (this.inner.has(frame)) return;
    for (const node of nodes) this.mark(node);
    const curves = this.picked ? this.view.layout.curvesWithin(frame.subject) : [];
    const among = (modules) => curves.filter(({ from, to }) => modules.has(from) && modules.has(to));
    const paths = [...pathsOf(among(this.above), "up"), ...pathsOf(among(this.below), "down")];
    const made = shape("g", { transform: `translate(${round(frame.x)} ${round(frame.y)})` }, ...paths);
    this.inner.set(frame, made);
    this.place.append(made);
  }

  mark(node) {
    const light = this.lightOf(node.item);
    if ((node.light ?? "") !== light) node.element.dataset.light = light;
    node.light = light;
  }

  lightOf({ subject }) {
    const all = subject.isGroup ? subject.modules : [subject];
    if (this.picked && all.includes(this.picked)) return "picked";
    const isBelow = all.some((module) => this.below.has(module));
    const isAbove = all.some((module) => this.above.has(module));
    return isBelow && isAbove ? "both" : isBelow ? "down" : isAbove ? "up" : "";
  }

  /** The paths outside of groups, and undrawn ones of the chosen module. */
  outer(modules, name) {
    const curves = this.curves(modules);
    const implied = curves.filter((curve) => curve.isImplied);
    const drawn = curves.filter((curve) => !curve.isImplied);
    return [...pathsOf(implied, name + " implied"), ...pathsOf(drawn, name)];
  }

  curves(modules) {
    const found = new Set();
    for (const module of modules) {
      for (const { to } of module.below) {
        const curve = modules.has(to) && this.curveBetween(module, to);
        if (curve) found.add(curve);
      }
    }
    return [...found];
  }

  curveBetween(module, other) {
    const { layout } = this.view;
    const from = layout.itemOf(module);
    const to = layout.itemOf(other);
    if (!from || !to || from === to) return undefined;
    const isWithin = from.open && from.open === to.open;
    const isNear = module === this.picked || other === this.picked;
    if (isWithin && !isNear) return undefined;
    const own = layout.curve(from, to);
    if (own) return isWithin ? undefined : own;
    if (isNear) return { points: directCurve(from, to), isImplied: !from.open && !to.open };
    // Edges of the overview end at groups.
    return layout.curve(from.open ?? from, to.open ?? to);
  }
}

/** One path for all curves, and one for their arrows. */
function pathsOf(curves, name) {
  if (!curves.length) return [];
  for (const curve of curves) {
    curve.path ??= curvePath(curve.points);
    curve.arrow ??= arrowPath(curve.points);
  }
  return [
    shape("path", { class: "edge " + name, d: curves.map(({ path }) => path).join("") }),
    shape("path", { class: "arrow " + name, d: curves.map(({ arrow }) => arrow).join("") }),
  ];
}
