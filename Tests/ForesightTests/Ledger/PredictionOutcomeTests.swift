@testable import BuildAnalysis
@testable import Foresight
import ModuleGraph
import TestSupport
import Testing

/// What is said of a saved prediction after its change was measured.
@Suite struct PredictionOutcomeTests {
  private static let world = MadeWorld.shop
  private static let cut = world.with { $0["Search"]?.dependencies = ["Net"] }

  private func prediction(_ changes: StructureChange...) throws -> SavedPrediction {
    let forecast = try Self.world.recorded.forecast(Proposal(changes))
    return SavedPrediction(
      forecast, named: "cut", made: "2026-02-03T04:05:06Z",
      workspace: .init(name: "Shop", revision: "abc", dirty: false, graph: Self.world.graph),
      subject: RecordedSubject(
        workspace: "Shop", target: "App", configuration: "debug", buildSystem: nil, toolchain: "6.3.1", isClean: true),
      arguments: ["--jobs", "4"], cores: 32, machine: Run.Machine(cores: 32, os: "Linux", compiler: "Swift 6.3.1"),
      sources: [.init(path: "recorded/trace.jsonl", sha256: String(repeating: "0", count: 64))])
  }

  /// Measured builds of both worlds, each by a factor slower than the law says; rounds differ by a hundredth, and by the noise.
  private func comparison(
    _ after: MadeWorld, machine: Double = 1, code: Double = 1, noise: Double = 0, rounds: Int = 6
  ) throws -> RunComparison {
    func run(_ world: MadeWorld, _ factor: Double, noise: Double = 0) -> Run {
      let arm = Arm(name: "App", role: .combined, targets: ["App"], modules: world.graph.modules.map(\.id))
      let samples = (1...rounds).map { round in
        let noise = round.isMultiple(of: 2) ? 1 + noise : 1 / (1 + noise)
        let factor = factor * noise * (1 + 0.01 * Double(round % 3 - 1))
        return Sample(
          arm: "App", round: round, position: 1, warmup: false, offsetSeconds: 100 * Double(round),
          seconds: world.seconds * factor, cpuSeconds: world.cpuSeconds * factor, peakBytes: 1, outcome: .ok)
      }
      return Run(
        environment: Run.Machine(cores: 32, os: "Linux", compiler: "Swift 6.3.1"),
        workspace: .init(
          name: "Shop", revision: world.seconds == Self.world.seconds ? "abc" : "def", graph: world.graph),
        plan: .init(arms: ["App"], warmups: 1, rounds: rounds, seed: 1, configuration: "debug"), arms: [arm],
        samples: samples)
    }
    let whole = Run.comparing(run(Self.world, machine), run(after, machine * code, noise: noise))
    return try #require(RunComparison(RunFindings(whole)))
  }

  private func outcome(_ prediction: SavedPrediction, _ comparison: RunComparison) throws -> PredictionOutcome {
    PredictionOutcome(
      prediction, try Settlement(of: prediction, comparison, settled: "2026-02-04T04:05:06Z", runs: ["run"]))
  }

  @Test func `what became as predicted is right, however slow the machine is now`() throws {
    let prediction = try prediction(.cut("Search", "Cart"))
    for machine in [1, 1.7] {
      let outcome = try outcome(prediction, comparison(Self.cut, machine: machine))
      #expect(abs(outcome.relativeError) < 0.01, "\(outcome.relativeError)")
      #expect(abs(outcome.pace - machine) < 0.01 && outcome.isWithinInterval && outcome.counts)
      #expect(!outcome.settlement.baseMismatch.isOtherStructure && !outcome.settlement.headMismatch.isOtherStructure)
    }
  }

  @Test func `fewer than six rounds do not count`() throws {
    let prediction = try prediction(.cut("Search", "Cart"))
    let few = try outcome(prediction, comparison(Self.cut, rounds: 5)),
      enough = try outcome(prediction, comparison(Self.cut))
    #expect(!few.counts && enough.counts && PredictionRecord([few, enough])?.settled == 1)
  }

  @Test func `an error is that of the prediction, and leaves the interval when it is large`() throws {
    let prediction = try prediction(.cut("Search", "Cart"))
    let outcome = try outcome(prediction, comparison(Self.cut, machine: 1.2, code: 1.25))
    let error = 1 / 1.25 - 1
    #expect(abs(outcome.relativeError - error) < 0.01)
    #expect(abs(try #require(outcome.cpuRelativeError) - error) < 0.01)
    #expect(!outcome.isWithinInterval && outcome.counts)
  }

