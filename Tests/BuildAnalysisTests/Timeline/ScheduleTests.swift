import ModuleGraph
import Testing

@testable import BuildAnalysis

/// Pieces of random work, each with a lane of its own; its seed is its name in a failure.
private struct RandomWork {
  let cores: Int
  let network: WorkNetwork
  let lengths: [Int]

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let count = 1 + generator.below(40)
    cores = 1 + generator.below(5)
    let lengths = (0..<count).map { _ in generator.below(8) == 0 ? 0 : 1 + generator.below(1000) }
    let waits = (0..<generator.below(3 * count)).compactMap { _ -> (from: Int, to: Int)? in
      let (first, second) = (generator.below(count), generator.below(count))
      return first == second ? nil : (min(first, second), max(first, second))
    }
    self.lengths = lengths
    network = WorkNetwork(
      steps: lengths.enumerated().map { index, length in
        WorkNetwork.Step(
          job: index, module: index, span: Span(index, index), place: .lane, workNanoseconds: Double(length))
      }, waits: waits)
  }

  func nanoseconds(cores: Int? = nil, lanes: Int? = nil, free: Int? = nil) -> Double {
    Schedule(network: network, cores: cores ?? self.cores, lanes: lanes ?? cores ?? self.cores, drivers: [])
      .nanoseconds(without: free)
  }

  var chains: LongestChains { LongestChains(lengths: lengths, waits: network.waits, order: network.order) }
}

struct ScheduleTests {
  @Test(arguments: 0..<300 as Range<UInt64>) func aScheduleKeepsGrahamsBounds(seed: UInt64) {
    let work = RandomWork(seed: seed)
    let (chain, sum) = (Double(work.chains.length), Double(work.lengths.reduce(0, +)))
    let cores = Double(work.cores)
    let took = work.nanoseconds()
    #expect(took >= chain - 1e-6, "seed \(seed)")
    #expect(took >= sum / cores - 1e-6, "seed \(seed)")
    #expect(took <= sum / cores + (1 - 1 / cores) * chain + 1e-6, "seed \(seed)")
    // More lanes than cores share them, and no core idles for that.
    let shared = work.nanoseconds(lanes: work.cores + 2)
    #expect(shared >= max(chain, sum / cores) - 1e-6, "seed \(seed)")
    #expect(shared <= sum / cores + (1 - 1 / cores) * chain + 1e-6, "seed \(seed)")
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func oneCoreDoesAllAndEnoughCoresDoTheLongestChain(seed: UInt64) {
    let work = RandomWork(seed: seed)
    #expect(abs(work.nanoseconds(cores: 1) - Double(work.lengths.reduce(0, +))) < 1e-6, "seed \(seed)")
    #expect(abs(work.nanoseconds(cores: work.lengths.count) - Double(work.chains.length)) < 1e-6, "seed \(seed)")
  }

  @Test(arguments: 0..<100 as Range<UInt64>) func withEnoughCoresAFreePieceNeverCosts(seed: UInt64) {
    let work = RandomWork(seed: seed)
    let cores = work.lengths.count
    let took = work.nanoseconds(cores: cores)
    for free in work.lengths.indices {
      let gain = took - work.nanoseconds(cores: cores, free: free)
      #expect(gain >= -1e-6 && gain <= Double(work.lengths[free]) + 1e-6, "seed \(seed)")
      if work.chains.slack(of: free) >= work.lengths[free] {
        #expect(gain < Double(work.lengths[free]) + 1e-6, "seed \(seed)")
      }
    }
  }

  @Test(arguments: 0..<300 as Range<UInt64>) func theLongestChainIsAsLongAsItsPieces(seed: UInt64) {
    let work = RandomWork(seed: seed)
    let chains = work.chains
    #expect(chains.longest.reduce(0) { $0 + work.lengths[$1] } == chains.length, "seed \(seed)")
    #expect(
      zip(chains.longest, chains.longest.dropFirst()).allSatisfy { work.network.waits.successors(of: $0).contains($1) },
      "seed \(seed)")
    #expect(chains.longest.allSatisfy { chains.slack(of: $0) == 0 }, "seed \(seed)")
    #expect(work.lengths.indices.allSatisfy { chains.slack(of: $0) >= 0 }, "seed \(seed)")
  }

