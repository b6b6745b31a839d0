// Moving and zooming by mouse, wheel, touch and keys. The graph never moves by itself.

const leastZoom = 0.03;
const mostZoom = 4;

class GraphCamera {
  constructor(frame, svg, layout, changed) {
    Object.assign(this, { frame, svg, layout, changed, x: 0, y: 0, zoom: 1 });
    this.pointers = new Map();
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.press(event));
    frame.addEventListener("pointermove", (event) => this.drag(event));
    for (const type of ["pointerup", "pointercancel"]) {
      frame.addEventListener(type, (event) => this.pointers.delete(event.pointerId));
    }
    // Two fingers never scroll the page.
    const hold = (event) => event.touches.length > 1 && event.cancelable && event.preventDefault();
    frame.addEventListener("touchmove", hold, { passive: false });
    // The end of a drag is not a click.
    frame.addEventListener("click", (event) => this.isDragged && event.stopPropagation(), { capture: true });
    frame.addEventListener("scroll", () => frame.scrollTo(0, 0));
    addEventListener("beforeprint", () => this.unfold());
    addEventListener("afterprint", () => {
      svg.removeAttribute("viewBox");
      svg.style.maxHeight = "";
      this.apply();
    });
  }

  /** For printing: scales the whole graph to a page with its heading, a small one to no more than is easy to read. */
  unfold() {
    this.svg.setAttribute("viewBox", `0 0 ${this.layout.width} ${this.layout.height}`);
    this.svg.style.transform = "none";
    this.svg.style.maxHeight = `min(76vh, ${round(1.15 * this.layout.height)}px)`;
  }

  apply() {
    this.svg.style.transform = `translate(${round(this.x)}px, ${round(this.y)}px) scale(${this.zoom})`;
    this.changed();
  }

  /** Zooms around a point of the frame, which stays in place; by default, its center. */
  zoomBy(factor, x = this.frame.clientWidth / 2, y = this.frame.clientHeight / 2) {
    const zoom = Math.min(mostZoom, Math.max(leastZoom, this.zoom * factor));
    this.x = x - ((x - this.x) * zoom) / this.zoom;
    this.y = y - ((y - this.y) * zoom) / this.zoom;
    this.zoom = zoom;
    this.apply();
  }

  moveBy(x, y) {
    this.x += x;
    this.y += y;
    this.apply();
  }

  /** Shows the whole graph, or if that would need a smaller zoom than `least`, its upper part. */
  fit(least = leastZoom) {
    const { clientWidth, clientHeight } = this.frame;
    const margin = 12;
    const fitting = Math.min(
      (clientWidth - 2 * margin) / this.layout.width,
      (clientHeight - 2 * margin) / this.layout.height,
    );
    this.zoom = Math.min(1.5, Math.max(fitting, least));
    this.x = (clientWidth - this.layout.width * this.zoom) / 2;
    this.y = Math.max(margin, (clientHeight - this.layout.height * this.zoom) / 2);
    this.apply();
  }

  /** The graph coordinates at the center of the frame. */
  get middle() {
    const { clientWidth, clientHeight } = this.frame;
    return [(clientWidth / 2 - this.x) / this.zoom, (clientHeight / 2 - this.y) / this.zoom];
  }

  /** The graph coordinates at the center of the frame, and the zoom: `x,y,zoom`. */
  get place() {
    return [...this.middle.map(Math.round), +this.zoom.toPrecision(3)].join(",");
  }

  /** The part of the graph that the frame shows. */
  get area() {
    const { clientWidth, clientHeight } = this.frame;
    const [left, top, width, height] = [-this.x, -this.y, clientWidth, clientHeight].map((value) => value / this.zoom);
    return { left, top, width, height };
  }

  /** Moves a point of the graph to the center of the frame. */
  lookAt(x, y) {
    this.x = this.frame.clientWidth / 2 - x * this.zoom;
    this.y = this.frame.clientHeight / 2 - y * this.zoom;
    this.apply();
  }

  /** Moves to a place as returned by `place`. Returns whether it was valid. */
  go(place) {
    const [x, y, zoom] = place.split(",").map(Number);
    if (![x, y, zoom].every(Number.isFinite) || zoom < leastZoom || zoom > mostZoom) return false;
    this.zoom = zoom;
    this.lookAt(x, y);
    return true;
  }

  /** Moves as little as necessary to show an item, without zooming. */
  reveal(item) {
    const margin = 24;
    const height = item.isOpen ? 30 : item.height;
    const shift = (start, length, from, zoom, room) => {
      const low = start * zoom + from;
      const high = (start + length) * zoom + from;
      if (low < margin || high - low > room - 2 * margin) return margin - low;
      return high > room - margin ? room - margin - high : 0;
    };
    const x = shift(item.left, item.width, this.x, this.zoom, this.frame.clientWidth);
    const y = shift(item.top, height, this.y, this.zoom, this.frame.clientHeight);
    if (x || y) this.moveBy(x, y);
  }

  /** Moves an item to the center of the frame, with at least the given zoom. */
  center(item, least) {
    this.zoom = Math.max(this.zoom, least);
    this.lookAt(item.left + item.width / 2, item.top + item.height / 2);
  }

  wheel(event) {
    // In a page that scrolls, the wheel zooms only if the graph has the focus, or with the control or command key.
    const isOurs = event.ctrlKey || event.metaKey || this.frame.contains(document.activeElement) || this.isAlone;
    if (!isOurs) return;
    event.preventDefault();
    const box = this.frame.getBoundingClientRect();
    const pixels = event.deltaMode ? event.deltaY * 16 : event.deltaY;
    const speed = event.ctrlKey ? 0.01 : 0.0018;
    const factor = Math.exp(-Math.max(-300, Math.min(300, pixels)) * speed);
    this.zoomBy(factor, event.clientX - box.left, event.clientY - box.top);
  }

  press(event) {
    if (event.button) return;
    if (!this.pointers.size) this.isDragged = false;
    const { clientX: x, clientY: y } = event;
    this.pointers.set(event.pointerId, { x, y, startX: x, startY: y });
  }

  drag(event) {
    const pointer = this.pointers.get(event.pointerId);
    if (!pointer) return;
    const others = [...this.pointers.entries()].filter(([id]) => id !== event.pointerId);
    const [dx, dy] = [event.clientX - pointer.x, event.clientY - pointer.y];
    if (!this.isDragged && !this.begins(event, pointer)) return;
    if (!this.isDragged) this.frame.setPointerCapture(event.pointerId);
    this.isDragged = true;
    if (others.length) this.pinch(pointer, others[0][1], event);
    else this.moveBy(dx, dy);
    pointer.x = event.clientX;
    pointer.y = event.clientY;
  }

  /** Whether a movement is a drag: not a click, nor one finger that scrolls the page. */
  begins(event, { startX, startY }) {
    const [x, y] = [event.clientX - startX, event.clientY - startY];
    const isScrolling = event.pointerType === "touch" && this.pointers.size === 1 && Math.abs(y) > Math.abs(x);
    return Math.hypot(x, y) > 4 && !isScrolling;
  }

  pinch(pointer, other, event) {
    const box = this.frame.getBoundingClientRect();
    const before = Math.hypot(pointer.x - other.x, pointer.y - other.y);
    const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    this.moveBy((event.clientX - pointer.x) / 2, (event.clientY - pointer.y) / 2);
    const middle = [(event.clientX + other.x) / 2 - box.left, (event.clientY + other.y) / 2 - box.top];
    if (before > 0) this.zoomBy(after / before, ...middle);
  }
}
