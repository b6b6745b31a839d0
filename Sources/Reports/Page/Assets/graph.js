// The graph of a page: handles the reader's input.

class GraphExplorer {
  constructor(data) {
    this.model = new GraphModel(data);
    this.colors = new GraphColors(this.model);
    this.layout = new GraphLayout(this.model);
    this.state = new GraphState(this.model);
    this.view = new GraphView(this.model, this.colors, this.layout, byId("graph-world"));
    this.camera = new GraphCamera(byId("graph-view"), byId("graph-world"), this.layout, () => this.remember());
    this.camera.isAlone = Boolean(byId("graph").closest(".alone"));
    this.layout.isHidden = (module) => this.state.isHidden(module);
    const parts = [byId("graph-parts"), byId("graph-parts-list")];
    this.parts = new GraphParts(this.model, this.state, ...parts, () => {
      this.view.forget();
      this.rearrange();
    });
    this.table = new GraphTable(this.model, byId("graph-table"), byId("graph-more"), this);
    this.search = new GraphSearch(this.model, byId("graph-search"), byId("graph-results"), this);
    this.introduce();
    this.listen();
    this.restore();
    address.onChange(() => this.restore());
  }

  introduce() {
    const { data, modules, edges, groups } = this.model;
    const figures = [plural(modules.length, "module"), plural(edges.length, "dependency", "dependencies")];
    if (groups.length) figures.push(plural(groups.length, "group") + ": click one to open it");
    byId("graph-figures").textContent = figures.join(" · ");
    const notes = data.notes.map((note) => note[0].toUpperCase() + note.slice(1) + ".");
    byId("graph-notes").textContent = notes.join(" ");
    const options = this.colors.choices.map(([value, textContent]) => element("option", { value, textContent }));
    byId("graph-color").append(...options);
    byId("graph-open-all").hidden = !groups.length;
  }