  @Test func `another structure than the predicted one is named, and does not count`() throws {
    let prediction = try prediction(.cut("Search", "Cart"))
    let other = Self.world.with {
      $0["Search"]?.dependencies = ["Net", "Cart", "Store"]
      $0["Store"]?.name = "Storage"
    }
    let mismatch = try outcome(prediction, comparison(other)).settlement.headMismatch
    #expect(mismatch.missing == ["Store"] && mismatch.unexpected == ["Storage"])
    #expect(mismatch.unexpectedDependencies.map { [$0.from, $0.to] } == [["Search", "Cart"]])
    #expect(mismatch.missingDependencies == [] && mismatch.isOtherStructure)
    #expect(try !outcome(prediction, comparison(other)).counts)
    let grown = Self.cut.with { $0["Core"]?.files.append(("More.swift", 500)) }
    let resized = try outcome(prediction, comparison(grown))
    #expect(resized.settlement.headMismatch.resized.map(\.module) == ["Core"] && resized.counts)
  }

  @Test func `sizes are another structure from a tenth and twenty lines on`() {
    func structure(_ lines: [Int?]) -> PredictedStructure {
      PredictedStructure(
        modules: lines.enumerated().map { .init(name: "M\($0)", lines: $1, cpuSeconds: nil) }, dependencies: [])
    }
    let mismatch = StructureMismatch(
      predicted: structure([200, 200, 300, 100, 100, 100, nil]), found: structure([220, 221, 269, 119, 120, nil, 9]))
    #expect(mismatch.resized.map(\.module) == ["M1", "M2", "M4"] && !mismatch.isOtherStructure)
    #expect(mismatch.resized.first == .init(module: "M1", predictedLines: 200, lines: 221))
  }

  @Test func `modules that cost more or less than predicted are told from a hundredth of the build on`() throws {
    let prediction = try prediction(.cut("Search", "Cart"))
    let settled = try outcome(prediction, comparison(Self.cut, machine: 2)).settlement
    let predicted = Dictionary(prediction.after.modules.map { ($0.name, $0.cpuSeconds ?? 0) }) { first, _ in first }
    let least = prediction.cpuSeconds.value / 100
    // On a machine that is half as fast; of Net and Cart a little less and more than what counts.
    let more = ["Core": 1.0, "Store": -2, "Net": 0.9 * least, "Cart": 1.1 * least]
    let measured = predicted.filter { $0.key != "App" }.map { ($0.key, 2 * ($0.value + (more[$0.key] ?? 0))) }
    let settlement = Settlement(
      settled: settled.settled, base: settled.base, head: settled.head, runs: [], isPaired: settled.isPaired,
      machine: settled.machine, wall: settled.wall, cpu: settled.cpu,
      moduleCPUSeconds: Dictionary(uniqueKeysWithValues: measured), baseMismatch: settled.baseMismatch,
      headMismatch: settled.headMismatch, mismatches: [])
    let outcome = PredictionOutcome(prediction, settlement)
    #expect(abs(try #require(outcome.cpuPace) - 2) < 0.01)
    let costs = try #require(outcome.moduleCosts)
    #expect(costs.map(\.module) == ["Store", "Core", "Cart"])
    #expect(costs.first.map { abs($0.difference + 2) < 0.1 } == true)
    #expect(PredictionOutcome(prediction, settled).moduleCosts == nil, "no build was recorded")
  }

  private func extent(
    of prediction: SavedPrediction, from base: MadeWorld, to head: MadeWorld
  ) throws -> CarriedOutChange.Extent {
    func run(_ world: MadeWorld) -> Run {
      Run(
        environment: Run.Machine(cores: 32, os: "Linux", compiler: "Swift 6.3.1"),
        workspace: .init(name: "Shop", revision: "abc", graph: world.graph),
        plan: .init(arms: ["App"], warmups: 1, rounds: 6, seed: 1, configuration: "debug"),
        arms: [Arm(name: "App", role: .combined, targets: ["App"], modules: world.graph.modules.map(\.id))],
        samples: [])
    }
    return try #require(CarriedOutChange(of: prediction, in: Run.comparing(run(base), run(head)))).extent
  }

