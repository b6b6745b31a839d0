import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis

/// How a plan is divided among machines, and what they measured is put together again.
struct ShardTests {
  @Test(arguments: [
    (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "4"], "2/4"),
    (["CIRCLE_NODE_INDEX": "0", "CIRCLE_NODE_TOTAL": "4"], "1/4"),
    (["BUILDKITE_PARALLEL_JOB": "3", "BUILDKITE_PARALLEL_JOB_COUNT": "4"], "4/4"),
    (["MODGAUGE_JOB_INDEX": "1", "MODGAUGE_JOB_TOTAL": "2"], "2/2"),
    (
      [
        "SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "5",
        "SLURM_ARRAY_TASK_MAX": "8",
      ], "3/4"
    ),
    (
      [
        "SLURM_ARRAY_TASK_ID": "6", "SLURM_ARRAY_TASK_COUNT": "4", "SLURM_ARRAY_TASK_MIN": "0",
        "SLURM_ARRAY_TASK_MAX": "6", "SLURM_ARRAY_TASK_STEP": "2",
      ], "4/4"
    ),
  ])
  func `a service says which part is this one's`(variables: [String: String], words: String) {
    guard case .found(let place, _) = ShardPosition.detected(in: variables) else {
      Issue.record("nothing detected")
      return
    }
    #expect(place.description == words)
  }

  @Test func `what a service says wrongly is told, and silence is none`() {
    #expect(ShardPosition.detected(in: ["CI_NODE_INDEX": "1"]) == nil)
    let gaps = [
      "SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1",
      "SLURM_ARRAY_TASK_MAX": "7",
    ]
    for variables in [["CI_NODE_INDEX": "5", "CI_NODE_TOTAL": "4"], gaps] {
      guard case .invalid = ShardPosition.detected(in: variables) else {
        Issue.record("\(variables)")
        continue
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 7]) func `the shares of all machines are all rounds`(count: Int) throws {
    for rounds in 0...20 {
      let shares = try (1...count).map { try #require(ShardPosition(index: $0, count: count)).rounds(of: rounds) }
      #expect(shares.reduce(0, +) == rounds && (shares.max() ?? 0) - (shares.min() ?? 0) <= 1)
    }
    for text in ["0/2", "3/2", "1", "a/2", "1/2/3", "-1/2", ""] { #expect(ShardPosition(text) == nil) }
  }

  // MARK: Statistics

  @Test func `one stratum is what pairs without strata are`() throws {
    var generator = SeededGenerator(seed: 3)
    let pairs = (0..<12).map { _ in (Double(100 + generator.below(50)), Double(100 + generator.below(50))) }
    #expect(try #require(PairedRatio(pairs)) == #require(PairedRatio(strata: [pairs, []])))
  }

  /// By full enumeration of all signs, with the ranks within each stratum.
  @Test(arguments: [
    ([[0.011, -0.004, 0.02], [0.3, 0.1, -0.2, 0.45], [0.002, 0.003]], [1, 1, 2]),
    ([[-0.2], [0.1, 0.2, -0.3, 0.4, 0.5], [0.01, -0.03]], [3, 1, 2]),
  ])
  func `the test of strata is exact`(strata: [[Double]], weights: [Int]) throws {
    let ranks = zip(strata, weights).flatMap { values, weight in
      values.map { value in weight * (values.count { abs($0) <= abs(value) }) }
    }
    let signs = strata.flatMap { $0.map { $0 > 0 } }
    let observed = zip(ranks, signs).reduce(0) { $1.1 ? $0 + $1.0 : $0 }
    let sums = (0..<(1 << ranks.count)).map { mask in
      ranks.indices.reduce(0) { mask >> $1 & 1 == 1 ? $0 + ranks[$1] : $0 }
    }
    let total = Double(sums.count)
    let tail = min(Double(sums.count { $0 <= observed }), Double(sums.count { $0 >= observed })) / total
    let averages = try #require(StratifiedAverages(strata))
    #expect(abs(averages.signedRankP - min(1, 2 * tail)) < 1e-12)
    // The interval excludes 1 exactly if the test does.
    let found = try #require(PairedRatio(strata: strata.map { $0.map { (exp($0), 1) } }))
    let interval = try #require(found.interval)
    #expect((interval.low > 1 || interval.high < 1) == (2 * tail <= 0.05))
  }

  /// By listing all averages, each as often as its stratum's weight. Of strata with 8, 2 and 1 values, the weights are
  /// 9 ÷ 9, 9 ÷ 3 and 9 ÷ 2.
  @Test func `the averages of a small stratum count more often`() throws {
    let strata = [[0.1, 0.7, 0.2, 0.9, 0.3, 0.8, 0.4, 0.5], [0.05, 0.95], [0.85]]
    let all = zip(strata, [1, 3, 5]).flatMap { values, weight in
      values.indices.flatMap { first in
        values[first...].flatMap { Array(repeating: (values[first] + $0) / 2, count: weight) }
      }
    }.sorted()
    let averages = try #require(StratifiedAverages(strata))
    #expect(averages.count == all.count && averages.median == all.median)
    #expect(all.indices.allSatisfy { averages.value(atRank: $0) == all[$0] })
    let cut = averages.interval(leavingOut: 4, level: 0.9)
    #expect(cut.low == all[4] && cut.high == all[all.count - 5])
    #expect(averages.doubledRanks == [2, 4, 6, 8, 10, 12, 14, 16, 6, 12, 10])
  }

  @Test func `machines of different speed and noise hide no difference from each other`() throws {
    var generator = SeededGenerator(seed: 5)
    func noise(_ size: Double) -> Double { exp(size * (Double(generator.below(2001)) / 1000 - 1)) }
    var (pooled, mixed) = (0, 0)
    for _ in 0..<60 {
      let strata = [(10.0, 0.01), (40, 0.01), (15, 0.3)].map { speed, size in
        (0..<5).map { _ in (speed * 1.01 * noise(size), speed * noise(size)) }
      }
      pooled += try #require(PairedRatio(strata: strata)?.p) <= 0.05 ? 1 : 0
      mixed += try #require(PairedRatio(strata.flatMap { $0 })?.p) <= 0.05 ? 1 : 0
    }
    #expect(pooled > mixed + 5 && pooled > 18, "\(pooled) and \(mixed) of 60")
  }

  /// As often as 5 % of 400 trials allow, with unequal noise too; of 80 trials where the campaign is not whole.
  @Test(arguments: [[0.01, 0.01, 0.01, 0.01], [0.005, 0.02, 0.01, 0.04]])
  func `machines that agree are seldom said not to, and those that do not are told`(noise: [Double]) throws {
    var generator = SeededGenerator(seed: 11)
    func values(_ size: Double, _ centre: Double) -> [Double] {
      (0..<5).map { _ in
        centre + size * (0..<12).reduce(-6.0) { sum, _ in sum + Double(generator.below(1 << 20)) / 0x1p20 }
      }
    }
    let trials = Campaign.isWhole ? 400 : 80
    let alarms = (0..<trials).count { _ in (Heterogeneity(noise.map { values($0, 0.05) })?.p ?? 1) <= 0.05 }
    #expect(try #require(binomialInterval(count: alarms, of: trials)).low <= 0.07, "\(alarms) of \(trials)")
    let found = Heterogeneity(noise.enumerated().map { values($1, $0 == 0 ? 0.2 : 0.05) })
    #expect(try #require(found).p < 0.05)
    #expect(Heterogeneity([[1, 2], [3]]) == nil)
    #expect(Heterogeneity([[0, 0, 0], [0, 0, 0]])?.p == 1)
  }

  // MARK: Merging

  private func shard(_ index: Int, of count: Int, rounds: Int = 3, plan: String = "0123456789abcdef") throws -> Run {
    var run = Run.example(rounds: rounds)
    run.started = "2026-02-03T04:0\(index):00Z"
    run.plan.seed = UInt64(100 + index)
    run.plan.shard = Run.Plan.Shard(try #require(ShardPosition(index: index, count: count)), of: plan)
    for place in run.samples.indices {
      run.samples[place].seconds = run.samples[place].seconds.map { $0 * Double(index) }
    }
    return run
  }

  private func problem(_ runs: [Run], isPartial: Bool = false) -> RunMerge.Problem? {
    let parts = runs.enumerated().map { RunMerge.Part(name: "run\($0 + 1)", run: $1) }
    do throws(RunMerge.Problem) { _ = try RunMerge(parts, isPartial: isPartial) } catch { return error }
    return nil
  }

  @Test func `shards become one run whose rounds are those of one machine each`() throws {
    let runs = try [shard(2, of: 2), shard(1, of: 2, rounds: 4)]
    let merged = try RunMerge(runs.map { RunMerge.Part(name: "", run: $0) }).run
    #expect(merged.plan.rounds == 7 && merged.plan.shard == nil && merged.machines?.count == 2)
    #expect(merged.started == "2026-02-03T04:01:00Z" && merged.samples.count == 27)
    let rounds = Dictionary(grouping: merged.samples.filter { !$0.warmup }, by: \.round)
    #expect(rounds.count == 7 && rounds.values.allSatisfy { Set($0.map(\.machine)).count == 1 && $0.count == 3 })
    #expect(rounds.sorted { $0.key < $1.key }.map { $0.value[0].machine } == [1, 2, 1, 2, 1, 2, 1])
    let findings = RunFindings(merged)
    #expect(findings.ending.reason == .rounds && findings.ending.rounds == 7)
    #expect(findings.comparisons.allSatisfy { $0.wall.pairs == 7 })
    #expect(merged.line.machine == runs[0].line.machine, "four machines of a kind are one line")
    #expect(merged.plan.seed == 100 && merged.identity != nil && merged.identity != runs[1].identity)
  }

  @Test func `what does not belong together is named`() throws {
    let (one, two) = (try shard(1, of: 3), try shard(2, of: 3))
    #expect(problem([one, two]) == .missing([3], of: 3))
    #expect(problem([one, two], isPartial: true) == nil)
    #expect(problem([one, two, two]) == .doubled("run2", "run3", shard: "2/3"))
    #expect(problem([one, try shard(2, of: 3, plan: "fedcba9876543210")]) == .otherPlan("run2", first: "run1"))
    #expect(problem([one, try shard(2, of: 2)]) == .otherPlan("run2", first: "run1"))
    #expect(problem([Run.example(rounds: 2)]) == .whole("run1"))
    #expect(problem([]) == .nothing)
    var other = two
    other.environment.compiler = "Swift 6.2"
    #expect(problem([one, other]) == .differs("run2", first: "run1", what: "the toolchain"))
    var cut = try shard(3, of: 3)
    cut.samples.removeLast()
    #expect(problem([one, two, cut]) == .incomplete("run3", shard: "3/3", rounds: 2, of: 3, canResume: true))
    #expect(problem([one, two, cut], isPartial: true) == nil)
    func gaps(_ runs: [Run]) throws -> Run.Gaps? {
      try RunMerge(runs.map { RunMerge.Part(name: "", run: $0) }, isPartial: true).run.gaps
    }
    let partial = try #require(try gaps([one, cut]))
    #expect(partial.shards == 3 && partial.missing == [2] && partial.incomplete == [3])
    #expect(try gaps([one, two, shard(3, of: 3)]) == nil)
  }

  @Test func `machines that do not agree are named with their ratios`() throws {
    func part(_ index: Int, slowed: Double) throws -> RunMerge.Part {
      var run = try shard(index, of: 2, rounds: 6)
      for place in run.samples.indices where run.samples[place].arm == "CartApp" {
        let noise = 1 + Double(run.samples[place].round % 3) / 500
        run.samples[place].seconds = run.samples[place].seconds.map { $0 * slowed * noise }
      }
      return RunMerge.Part(name: "", run: run)
    }
    let agreed = try RunFindings(RunMerge([part(1, slowed: 1), part(2, slowed: 1)]).run)
    #expect(agreed.disagreements.isEmpty)
    let found = try RunFindings(RunMerge([part(1, slowed: 1), part(2, slowed: 1.5)]).run).disagreements
    #expect(found.map(\.arm) == ["CartApp"])
    let ratios = try #require(found.first).ratios
    try #require(ratios.count > 1)
    #expect(ratios.map(\.machine) == [1, 2] && abs(ratios[1].ratio / ratios[0].ratio - 1.5) < 0.01)
  }
}
