// Unpacks the replays of a forecast (`ReplayData`). It does not use the page.

/** Unpacks whole numbers from a compact text (`PackedNumbers`). */
function unpacked(text) {
  const bytes = atob(text);
  const numbers = [];
  for (let index = 0; index < bytes.length; ) {
    let value = 0;
    let scale = 1;
    let byte;
    do {
      byte = bytes.charCodeAt(index++);
      value += (byte & 127) * scale;
      scale *= 128;
    } while (byte > 127);
    numbers.push(value % 2 ? -(value + 1) / 2 : value / 2);
  }
  return numbers;
}

/** Unpacks numbers that were packed as differences from the previous number. */
function summed(text) {
  let last = 0;
  return unpacked(text).map((difference) => (last += difference));
}

/** The times and modules of pieces, by their numbers; the same for all variants. */
function unpackedPieces({ work, delay, latency, start, module, kind }) {
  return {
    work: unpacked(work),
    delay: unpacked(delay),
    latency: unpacked(latency),
    start: summed(start),
    module: summed(module),
    kind: unpacked(kind),
  };
}

/** The waits of `count` pieces: those that wait for piece i are `targets` from `starts[i]` up to `starts[i + 1]`. */
function unpackedWaits(text, count) {
  const numbers = unpacked(text);
  const starts = new Int32Array(count + 1);
  const targets = [];
  let place = 0;
  for (let piece = 0; piece < count; piece++) {
    let last = piece;
    for (let runs = numbers[place++]; runs > 0; runs--) {
      const first = last + numbers[place++];
      last = first + numbers[place++];
      for (let next = first; next <= last; next++) targets.push(next);
    }
    starts[piece + 1] = targets.length;
  }
  return { starts, targets: Int32Array.from(targets) };
}

/** The pieces of a variant: their times, the kinds of places that they need, and which drivers. */
function ownPieces(numbers, pieces, places) {
  const kinds = numbers.map((number) => pieces.kind[number]);
  const drivers = new Int32Array(numbers.length);
  let taken = 0;
  kinds.forEach((kind, piece) => {
    if (kind % 8 === placeKinds.driver) drivers[piece] = places[taken++];
  });
  const column = (name) => Float64Array.from(numbers, (number) => pieces[name][number]);
  return {
    count: numbers.length,
    work: column("work"),
    delay: column("delay"),
    latency: column("latency"),
    start: column("start"),
    module: Int32Array.from(numbers, (number) => pieces.module[number]),
    place: Uint8Array.from(kinds, (kind) => kind % 8),
    isLinker: Uint8Array.from(kinds, (kind) => (kind & 8 ? 1 : 0)),
    needsPreparation: Uint8Array.from(kinds, (kind) => (kind & 16 ? 1 : 0)),
    driver: drivers,
  };
}

/** The network of a variant: its pieces, their waits, and the places that they have. */
function unpackedNetwork(variant, pieces) {
  const numbers = summed(variant.pieces);
  return {
    ...ownPieces(numbers, pieces, summed(variant.places)),
    ...unpackedWaits(variant.waits, numbers.length),
    preparation: variant.preparation ?? null,
    roots: summed(variant.roots),
    cores: variant.cores,
    lanes: variant.lanes,
    drivers: unpacked(variant.drivers),
    jobsFollowCores: variant.jobsFollowCores,
  };
}

/** The places of a network on a number of cores; by default, on those that it was planned for. */
function machineOf(network, cores = network.cores) {
  const { lanes, drivers } = network;
  if (cores === network.cores || !network.jobsFollowCores) return { cores, lanes, drivers };
  return { cores, lanes: cores, drivers: drivers.map(() => cores) };
}
