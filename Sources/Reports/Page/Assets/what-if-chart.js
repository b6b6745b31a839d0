// Two builds, one above the other, on the same time axis: work on modules, the critical path, and busy cores below.

const chartSizes = { rows: 300, lowest: 6, highest: 20, labelled: 12, load: 40, axis: 20, space: 8 };

/** Stretches of work on a module, in the order of their starts. Gaps that would not be visible are closed. */
function stretchesOf(replay, network, gap) {
  const bars = [];
  const last = new Map();
  const barOf = new Map();
  for (const piece of replay.worked) {
    const key = 2 * network.module[piece] + network.isLinker[piece];
    let bar = last.get(key);
    if (!bar || replay.began[piece] > bar.end + gap) {
      const isLink = network.isLinker[piece] === 1;
      bar = { module: network.module[piece], isLink, start: replay.began[piece], end: 0 };
      last.set(key, bar);
      bars.push(bar);
    }
    bar.end = Math.max(bar.end, replay.ended[piece]);
    barOf.set(piece, bar);
  }
  return { bars, barOf };
}

/** Assigns each bar to the first row that is free, and returns the bars of each row. */
function rowsOf(bars) {
  const rows = [];
  for (const bar of bars) {
    let row = rows.findIndex((others) => others[others.length - 1].end <= bar.start);
    if (row < 0) row = rows.push([]) - 1;
    rows[row].push(bar);
    bar.row = row;
  }
  return rows;
}

/** The mean number of busy cores in each of `parts` equal parts of the time up to `end`. */
function busyParts({ times, counts }, cores, end, parts) {
  const busy = new Float64Array(parts);
  const length = end / parts;
  times.forEach((time, index) => {
    const value = Math.min(cores, counts[index]);
    const until = Math.min(end, index + 1 < times.length ? times[index + 1] : end);
    for (let from = time; from < until && value > 0; ) {
      let part = Math.min(parts - 1, Math.floor(from / length));
      // Because of rounding, this may be the part that has just ended.
      if (part < parts - 1 && (part + 1) * length <= from) part += 1;
      const to = part === parts - 1 ? until : Math.min(until, (part + 1) * length);
      busy[part] += (value * (to - from)) / length;
      from = to;
    }
  });
  return busy;
}

class BuildChart {
  /** @param says is called with a chart, and with the bar that is pointed at, if any. */
  constructor(place, says) {
    this.place = place;
    this.says = says;
    place.addEventListener("pointermove", (event) => this.point(event));
    place.addEventListener("pointerleave", () => says(this));
    place.addEventListener("blur", () => says(this));
    place.addEventListener("keydown", (event) => this.press(event));
  }

  /** @param build the build to show. @param span the length of the time axis in seconds. */
  show(build, span) {
    this.build = build;
    this.width = Math.max(280, this.place.clientWidth);
    this.span = span;
    const { bars, barOf } = stretchesOf(build.replay, build.network, build.replay.now / 600);
    this.bars = bars;
    this.rows = rowsOf(bars);
    const { rows, lowest, highest, load, space } = chartSizes;
    this.rowHeight = Math.max(lowest, Math.min(highest, Math.floor(rows / Math.max(1, this.rows.length))));
    const area = this.rows.length * this.rowHeight;
    const height = area + space + load;
    const svg = shape("svg", { viewBox: `0 0 ${this.width} ${height}`, height, "aria-hidden": true });
    svg.append(...this.grid(height), ...this.barPaths(), ...this.critical(barOf), ...this.labels());
    svg.append(...this.load(area + space, height), this.end(height));
    this.pointed = shape("path", { class: "pointed", d: "" });
    svg.append(this.pointed);
    this.place.replaceChildren(svg);
  }

  /** The horizontal position of a time in the replay, which is stretched to the predicted wall time. */
  x(time) {
    return ((time / 1e9) * this.build.stretch * (this.width - 2)) / this.span;
  }

  outline(bar, inset = 0) {
    const left = this.x(bar.start);
    const whole = this.x(bar.end) - left;
    const length = whole > 4 ? whole - 1 : Math.max(1, whole);
    const top = bar.row * this.rowHeight + inset;
    const height = this.rowHeight - 1 - 2 * inset;
    return `M${left.toFixed(1)} ${top}h${length.toFixed(1)}v${height}h${(-length).toFixed(1)}z`;
  }

  grid(height) {
    return axisTicks(this.span, this.width).map((time) => {
      const x = (time / this.span) * (this.width - 2);
      return shape("line", { x1: x, x2: x, y1: 0, y2: height, class: "grid" });
    });
  }

  lookOf(bar) {
    return bar.isLink ? "linking" : (this.build.looks.get(bar.module) ?? (bar.module < 0 ? "other" : "same"));
  }

  /** Combines all bars with the same look in one path, so that thousands can be drawn. */
  barPaths() {
    const paths = new Map();
    for (const bar of this.bars) {
      const look = this.lookOf(bar);
      if (!paths.has(look)) paths.set(look, []);
      paths.get(look).push(this.outline(bar));
    }
    return [...paths].map(([look, parts]) => shape("path", { class: `bar ${look}`, d: parts.join("") }));
  }

