import BuildAnalysis
import Foresight
import ModuleGraph

/// The replays of a forecast for the page's scripts: `what-if-network.js` decodes them, and `what-if-replay.js` runs
/// them.
///
/// Variants have most of their pieces in common. Therefore all distinct pieces are stored once, and each variant stores
/// their indices.
struct ReplayData: Encodable {
  let names: [String]
  let pieces: JSON.Object
  let variants: [JSON.Object]
  let refused: [JSON.Object]
  /// The same as in ``Exploration``.
  let secondsAround: Double
  let relativeError: Double
  let measuredSeconds: Double
  let measuredCPUSeconds: Double

  /// - Parameter measured: wall time and CPU time of the recorded build, in seconds.
  init(_ exploration: Exploration, measured: (wall: Double, cpu: Double)) {
    var tables = PieceTables()
    variants = exploration.variants.map { tables.add($0) }
    names = tables.names.values
    pieces = tables.pieces
    refused = exploration.refused.map { ["changes": $0.changes, "reason": $0.reason] }
    (secondsAround, relativeError) = (exploration.secondsAround, exploration.relativeError)
    (measuredSeconds, measuredCPUSeconds) = measured
  }
}

private struct PieceTables {
  struct Piece: Hashable {
    var work = 0
    var delay = 0
    var latency = 0
    var start = 0
    var module = -1
    var kind = 0
  }

  var names = Numbering<String>()
  private var all = Numbering<Piece>()

  /// The properties of pieces, each as a packed series of numbers. Here and below, “differences” means
  /// `PackedNumbers.differences`.
  var pieces: JSON.Object {
    let values = all.values
    return [
      // The work in nanoseconds, like `delay` and `latency`.
      "work": PackedNumbers.plain(values.map(\.work)), "delay": PackedNumbers.plain(values.map(\.delay)),
      "latency": PackedNumbers.plain(values.map(\.latency)),
      // The start in the recorded build in nanoseconds, or 0 if irrelevant; as differences.
      "start": PackedNumbers.differences(values.map(\.start)),
      // Indices in `names`, or -1; as differences.
      "module": PackedNumbers.differences(values.map(\.module)),
      // The kind of place as a number, plus 8 for a linker, plus 16 for a piece that needs the shared preparation.
      "kind": PackedNumbers.plain(values.map(\.kind)),
    ]
  }

  mutating func add(_ variant: Exploration.Variant) -> JSON.Object {
    let network = variant.schedule.network
    let own = variant.modules.map { names.index(of: $0) }
    let changed = variant.changed.map { names.index(of: $0) }
    let numbers = network.steps.indices.map { index in
      all.index(of: Piece(network.steps[index], own, isLinker: variant.linkers.contains(index)))
    }
    let places = network.steps.compactMap { if case .driver(let driver) = $0.place { driver } else { nil } }
    let (seconds, gain) = (variant.seconds, variant.gain)
    return [
      "changes": variant.changes, "cores": variant.schedule.cores, "lanes": variant.schedule.lanes,
      "jobsFollowCores": variant.jobsFollowCores,
      // All modules and the changed ones, as indices in `names`.
      "modules": own, "changed": changed,
      // The predicted wall time with its interval, and by how much clean builds become shorter on average.
      "seconds": [seconds.value, seconds.low, seconds.high], "gain": [gain.value, gain.low, gain.high],
      "cpuSeconds": variant.cpuSeconds,
      // The shared preparation: the work of making it, and that of each other compiler that needs it before it is made,
      // in nanoseconds.
      "preparation": variant.schedule.preparation.map { [Int($0.makingNanoseconds), Int($0.waitingNanoseconds)] },
      // The number of places of each driver.
      "drivers": PackedNumbers.plain(variant.schedule.drivers),
      // The index of each piece in `pieces`; as differences.
      "pieces": PackedNumbers.differences(numbers),
      // The driver of each piece that takes a place of a driver; as differences.
      "places": PackedNumbers.differences(places), "waits": Self.waits(network.waits),
      // The pieces that do not wait for others, in topological order; as differences.
      "roots": PackedNumbers.differences(network.roots),
    ]
  }

  /// For each piece, the number of runs of consecutive pieces that wait for it. Then for each run, the distance of its
  /// first piece from the end of the previous run (for the first run, from the piece itself), and the number of further
  /// pieces.
  private static func waits(_ graph: IndexedGraph) -> String {
    var packed = PackedNumbers()
    for piece in 0..<graph.vertexCount {
      var runs: [(first: Int, more: Int)] = []
      for next in graph.successors(of: piece) {
        if let run = runs.last, next == run.first + run.more + 1 {
          runs[runs.count - 1].more += 1
        } else {
          runs.append((next, 0))
        }
      }
      packed.append(runs.count)
      var last = piece
      for run in runs {
        packed.append(run.first - last)
        packed.append(run.more)
        last = run.first + run.more
      }
    }
    return packed.text
  }
}

extension PieceTables.Piece {
  /// - Parameter names: the index of each module's name.
  fileprivate init(_ step: WorkNetwork.Step, _ names: [Int], isLinker: Bool) {
    (work, delay, latency) = (Int(step.workNanoseconds), Int(step.delayNanoseconds), Int(step.latencyNanoseconds))
    switch step.place {
    case .none: kind = 0
    case .lane: kind = 1
    case .taken: kind = 2
    case .givenBack: kind = 3
    case .driver: kind = 4
    }
    if kind != 0 && kind != 3 { start = step.span.startNanoseconds }
    guard work > 0 || step.needsPreparation else { return }
    if isLinker { kind += 8 }
    if step.needsPreparation { kind += 16 }
    module = step.module.map { names[$0] } ?? -1
  }
}

extension WorkNetwork {
  fileprivate var roots: [Int] {
    var waiting = [Bool](repeating: false, count: steps.count)
    for piece in steps.indices { for next in waits.successors(of: piece) { waiting[next] = true } }
    return order.filter { !waiting[$0] }
  }
}
