// The positions of modules, groups and edges, and which groups are open. Positions come from the data; an open group
// moves its surroundings aside.

/** A line that is stretched in places. */
class Stretch {
  /** Each part is a start, an end and the length added between them. Where parts overlap, the largest one counts. */
  constructor(parts) {
    this.ends = [...new Set(parts.flatMap(([low, high]) => [low, high]))].sort((a, b) => a - b);
    this.densities = this.ends.slice(1).map((high, index) => {
      const low = this.ends[index];
      const over = parts.filter((part) => part[0] <= low && part[1] >= high);
      return over.reduce((most, part) => Math.max(most, part[2] / (part[1] - part[0])), 0);
    });
  }

  at(value) {
    let added = 0;
    for (let index = 0; index < this.densities.length && this.ends[index] < value; index++) {
      added += (Math.min(value, this.ends[index + 1]) - this.ends[index]) * this.densities[index];
    }
    return value + added;
  }
}

const titleHeight = 26;
const groupMargin = 8;

class GraphLayout {
  constructor(model) {
    this.model = model;
    this.open = new Set();
    this.isHidden = () => false;
    this.place();
  }

  /** Computes the visible items and their positions. */
  place() {
    const { overview } = this.model.data;
    const frames = overview.items
      .map(([reference, left, top, width, height]) => ({ reference, left, top, width, height }))
      .map((frame) => ({ ...frame, subject: this.subject(frame.reference) }));
    const grown = frames.filter((frame) => this.open.has(frame.subject));
    this.across = new Stretch(grown.map((frame) => this.growth(frame, "left", "width", 2 * groupMargin)));
    this.down = new Stretch(grown.map((frame) => this.growth(frame, "top", "height", titleHeight + groupMargin)));
    this.items = [];
    this.frames = [];
    this.curves = [];
    this.index = undefined;
    this.placeOf = new Map();
    const shown = frames.map((frame) => this.placeFrame(frame));
    for (const curve of overview.curves) this.addCurve(shown, curve, frames);
    this.width = this.across.at(overview.width);
    this.height = this.down.at(overview.height);
    this.boxes = overview.boxes.map((box) => this.placeBox(box)).filter((box) => box.isBand || this.holds(box));
  }

  subject(reference) {
    return reference < 0 ? this.model.groups[-1 - reference] : this.model.modules[reference];
  }

  growth(frame, side, size, margin) {
    const inner = frame.subject.level[size] + margin;
    return [frame[side], frame[side] + frame[size], Math.max(0, inner - frame[size])];
  }

  placeFrame(frame) {
    const { subject } = frame;
    const members = (subject.isGroup ? subject.modules : [subject]).filter((module) => !this.isHidden(module));
    if (!members.length) return undefined;
    if (!this.open.has(subject)) {
      const middle = this.across.at(frame.left + frame.width / 2);
      const center = this.down.at(frame.top + frame.height / 2);
      const { width, height } = frame;
      const item = { subject, left: middle - width / 2, top: center - height / 2, width, height, frame };
      this.items.push(item);
      for (const module of members) this.placeOf.set(module, item);
      return item;
    }
    const left = this.across.at(frame.left);
    const top = this.down.at(frame.top);
    const width = this.across.at(frame.left + frame.width) - left;
    const height = this.down.at(frame.top + frame.height) - top;
    const open = { subject, left, top, width, height, frame, isOpen: true };
    this.frames.push(open);
    this.placeInside(open);
    return open;
  }

  /** Places the modules of an open group in the middle of its box. */
  placeInside(open) {
    const { level } = open.subject;
    const x = (open.x = open.left + (open.width - level.width) / 2);
    const y = (open.y = open.top + titleHeight + (open.height - titleHeight - level.height) / 2);
    for (const [reference, left, top, width, height] of level.items) {
      const subject = this.model.modules[reference];
      if (this.isHidden(subject)) continue;
      const item = { subject, left: left + x, top: top + y, width, height, open };
      this.items.push(item);
      this.placeOf.set(subject, item);
    }
  }

  /** Adds a curve. Both of its ends move with the items that they touch, the rest with the stretched plane. */
  addCurve(shown, [from, to, style, ...points], frames) {
    if (!shown[from] || !shown[to]) return;
    const moved = points.map((value, index) => (index % 2 ? this.down : this.across).at(value));
    const last = points.length - 2;
    for (const [end, places] of [[from, [0, 2]], [to, [last - 4, last - 2, last]]]) {
      if (shown[end].isOpen) continue;
      const x = shown[end].left - frames[end].left;
      const y = shown[end].top - frames[end].top;
      for (const place of places) {
        moved[place] = points[place] + x;
        moved[place + 1] = points[place + 1] + y;
      }
    }
    this.curves.push({ from: shown[from].subject, to: shown[to].subject, style, points: moved });
  }

  /** The curves within a group, in the coordinates of the group. */
  curvesWithin(group) {
    group.curves ??= group.level.curves.map(([from, to, style, ...points]) => {
      const [start, end] = [from, to].map((place) => this.model.modules[group.level.items[place][0]]);
      return { from: start, to: end, style, points };
    });
    return group.curves.filter(({ from, to }) => !this.isHidden(from) && !this.isHidden(to));
  }