  @Test func jobsBeyondTheCoresShareThem() {
    // Three of 100 on two cores, all at once: each at two thirds of its speed.
    let steps = (0..<3).map {
      WorkNetwork.Step(job: $0, module: $0, span: Span(0, 0), place: .lane, workNanoseconds: 100)
    }
    let network = WorkNetwork(steps: steps, waits: [])
    #expect(abs(Schedule(network: network, cores: 2, lanes: 3, drivers: []).nanoseconds() - 150) < 1e-9)
    #expect(abs(Schedule(network: network, cores: 2, lanes: 2, drivers: []).nanoseconds() - 200) < 1e-9)
    #expect(abs(Schedule(network: network, cores: 2, lanes: 3, drivers: []).nanoseconds(without: 0) - 100) < 1e-9)
  }

  @Test func whatCompilersShareIsMadeOnceAndWaitedFor() {
    // The first makes it in 50; the second, which comes to need it with the first, works 10 and waits; the third does not.
    let steps = (0..<3).map {
      var step = WorkNetwork.Step(job: $0, module: $0, span: Span($0, $0), place: .lane, workNanoseconds: 100)
      step.needsPreparation = true
      return step
    }
    let network = WorkNetwork(steps: steps, waits: [(0, 2)])
    func replayed(cores: Int, free: Int? = nil) -> Schedule.Outcome {
      Schedule(
        network: network, cores: cores, lanes: 2, drivers: [],
        preparation: SharedPreparation(makingNanoseconds: 50, waitingNanoseconds: 10)
      ).replayed(without: free)
    }
    #expect(replayed(cores: 2) == .init(nanoseconds: 250, beginners: [0, 1]))
    #expect(replayed(cores: 1) == .init(nanoseconds: 360, beginners: [0, 1]))
    // If the first costs nothing, it still makes it, as if it cost very little.
    #expect(replayed(cores: 2, free: 0) == .init(nanoseconds: 150, beginners: [0]))
  }

  @Test func piecesThatWaitForOneAnotherAreNotWaitedForForever() {
    let steps = (0..<3).map {
      WorkNetwork.Step(job: $0, module: $0, span: Span(0, 0), place: .lane, workNanoseconds: 1)
    }
    let network = WorkNetwork(steps: steps, waits: [(0, 1), (1, 2), (2, 0)])
    #expect(Schedule(network: network, cores: 3, lanes: 3, drivers: []).nanoseconds() > 0)
    #expect(network.waits.edgeCount == 2)
  }

  @Test func stepsAddUpAndEndAtZero() {
    let sum = StepFunction(adding: [(ms(0, 4), 1), (ms(2, 6), 1), (ms(6, 8), 2), (ms(9, 9), 5)])
    #expect(sum.steps.map(\.value) == [1, 2, 1, 2, 0])
    #expect(sum.steps.map(\.startNanoseconds) == [0, 2, 4, 6, 8].map { $0 * 1_000_000 })
    let none: [(span: Span, value: Int)] = []
    #expect(StepFunction(adding: none).steps == [])
  }

  @Test func aFullHouseIsToldToTheMoment() {
    let occupancy = Occupancy(of: [ms(0, 4), ms(2, 6), ms(6, 8), ms(5, 8)], places: 2)
    #expect(occupancy.places == 2)
    // Full from 2 to 4 and from 5 to 8.
    #expect(occupancy.fullNanoseconds(in: ms(0, 10)) == 5_000_000)
    #expect(occupancy.fullNanoseconds(in: ms(3, 6)) == 2_000_000)
    #expect(occupancy.lastFull(in: ms(0, 4)) == 4_000_000)
    #expect(occupancy.lastFull(in: ms(0, 5)) == 4_000_000)
    #expect(occupancy.lastFull(in: ms(8, 9)) == nil)
    #expect(Occupancy(of: [ms(0, 4), ms(2, 6)], places: 1).places == 2)
  }
}
