// Replays a network of work in the same steps and order as `Simulation` in Swift, so that both give the same figures.
// It does not use the page.

const placeKinds = { none: 0, lane: 1, taken: 2, givenBack: 3, driver: 4 };

/** A binary heap: the smallest key first, and of equal keys, the smallest piece. */
class PieceQueue {
  keys = [];
  pieces = [];

  get isEmpty() {
    return this.pieces.length === 0;
  }

  /** The smallest key; infinity if the queue is empty. */
  get key() {
    return this.isEmpty ? Infinity : this.keys[0];
  }

  isBefore(key, piece, index) {
    return key < this.keys[index] || (key === this.keys[index] && piece < this.pieces[index]);
  }

  put(key, piece, index) {
    this.keys[index] = key;
    this.pieces[index] = piece;
  }

  insert(piece, key) {
    let index = this.pieces.length;
    while (index > 0) {
      const above = (index - 1) >> 1;
      if (!this.isBefore(key, piece, above)) break;
      this.put(this.keys[above], this.pieces[above], index);
      index = above;
    }
    this.put(key, piece, index);
  }

  /** Removes the piece with the smallest key, and returns it. */
  removeFirst() {
    const first = this.pieces[0];
    const key = this.keys.pop();
    const piece = this.pieces.pop();
    const count = this.pieces.length;
    if (count === 0) return first;
    let index = 0;
    for (;;) {
      let least = 2 * index + 1;
      if (least >= count) break;
      if (least + 1 < count && this.isBefore(this.keys[least + 1], this.pieces[least + 1], least)) least += 1;
      if (this.isBefore(key, piece, least)) break;
      this.put(this.keys[least], this.pieces[least], index);
      index = least;
    }
    this.put(key, piece, index);
    return first;
  }
}

/** A list schedule with processor sharing; times are in nanoseconds. */
class Replay {
  now = 0;
  /** The work that a piece would have done if it had been running since the start. */
  done = 0;
  runningCount = 0;
  running = new PieceQueue();
  pausing = new PieceQueue();
  queue = new PieceQueue();
  finished = [];
  /** The pieces with work, in the order in which they began. */
  worked = [];
  /** The times at which the number of running pieces changed, and the new numbers. */
  load = { times: [], counts: [] };

  /** Of the pieces that need the shared preparation before it is done: all, those working on it, those waiting. */
  beginners = [];
  preparing = new Set();
  held = [];

  constructor(network, { cores, lanes, drivers }) {
    this.network = network;
    this.isPrepared = network.preparation === null;
    this.cores = cores;
    this.freeLanes = lanes;
    this.freePlaces = [...drivers];
    this.driverQueues = drivers.map(() => new PieceQueue());
    this.hasPlace = new Uint8Array(network.count);
    this.missing = new Int32Array(network.count);
    for (const next of network.targets) this.missing[next] += 1;
    this.began = new Float64Array(network.count);
    this.ended = new Float64Array(network.count);
  }

  run() {
    for (const piece of this.network.roots) this.becomeReady(piece);
    this.settle();
    while (this.advance()) this.settle();
    return this;
  }

  /** Advances to the next event. Returns false if there is none. */
  advance() {
    const { running, pausing } = this;
    const speed = Math.min(1, this.cores / Math.max(1, this.runningCount));
    const end = running.isEmpty ? Infinity : this.now + Math.max(0, running.key - this.done) / speed;
    const next = Math.min(end, pausing.key);
    if (!(next < Infinity)) return false;
    this.done += (next - this.now) * speed;
    this.now = next;
    if (end <= next) {
      this.done = Math.max(this.done, running.key);
      this.finish(running.removeFirst());
    }
    while (running.key <= this.done) this.finish(running.removeFirst());
    while (pausing.key <= this.now) {
      const piece = pausing.removeFirst();
      if (this.hasPlace[piece]) this.work(piece);
      else this.enqueue(piece);
    }
    return true;
  }

  finish(piece) {
    this.runningCount -= 1;
    if (this.preparing.delete(piece)) return this.endPreparing(piece);
    if (this.isPrepared || !this.network.needsPreparation[piece]) return this.end(piece);
    this.beginners.push(piece);
    this.preparing.add(piece);
    const [making, waiting] = this.network.preparation;
    this.start(piece, this.beginners.length === 1 ? making : waiting);
  }

  end(piece) {
    this.ended[piece] = this.now;
    this.finished.push(piece);
  }

  /** Ends the pieces that waited for the shared preparation as soon as it is done. */
  endPreparing(piece) {
    this.held.push(piece);
    if (piece === this.beginners[0]) this.isPrepared = true;
    if (!this.isPrepared) return;
    for (const other of this.held) this.end(other);
    this.held = [];
  }

  /** Releases pieces that waited for finished ones, and assigns free places, until nothing changes at this time. */
  settle() {
    do {
      while (this.finished.length) this.release(this.finished.pop());
      this.dispatch();
    } while (this.finished.length);
    const { times, counts } = this.load;
    if (counts[counts.length - 1] === this.runningCount) return;
    times.push(this.now);
    counts.push(this.runningCount);
  }

  release(piece) {
    const { place, driver, starts, targets } = this.network;
    if (place[piece] === placeKinds.lane || place[piece] === placeKinds.givenBack) this.freeLanes += 1;
    if (place[piece] === placeKinds.driver) {
      this.freePlaces[driver[piece]] += 1;
      this.serve(driver[piece]);
    }
    for (let index = starts[piece]; index < starts[piece + 1]; index++) {
      const next = targets[index];
      this.missing[next] -= 1;
      if (this.missing[next] === 0) this.becomeReady(next);
    }
  }