  /** The pieces of the critical path along the bottom of their bars, and the lines that connect them. */
  critical(barOf) {
    const thick = Math.min(3, this.rowHeight / 3);
    const pieces = [];
    let hops = "";
    for (const piece of this.build.chain.pieces) {
      const bottom = (barOf.get(piece).row + 1) * this.rowHeight - 1;
      const from = this.x(this.build.replay.began[piece]);
      const to = this.x(this.build.replay.ended[piece]);
      pieces.push(`M${from.toFixed(1)} ${bottom}h${Math.max(1, to - from).toFixed(1)}v${-thick}H${from.toFixed(1)}z`);
      hops += hops ? `V${bottom - thick / 2}H${from.toFixed(1)}` : "";
      hops += `M${to.toFixed(1)} ${bottom - thick / 2}`;
    }
    return [
      shape("path", { class: "hop", d: hops }),
      shape("path", { class: "piece", d: pieces.join("") }),
    ];
  }

  labels() {
    if (this.rowHeight < chartSizes.labelled) return [];
    const made = [];
    for (const bar of this.bars) {
      const room = Math.floor((this.x(bar.end) - this.x(bar.start) - 8) / 6.2);
      if (room < 3) continue;
      const name = lookSigns[this.lookOf(bar)] + nameOf(bar);
      const text = name.length > room ? name.slice(0, room - 1) + "…" : name;
      const y = (bar.row + 0.5) * this.rowHeight + 3;
      made.push(shape("text", { x: this.x(bar.start) + 4, y }, text));
    }
    return made;
  }

  load(top, bottom) {
    const { replay, figures } = this.build;
    const right = this.x(replay.now);
    const parts = Math.max(1, Math.round(right));
    const y = (value) => (bottom - (value / figures.cores) * (bottom - top)).toFixed(1);
    const busy = busyParts(replay.load, figures.cores, replay.now, parts);
    const step = right / parts;
    const stairs = Array.from(busy, (value, index) => `V${y(value)}H${((index + 1) * step).toFixed(1)}`);
    return [
      shape("path", { class: "busy", d: `M0 ${bottom}${stairs.join("")}V${bottom}z` }),
      shape("line", { class: "cores", x1: 0, x2: right, y1: top, y2: top }),
    ];
  }

  end(height) {
    const x = this.x(this.build.replay.now);
    return shape("line", { class: "end", x1: x, x2: x, y1: 0, y2: height });
  }

  // MARK: Pointing

  point(event) {
    const box = this.place.getBoundingClientRect();
    const row = this.rows[Math.floor((event.clientY - box.top) / this.rowHeight)] ?? [];
    const x = event.clientX - box.left;
    const near = row.find((bar) => this.x(bar.start) - 2 <= x && x <= Math.max(this.x(bar.end), this.x(bar.start) + 4));
    this.says(this, near, { x: event.clientX, y: event.clientY });
  }

  /** Moves from bar to bar with the arrow keys, in the order of their starts. */
  press(event) {
    const last = this.bars.length - 1;
    const at = this.bars.indexOf(this.chosen);
    const steps = { ArrowRight: at + 1, ArrowLeft: at < 0 ? last : at - 1, Home: 0, End: last };
    if (event.key === "Escape") return this.says(this);
    if (!(event.key in steps)) return undefined;
    event.preventDefault();
    const bar = this.bars[Math.max(0, Math.min(last, steps[event.key]))];
    const box = this.place.getBoundingClientRect();
    const place = { x: box.left + this.x(bar.start), y: box.top + (bar.row + 1) * this.rowHeight };
    return this.says(this, bar, place);
  }

  /** Marks all bars of a module, or none. */
  mark(bar) {
    const same = bar ? this.bars.filter((other) => other.module === bar.module && other.isLink === bar.isLink) : [];
    this.pointed.setAttribute("d", same.map((other) => this.outline(other)).join(""));
  }
}

/** The times in seconds at which an axis has marks, beginning with 0. */
function axisTicks(span, width) {
  const raw = span / Math.max(2, width / 90);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= raw);
  return Array.from({ length: Math.floor(span / step) + 1 }, (_, index) => index * step);
}

function drawAxis(place, span) {
  const width = Math.max(280, place.clientWidth);
  const svg = shape("svg", {
    viewBox: `0 0 ${width} ${chartSizes.axis}`,
    height: chartSizes.axis,
    "aria-hidden": true,
  });
  const ticks = axisTicks(span, width);
  const decimals = ticks[1] < 1 ? (ticks[1] < 0.1 ? 2 : 1) : 0;
  for (const time of ticks) {
    const x = (time / span) * (width - 2);
    const anchor = time === 0 ? "start" : x > width - 30 ? "end" : "middle";
    svg.append(shape("text", { x, y: 14, "text-anchor": anchor, class: "axis" }, `${fixed(time, decimals)} s`));
  }
  place.replaceChildren(svg);
}