  listen() {
    const on = (id, type, call) => byId(id).addEventListener(type, call);
    on("graph-color", "change", () => this.recolor(byId("graph-color").value));
    on("graph-in", "click", () => this.camera.zoomBy(1.4));
    on("graph-out", "click", () => this.camera.zoomBy(1 / 1.4));
    on("graph-fit", "click", () => this.camera.fit());
    on("graph-expand", "click", () => this.openOnly(this.model.groups));
    on("graph-fold", "click", () => this.openOnly([]));
    on("graph-world", "keydown", (event) => this.key(event));
    // Chromium lets readers tab to an SVG that itself listens to the focus.
    on("graph-view", "focusin", (event) => this.focused(event));
    on("graph-view", "click", (event) => this.press(event));
    addEventListener("resize", () => this.view.show(this.camera.area));
    addEventListener("beforeprint", () => this.view.showAll());
    on("graph", "keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && this.state.picked) this.pick(undefined);
    });
  }

  /** Restores the state in the address. */
  restore() {
    const { state } = this;
    state.read();
    const choices = this.colors.choices.map(([key]) => key);
    state.color = [state.color, state.model.data.color, choices[0]].find((key) => choices.includes(key));
    const { picked } = state;
    // A link with a view shows what its sender saw. Without one, the group of the module is opened.
    if (!state.view && picked?.group && !state.isHidden(picked)) state.open.add(picked.group);
    this.layout.open = state.open;
    this.view.color = state.color;
    byId("graph-color").value = state.color;
    this.layout.place();
    this.view.forget();
    this.view.picked = state.picked;
    this.view.draw();
    this.parts.show();
    this.table.show();
    showGraphLegend(byId("graph-legend"), this.view);
    showFacts(byId("graph-facts"), state.picked, this.model, this);
    if (byId("graph-search").value !== state.words) {
      byId("graph-search").value = state.words;
      this.search.show();
      this.search.hide();
    }
    this.aim();
  }

  /** Shows the view in the address; without one, as much of the graph as is legible, or the chosen module. */
  aim() {
    const { picked, view } = this.state;
    const item = picked && this.layout.itemOf(picked);
    if (item) this.bringIntoSight();
    if (this.camera.go(view)) return;
    this.camera.fit(byId("graph-view").clientWidth > 600 ? 0.25 : 0.5);
    if (item) this.camera.center(item, 0.7);
  }

  /** Scrolls the page to the graph, unless it is visible already. */
  bringIntoSight() {
    byId("graph-view").scrollIntoView({ block: "nearest" });
  }

  /** Stores the camera's position in the address. */
  remember() {
    this.view.adapt(this.camera.zoom);
    this.view.show(this.camera.area);
    address.set("view", this.camera.place);
  }

  rearrange() {
    this.layout.place();
    this.view.draw();
    this.state.write();
  }

  recolor(color) {
    this.state.color = color;
    this.view.color = color;
    this.view.paint();
    showGraphLegend(byId("graph-legend"), this.view);
    this.state.write();
  }

  /** Opens or closes a group, without moving its upper left corner. */
  toggle(group) {
    const before = this.view.nodeOf(group)?.item;
    if (this.state.open.has(group)) this.state.open.delete(group);
    else this.state.open.add(group);
    this.rearrange();
    const after = this.view.nodeOf(group)?.item;
    if (before && after) {
      const { zoom } = this.camera;
      this.camera.moveBy((before.left - after.left) * zoom, (before.top - after.top) * zoom);
    }
    const hasFocus = byId("graph-world").contains(document.activeElement) || document.activeElement === document.body;
    if (after) this.view.setCurrent(after);
    if (after && hasFocus) this.view.nodeOf(group).element.focus({ preventScroll: true });
    this.say(`${group.name} is ${this.state.open.has(group) ? "open" : "closed"}`);
  }

  /** Opens these groups and no others. What is at the center of the view stays there. */
  openOnly(groups) {
    const { middle } = this.camera;
    const before = this.layout.nearest(...middle);
    this.layout.open = this.state.open = new Set(groups);
    this.rearrange();
    const after = before && (this.view.nodeOf(before.subject)?.item ?? this.layout.itemOf(before.subject));
    if (after) this.camera.lookAt(...movedPoint(middle, before, after));
  }

  /** Selects a module, or none, without zooming. */
  pick(module, { isCentered = false } = {}) {
    const before = this.state.picked;
    const panel = byId("graph-facts");
    const hadFocus = panel.contains(document.activeElement);
    this.state.picked = module;
    if (module && isCentered) this.uncover(module);
    this.view.choose(module);
    this.state.write();
    showFacts(panel, module, this.model, this);
    const item = module && this.layout.itemOf(module);
    if (item && isCentered) {
      this.bringIntoSight();
      this.camera.reveal(item);
    }
    if (item) this.view.setCurrent(item);
    if (hadFocus) this.refocus(module ? undefined : before);
    if (module) {
      const [below, above] = [count(module.dependencies), count(module.dependents)];
      const words = `${module.name}: depends on ${below}, depended on by ${above}`;
      this.say(item ? words : `${module.name} is hidden`);
    }
  }

  /** The panel's new contents lack what had the focus: it goes to a module that was given up, or to the heading. */
  refocus(left) {
    const item = left && this.layout.itemOf(left);
    if (item) this.view.setCurrent(item);
    const target = item ? this.view.nodeOf(item.subject).element : byId("graph-facts").querySelector("h2");
    target.focus({ preventScroll: true });
  }

  /** Opens the group of a module. If it is hidden, shows its package and folder again. */
  uncover(module) {
    const isHidden = this.state.isHidden(module);
    if (!isHidden && (!module.group || this.state.open.has(module.group))) return;
    if (module.group) this.state.open.add(module.group);
    this.state.uncover(module);
    if (isHidden) this.view.forget();
    this.parts.show();
    this.rearrange();
  }

  /** A link that selects a module. Opened in a new tab, it shows the graph with this module selected. */
  link(module) {
    const href = "#" + new URLSearchParams({ module: module.id });
    const made = element("a", { href }, ...breakable(module.label));
    made.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      this.pick(module, { isCentered: true });
    });
    return made;
  }

  found(modules, words) {
    this.state.words = words;
    this.state.write();
    this.view.matches = words.trim() ? modules : undefined;
    this.view.paint();
    // Delayed, since the table is usually out of sight while the reader types.
    clearTimeout(this.filtering);
    this.filtering = setTimeout(() => this.table.filter(this.view.matches), 200);
  }

  say(words) {
    byId("graph-said").textContent = words;
  }

  subjectAt(target) {
    const node = target.closest?.(".node");
    return node && this.view.all().find(({ element }) => element === node)?.item;
  }

  press(event) {
    const item = this.subjectAt(event.target);
    if (item) this.use(item);
    else if (event.target.closest("svg, .view")) this.pick(undefined);
  }

  use(item) {
    this.view.setCurrent(item);
    if (item.subject.isGroup) this.toggle(item.subject);
    else this.pick(item.subject);
  }

  focused(event) {
    const item = this.subjectAt(event.target);
    if (!item || !event.target.matches(":focus-visible")) return;
    this.view.setCurrent(item);
    byId("graph-view").scrollTo(0, 0);
    this.camera.reveal(item);
  }

  key(event) {
    const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const item = this.subjectAt(event.target);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow && event.shiftKey) this.camera.moveBy(-60 * arrow[0], -60 * arrow[1]);
    else if (arrow) this.step(...arrow);
    else if ((event.key === "Enter" || event.key === " ") && item) this.use(item);
    else if (event.key === "Escape") this.escape(item);
    else if (event.key === "+" || event.key === "=") this.camera.zoomBy(1.25);
    else if (event.key === "-") this.camera.zoomBy(0.8);
    else if (event.key === "0") this.camera.fit();
    else return;
    event.preventDefault();
  }

  /** Clears the selection; without one, closes the group that contains the item. */
  escape(item) {
    if (this.state.picked) this.pick(undefined);
    else if (item?.open) this.toggle(item.open.subject);
    else if (item?.isOpen) this.toggle(item.subject);
  }

  step(x, y) {
    const item = this.view.next(x, y);
    if (!item) return;
    this.camera.reveal(item);
    this.view.nodeOf(item.subject).element.focus({ preventScroll: true });
  }
}

const explorer = new GraphExplorer(stored("graph-data"));