  becomeReady(piece) {
    const delay = this.network.delay[piece];
    if (delay > 0) this.pausing.insert(piece, this.now + delay);
    else this.enqueue(piece);
  }

  enqueue(piece) {
    const place = this.network.place[piece];
    if (place === placeKinds.driver) this.enqueueInDriver(piece, this.network.driver[piece]);
    else if (place === placeKinds.lane || place === placeKinds.taken) {
      this.queue.insert(piece, this.network.start[piece]);
    } else this.take(piece);
  }

  enqueueInDriver(piece, driver) {
    if (this.freePlaces[driver] > 0) {
      this.freePlaces[driver] -= 1;
      this.take(piece);
    } else this.driverQueues[driver].insert(piece, this.network.start[piece]);
  }

  dispatch() {
    while (this.freeLanes > 0 && !this.queue.isEmpty) {
      this.freeLanes -= 1;
      this.take(this.queue.removeFirst());
    }
  }

  serve(driver) {
    const queue = this.driverQueues[driver];
    while (this.freePlaces[driver] > 0 && !queue.isEmpty) {
      this.freePlaces[driver] -= 1;
      this.take(queue.removeFirst());
    }
  }

  take(piece) {
    this.hasPlace[piece] = 1;
    const latency = this.network.latency[piece];
    if (latency > 0) this.pausing.insert(piece, this.now + latency);
    else this.work(piece);
  }

  work(piece) {
    const work = this.network.work[piece];
    const needsMore = !this.isPrepared && this.network.needsPreparation[piece];
    if (!(work > 0) && !needsMore) return void this.finished.push(piece);
    this.began[piece] = this.now;
    this.worked.push(piece);
    this.start(piece, work);
  }

  start(piece, work) {
    this.runningCount += 1;
    this.running.insert(piece, this.done + work);
  }
}

/** All pieces, each after the pieces that it waits for. */
function topologicalOrder({ count, starts, targets }) {
  const missing = new Int32Array(count);
  for (const next of targets) missing[next] += 1;
  const order = [];
  for (let piece = 0; piece < count; piece++) if (missing[piece] === 0) order.push(piece);
  for (let place = 0; place < order.length; place++) {
    for (let index = starts[order[place]]; index < starts[order[place] + 1]; index++) {
      missing[targets[index]] -= 1;
      if (missing[targets[index]] === 0) order.push(targets[index]);
    }
  }
  return order;
}

/** The length of the longest chain up to the end of each piece. */
function chainsUpTo({ starts, targets }, lengths, order) {
  const upTo = Float64Array.from(lengths);
  for (const piece of order) {
    for (const next of targets.subarray(starts[piece], starts[piece + 1])) {
      upTo[next] = Math.max(upTo[next], upTo[piece] + lengths[next]);
    }
  }
  return upTo;
}

/** The work of each piece, with the shared preparation in those that had to wait for it (`Schedule.chains`). */
function lengthsInChains(network, beginners, order) {
  const lengths = Float64Array.from(network.work);
  if (beginners.length === 0) return lengths;
  const upTo = chainsUpTo(network, lengths, order);
  const [making, waiting] = network.preparation;
  const made = upTo[beginners[0]] + making;
  for (const piece of beginners) lengths[piece] += Math.max(waiting, made - upTo[piece]);
  return lengths;
}

/** The length and the pieces with work of the longest chain; of several, the one with the lowest numbers. */
function longestChain(network, { beginners }) {
  const { count, starts, targets } = network;
  const order = topologicalOrder(network);
  const work = lengthsInChains(network, beginners, order);
  const upTo = chainsUpTo(network, work, order);
  const from = Float64Array.from(work);
  const successors = (piece) => targets.subarray(starts[piece], starts[piece + 1]);
  for (const piece of order.reverse()) {
    for (const next of successors(piece)) from[piece] = Math.max(from[piece], from[next] + work[piece]);
  }
  const length = upTo.reduce((longest, value) => Math.max(longest, value), 0);
  const pieces = [];
  let rest = length;
  let next = 0;
  while (next < count && !(upTo[next] === work[next] && from[next] === rest)) next += 1;
  for (let piece = next < count ? next : undefined; piece !== undefined; ) {
    if (work[piece] > 0) pieces.push(piece);
    rest -= work[piece];
    const last = piece;
    piece = successors(last).find((other) => from[other] === rest && upTo[other] === upTo[last] + work[other]);
  }
  return { length, pieces };
}

/** The figures of `Forecast.Figures` for a network on a machine, in seconds. */
function figuresOf(network, machine, replay, chain) {
  const [making, waiting] = network.preparation ?? [0, 0];
  const shared = replay.beginners.length ? making + (replay.beginners.length - 1) * waiting : 0;
  const work = network.work.reduce((sum, value) => sum + value, shared);
  const whole = machine.cores * replay.now;
  return {
    cores: machine.cores,
    jobs: machine.lanes,
    replayedSeconds: replay.now / 1e9,
    criticalPathSeconds: chain.length / 1e9,
    idleCoreSeconds: Math.max(0, whole - work) / 1e9,
    idleShare: whole > 0 ? Math.max(0, 1 - work / whole) : 0,
  };
}
