import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis
@testable import Foresight
@testable import Reports

/// The replay of the page of `what-if` gives the figures of the replay in Swift.
@Suite struct ReplayScriptTests {
  private static let hasNode = (try? Tool.named("node")) != nil

  /// What the script says of one variant on so many cores.
  private struct Found: Decodable {
    let variant: Int
    let cores: Int
    let nanoseconds: Double
    let criticalPathSeconds: Double
    let idleShare: Double
  }

  private static let coreCounts = [1, 2, 3, 5, 8, 32]

  /// Replays all variants by the page's own scripts, on all numbers of cores.
  private func replayed(_ data: ReplayData) async throws -> [Found] {
    let assets = PageAssetTests.folder.path() + "/"
    let scripts = try ["what-if-network.js", "what-if-replay.js"].map {
      try String(contentsOfFile: assets + $0, encoding: .utf8)
    }
    let calls = #"""
      const pieces = unpackedPieces(data.pieces);
      const found = data.variants.flatMap((variant, index) => {
        const network = unpackedNetwork(variant, pieces);
        return counts.map((cores) => {
          const machine = machineOf(network, cores);
          const replay = new Replay(network, machine).run();
          const chain = longestChain(network, replay);
          return { variant: index, ...figuresOf(network, machine, replay, chain), nanoseconds: replay.now };
        });
      });
      console.log(JSON.stringify(found));
      """#
    let json = String(decoding: try JSONEncoder().encode(data), as: UTF8.self)
    let folder = try TestFolder()
    try folder.write([
      "replay.js": (scripts + ["const data = \(json);", "const counts = \(Self.coreCounts);", calls]).joined(
        separator: "\n")
    ])
    let outcome = try await Tool.named("node")([folder.path + "/replay.js"])
    try #require(outcome.exitCode == 0, "\(outcome.errors)")
    return try JSONDecoder().decode([Found].self, from: Data(outcome.outputBytes))
  }

  private func expectSame(_ found: [Found], as variants: [Exploration.Variant]) {
    #expect(found.count == variants.count * Self.coreCounts.count)
    for figures in found {
      let variant = variants[figures.variant]
      let own = variant.schedule
      let isOther = figures.cores != own.cores && variant.jobsFollowCores
      let schedule = Schedule(
        network: own.network, cores: figures.cores, lanes: isOther ? figures.cores : own.lanes,
        drivers: isOther ? own.drivers.map { _ in figures.cores } : own.drivers, preparation: own.preparation)
      let replayed = schedule.replayed()
      let nanoseconds = replayed.nanoseconds
      #expect(abs(figures.nanoseconds - nanoseconds) <= 1e-9 * nanoseconds, "variant \(figures)")
      let steps = own.network.steps
      #expect(
        abs(figures.criticalPathSeconds - Double(schedule.chains(beginners: replayed.beginners).length) / 1e9) < 1e-9)
      let shared = own.preparation?.nanoseconds(beginners: replayed.beginners.count) ?? 0
      let work = steps.reduce(shared) { $0 + $1.workNanoseconds }
      let idle = nanoseconds > 0 ? max(0, 1 - work / nanoseconds / Double(figures.cores)) : 0
      #expect(abs(figures.idleShare - idle) < 1e-9)
    }
  }

  @Test(.enabled(if: hasNode, "node is not installed; script/bootstrap --tests installs it"))
  func `made networks take as long as in Swift, on any number of cores`() async throws {
    var random = SeededGenerator(seed: 17)
    let variants = (0..<40).map { index in
      let schedule = Self.network(modules: 1 + index % 9, &random)
      return Exploration.Variant(
        changes: [index], schedule: schedule, jobsFollowCores: index.isMultiple(of: 3),
        modules: (0..<10).map { "M\(index)-\($0)" }, linkers: [0], changed: [],
        seconds: .init(value: 1, low: 1, high: 1), gain: .init(value: 0, low: 0, high: 0), cpuSeconds: 1)
    }
    let exploration = Exploration(variants: variants, secondsAround: 0, relativeError: 0)
    expectSame(try await replayed(ReplayData(exploration, measured: (1, 1))), as: variants)
  }

  /// Modules with drivers and single compilers, delays, latencies, equal times, and waits from earlier to later modules.
  private static func network(modules: Int, _ random: inout SeededGenerator) -> Schedule {
    var steps: [WorkNetwork.Step] = []
    var waits: [(from: Int, to: Int)] = []
    var drivers: [Int] = []
    var ends: [Int] = []
    func add(_ module: Int?, _ place: WorkNetwork.Slot, work: Int, start: Int) -> Int {
      let isDelayed = random.below(4) == 0
      steps.append(
        WorkNetwork.Step(
          module: module, span: Span(start, start + work), place: place, workNanoseconds: Double(work),
          delayNanoseconds: isDelayed ? Double(random.below(90_000_000)) : 0,
          latencyNanoseconds: random.below(5) == 0 ? Double(random.below(9_000_000)) : 0))
      if case .driver = place { steps[steps.count - 1].needsPreparation = true }
      return steps.count - 1
    }
    func work() -> Int {
      random.below(8) * 25_000_000 + (random.below(2) == 0 ? 0 : random.below(1_000_003))
    }
    for module in 0..<modules {
      let start = random.below(3_000_000_000)
      let ready = add(module, .none, work: 0, start: start)
      for end in ends where random.below(3) == 0 { waits.append((end, ready)) }
      let done = add(module, .none, work: 0, start: start)
      if random.below(3) == 0 {
        for _ in 0...random.below(4) {
          let piece = add(module, random.below(5) == 0 ? .none : .lane, work: work(), start: start)
          waits += [(ready, piece), (piece, done)]
        }
      } else {
        let lead = add(module, .taken, work: work(), start: start)
        let tail = add(module, .givenBack, work: work(), start: start)
        waits += [(ready, lead), (lead, tail), (tail, done)]
        for number in 0...random.below(7) {
          let piece = add(module, .driver(drivers.count), work: work(), start: start + number % 3)
          waits += [(lead, piece), (piece, tail)]
        }
        drivers.append(1 + random.below(4))
      }
      ends.append(done)
    }
    let cores = 1 + random.below(6)
    return Schedule(
      network: WorkNetwork(steps: steps, waits: waits), cores: cores, lanes: 1 + random.below(6),
      drivers: drivers,
      preparation: random.below(3) == 0
        ? nil
        : SharedPreparation(
          makingNanoseconds: Double(random.below(900_000_000)), waitingNanoseconds: Double(random.below(90_000_000))))
  }

  @Test(.enabled(if: hasNode, "node is not installed; script/bootstrap --tests installs it"))
  func `a recorded build and proposals for it take as long as in Swift`() async throws {
    let recorded = try WhatIfExample().recorded
    let proposal = Proposal(WhatIfExample.changes)
    let forecast = try recorded.forecast(proposal)
    let exploration = try Exploration([recorded], of: forecast)
    #expect(exploration.variants.map(\.changes) == [[], [0, 1, 2], [0, 1], [0, 2], [1, 2], [0], [1], [2]])
    let data = ReplayData(exploration, measured: (forecast.measuredSeconds, forecast.measuredCPUSeconds))
    let found = try await replayed(data)
    expectSame(found, as: exploration.variants)
    // What the page begins with is what the report says.
    try #require(exploration.variants.count > 1)
    let whole = exploration.variants[1].schedule
    let seconds = (whole.nanoseconds() / 1e9 + exploration.secondsAround) / (1 + exploration.relativeError)
    #expect(abs(seconds / forecast.seconds.value - 1) < 1e-6)
    let unchanged = exploration.variants[0].schedule.nanoseconds() / 1e9 + exploration.secondsAround
    #expect(abs(unchanged / (1 + exploration.relativeError) / forecast.measuredSeconds - 1) < 1e-6)
  }

  @Test func `no interval of the page is narrower than that of the report`() throws {
    let recorded = try WhatIfExample().recorded
    var forecast = try recorded.forecast(Proposal(WhatIfExample.changes))
    let value = forecast.seconds.value
    forecast.seconds = Forecast.Estimate(value: 2 * value, low: value, high: 6 * value)
    let alone = try #require(try Exploration([recorded], of: forecast).variants.dropFirst().first).seconds
    #expect(abs(alone.low / alone.value - 0.5) < 1e-9 && abs(alone.high / alone.value - 3) < 1e-9)
    let exploration = try Exploration([recorded, recorded], of: forecast)
    for variant in exploration.variants {
      let (low, high) = (variant.seconds.low / variant.seconds.value, variant.seconds.high / variant.seconds.value)
      #expect(abs(low - 0.5) < 1e-9 && abs(high - 3) < 1e-9, "\(variant.changes)")
    }
  }

  @Test func `of many changes, the first ones and each alone are explored`() {
    #expect(Exploration.combinations(of: 1) == [])
    #expect(Exploration.combinations(of: 2) == [[0], [1]])
    #expect(Exploration.combinations(of: 5).count == 30)
    #expect(Exploration.combinations(of: 6).map(\.count) == [1, 2, 3, 4, 5, 1, 1, 1, 1, 1])
  }

  @Test func `numbers are packed as the script expects`() {
    #expect(PackedNumbers.plain([0, -1, 1, 64]) == "AAECgAE=")
    #expect(PackedNumbers.differences([5, 6, 6]) == "CgIA")
  }
}