  @Test func `whether two states contain the predicted change is known before they are built`() throws {
    let (before, cut) = (Self.world, Self.cut)
    let two = try prediction(.cut("Search", "Cart"), .add("Search", "Store"))
    #expect(try extent(of: two, from: before, to: before) == .none)
    #expect(try extent(of: two, from: before, to: before.with { $0["Net"]?.dependencies = [] }) == .none)
    #expect(try extent(of: two, from: before, to: cut) == .some)
    #expect(try extent(of: two, from: cut, to: cut) == .alreadyInBase)
    #expect(try extent(of: two, from: cut, to: cut.with { $0["Search"]?.dependencies = ["Net", "Store"] }) == .some)
    // Neither costs nor machines are in the structure.
    #expect(try extent(of: prediction(.cost("Core", factor: 2)), from: before, to: before) == .some)

    let moved = try prediction(.move(["Core0.swift"], from: "Core", to: "Net"))
    let move = before.with { worlds in
      if let file = worlds["Core"]?.files.removeFirst() { worlds["Net"]?.files.append(file) }
    }
    #expect(try extent(of: moved, from: before, to: before) == .none)
    #expect(try extent(of: moved, from: before, to: move) == .some)
    #expect(try extent(of: moved, from: move, to: move) == .alreadyInBase)
  }

  @Test func `builds of something else settle nothing`() throws {
    let prediction = try prediction(.cut("Search", "Cart"))
    var run = try comparison(Self.cut).head.run
    run.plan.scenarios = [.null]
    for index in run.samples.indices { run.samples[index].scenario = .null }
    let null = try #require(RunComparison(RunFindings(run)))
    #expect(throws: Settlement.SettlementError.notBuilt(target: "App", built: [])) {
      try Settlement(of: prediction, null, settled: "", runs: [])
    }
    for index in run.samples.indices where run.arms.first?.name == run.samples[index].arm {
      run.samples[index].outcome = .failed
    }
    run.plan.scenarios = [.clean]
    for index in run.samples.indices { run.samples[index].scenario = .clean }
    let failed = try #require(RunComparison(RunFindings(run)))
    #expect(throws: Settlement.SettlementError.failed(target: "App", state: "abc")) {
      try Settlement(of: prediction, failed, settled: "", runs: [])
    }
    // A warm-up of the head fails, so that no round is made.
    run.samples = run.arms.enumerated().map { index, arm in
      Sample(
        arm: arm.name, round: 0, position: index, warmup: true, offsetSeconds: 0, seconds: 1, cpuSeconds: 1,
        peakBytes: 1,
        outcome: index == 0 ? .ok : .failed)
    }
    let warmedUp = try #require(RunComparison(RunFindings(run)))
    #expect(throws: Settlement.SettlementError.failed(target: "App", state: "def")) {
      try Settlement(of: prediction, warmedUp, settled: "", runs: [])
    }
  }

  @Test func `the record is of what counts`() throws {
    let prediction = try prediction(.cut("Search", "Cart"))
    let right = try outcome(prediction, comparison(Self.cut))
    let wrong = try outcome(prediction, comparison(Self.cut, code: 1.25))
    let other = try outcome(prediction, comparison(Self.world))
    let noisy = try outcome(prediction, comparison(Self.cut, noise: 1))
    #expect(PredictionRecord([other, noisy]) == nil)
    let record = try #require(PredictionRecord([right, other, wrong, noisy]))
    #expect(record.settled == 2 && record.withinInterval == 1)
    #expect(abs(record.largestRelativeError - 0.2) < 0.01 && abs(record.medianRelativeError - 0.1) < 0.01)
  }

  @Test func `changes are kept as options, which mean the same again`() throws {
    let prediction = try prediction(
      .split(
        "Store",
        [
          .init(name: "Store", files: ["Store0.swift"]),
          .init(name: "Disk", files: (1...4).map { "Store\($0).swift" }),
        ]), .cores(8))
    #expect(prediction.changes.map(\.option) == ["split", "cores"])
    #expect(prediction.proposal.changes.map(\.description) == ["split Store into Store, Disk", "8 cores"])
    #expect(prediction.changesMachine)
    #expect(prediction.after.modules.map(\.name) == ["App", "Cart", "Core", "Disk", "Net", "Search", "Store"])
    #expect(prediction.before.modules.count == 6)
  }
}