  /** The curve from one item to another, in the coordinates of the graph; undefined if there is none. */
  curve(from, to) {
    if (!from.subject || !to.subject || from === to) return undefined;
    if (from.open && from.open === to.open) {
      const inner = this.indexOf(from.open, () => this.curvesWithin(from.open.subject));
      const curve = inner.get(from.subject)?.get(to.subject);
      const { x, y } = from.open;
      return curve && { points: curve.points.map((value, index) => value + (index % 2 ? y : x)) };
    }
    return this.indexOf(this, () => this.curves).get(from.subject)?.get(to.subject);
  }

  /** Curves by their ends, cached in their owner until the next layout. */
  indexOf(owner, list) {
    if (owner.index) return owner.index;
    const curves = list();
    owner.index = new Map(curves.map((curve) => [curve.from, new Map()]));
    for (const curve of curves) owner.index.get(curve.from).set(curve.to, curve);
    return owner.index;
  }

  placeBox({ name, bounds: [left, top, width, height], isBand }) {
    const x = this.across.at(left);
    const y = this.down.at(top);
    const right = isBand ? x + width : this.across.at(left + width);
    const bottom = isBand ? y + height : this.down.at(top + height);
    return { name, isBand, left: x, top: y, width: right - x, height: bottom - y };
  }

  holds(box) {
    const isWithin = (item) =>
      item.left + item.width / 2 > box.left &&
      item.left + item.width / 2 < box.left + box.width &&
      item.top + item.height / 2 > box.top &&
      item.top + item.height / 2 < box.top + box.height;
    return this.items.some(isWithin) || this.frames.some(isWithin);
  }

  /** The item at a point, or nearest to it. The modules of an open group come before the group. */
  nearest(x, y) {
    const distance = ({ left, top, width, height }) =>
      Math.hypot(x - nearestIn(x, left, width), y - nearestIn(y, top, height));
    const all = [...this.items, ...this.frames];
    return all.reduce((best, item) => (best && distance(best) <= distance(item) ? best : item), undefined);
  }

  /** The item that represents a module: its own or that of its group; undefined if the module is hidden. */
  itemOf(module) {
    return this.placeOf.get(module);
  }
}

/** The value in a stretch that is nearest to a given one. */
function nearestIn(value, start, length) {
  return Math.min(Math.max(value, start), start + length);
}

/** Where a point in or beside an item is when the item has moved and grown. */
function movedPoint([x, y], before, after) {
  const moved = (value, side, size) => {
    const inside = nearestIn(value, before[side], before[size]);
    return after[side] + ((inside - before[side]) / before[size]) * after[size] + value - inside;
  };
  return [moved(x, "left", "width"), moved(y, "top", "height")];
}

/** An SVG path of cubic curves; the last point is the tip of the arrow. */
function curvePath(points) {
  const last = points.length - 2;
  let path = `M${round(points[0])} ${round(points[1])}C`;
  for (let at = 2; at < last; at++) path += round(points[at]) + " ";
  return path;
}

/** A triangle from the end of a curve to the tip of its arrow. */
function arrowPath(points) {
  const last = points.length - 2;
  const [baseX, baseY, x, y] = points.slice(last - 2);
  const length = Math.hypot(x - baseX, y - baseY);
  if (length < 0.5) return "";
  const [acrossX, acrossY] = [((baseY - y) / length) * 2.6, ((x - baseX) / length) * 2.6];
  const [left, right] = [
    [baseX + acrossX, baseY + acrossY],
    [baseX - acrossX, baseY - acrossY],
  ];
  return `M${left.map(round).join(" ")}L${round(x)} ${round(y)}L${right.map(round).join(" ")}Z`;
}

function round(value) {
  return Math.round(value * 10) / 10;
}

/** A curve between two items for which the layout has none. */
function directCurve(from, to) {
  const center = (item) => [item.left + item.width / 2, item.top + item.height / 2];
  const [fromX, fromY] = center(from);
  const [toX, toY] = center(to);
  const isDown = Math.abs(toY - fromY) > (from.height + to.height) / 2 + 8;
  const sign = Math.sign(isDown ? toY - fromY : toX - fromX) || 1;
  const side = (item, toward) =>
    isDown
      ? [item.left + item.width / 2, item.top + item.height / 2 + (toward * item.height) / 2]
      : [item.left + item.width / 2 + (toward * item.width) / 2, item.top + item.height / 2];
  const start = side(from, sign);
  const tip = side(to, -sign);
  const along = isDown ? 1 : 0;
  const end = [...tip];
  end[along] -= sign * 7;
  const bend = Math.max(12, Math.abs(end[along] - start[along]) / 2);
  const first = [...start];
  first[along] += sign * bend;
  const second = [...end];
  second[along] -= sign * bend;
  return [...start, ...first, ...second, ...end, ...tip];
}
