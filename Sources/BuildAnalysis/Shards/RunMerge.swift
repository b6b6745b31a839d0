/// The runs of one plan by several machines, merged into one run.
package struct RunMerge: Sendable {
  /// A run with its name for the user.
  package struct Part: Sendable {
    package let name: String
    package let run: Run

    package init(name: String, run: Run) { (self.name, self.run) = (name, run) }
  }

  /// The reason why runs cannot be merged.
  package enum Problem: Error, Hashable, Sendable {
    case nothing
    /// The run is not part of a plan.
    case whole(String)
    /// The run is part of another plan than the first run.
    case otherPlan(String, first: String)
    /// Two runs are the same shard.
    case doubled(String, String, shard: String)
    /// Shards are missing; with their numbers.
    case missing([Int], of: Int)
    /// Some rounds of the run are missing. Comparisons cannot be resumed.
    case incomplete(String, shard: String, rounds: Int, of: Int, canResume: Bool)
    /// The run differs from the first one in what was built.
    case differs(String, first: String, what: String)
  }

  /// In the order of the shards.
  package let parts: [Part]
  package let run: Run

  /// - Parameter isPartial: whether shards may be missing or incomplete.
  package init(_ runs: [Part], isPartial: Bool = false) throws(Problem) {
    let shards = try Self.sorted(runs)
    guard let first = shards.first else { throw .nothing }
    if !isPartial {
      let missing = Self.missing(in: shards, of: first.shard.count)
      guard missing.isEmpty else { throw .missing(missing, of: first.shard.count) }
      for (part, shard) in shards where part.run.wholeRounds < part.run.plan.rounds {
        throw .incomplete(
          part.name, shard: shard.description, rounds: part.run.wholeRounds, of: part.run.plan.rounds,
          canResume: !part.run.isOfTwoStates)
      }
    }
    parts = shards.map(\.part)
    run = Self.merged(shards, gaps: Self.gaps(in: shards, of: first.shard.count))
  }

  private static func missing(in shards: [Shard], of count: Int) -> [Int] {
    let present = Set(shards.map(\.shard.index))
    return (1...count).filter { !present.contains($0) }
  }

  private static func gaps(in shards: [Shard], of count: Int) -> Run.Gaps? {
    Run.Gaps(
      shards: count, missing: missing(in: shards, of: count),
      incomplete: shards.filter { $0.part.run.wholeRounds < $0.part.run.plan.rounds }.map(\.shard.index))
  }

  private typealias Shard = (part: Part, shard: Run.Plan.Shard)

  private static func sorted(_ runs: [Part]) throws(Problem) -> [Shard] {
    var shards: [Shard] = []
    for part in runs {
      guard let shard = part.run.plan.shard else { throw .whole(part.name) }
      if let first = shards.first {
        guard (shard.plan, shard.count) == (first.shard.plan, first.shard.count) else {
          throw .otherPlan(part.name, first: first.part.name)
        }
        if let what = difference(part.run, first.part.run) {
          throw .differs(part.name, first: first.part.name, what: what)
        }
      }
      if let twin = shards.first(where: { $0.shard.index == shard.index }) {
        throw .doubled(twin.part.name, part.name, shard: shard.description)
      }
      shards.append((part, shard))
    }
    return shards.sorted { $0.shard.index < $1.shard.index }
  }

  /// The first difference in what two runs built, in words; `nil` if there is none.
  private static func difference(_ run: Run, _ other: Run) -> String? {
    let facts = [
      ("the toolchain", run.environment.compiler == other.environment.compiler),
      (
        "the revision", run.workspace.revision == other.workspace.revision && run.base?.revision == other.base?.revision
      ),
      ("the module graph", run.workspace.graph == other.workspace.graph && run.base?.graph == other.base?.graph),
      ("what the arms build", run.arms == other.arms),
    ]
    return facts.first { !$0.1 }?.0
  }

  /// Merges the runs. Rounds are numbered alternately over the machines, so that adjacent rounds were built at about
  /// the same time.
  private static func merged(_ shards: [Shard], gaps: Run.Gaps?) -> Run {
    let runs = shards.map(\.part.run)
    var run = runs[0]
    run.started = runs.compactMap(\.started).min()
    run.machines = runs.map(\.environment)
    run.gaps = gaps
    if runs.contains(where: { $0.calibration != run.calibration }) { run.calibration = nil }
    // Restores the plan's own seed. Shards have different seeds, so that a history does not confuse the merged run with
    // its first shard.
    run.plan.seed &-= UInt64(shards[0].shard.index)
    run.plan.shard = nil
    let made = runs.enumerated().flatMap { machine, run in
      Set(run.samples.filter { !$0.warmup }.map(\.round)).map { [$0, machine] }
    }.sorted { $0.lexicographicallyPrecedes($1) }
    let numbers = Dictionary(uniqueKeysWithValues: made.enumerated().map { ($1, $0 + 1) })
    run.plan.rounds = max(1, made.count)
    run.samples = runs.enumerated().flatMap { machine, run in
      run.samples.map { sample in
        var sample = sample
        sample.machine = machine + 1
        if !sample.warmup { sample.round = numbers[[sample.round, machine]] ?? sample.round }
        return sample
      }
    }
    return run
  }
}

extension RunMerge.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .nothing: "There is nothing to merge."
    case .whole(let name):
      "`\(name)` is not part of a plan. Give runs that were made with --plan and --shard."
    case .otherPlan(let name, let first):
      "`\(name)` has a different plan or number of shards than `\(first)`. Merge the runs of one plan."
    case .doubled(let one, let other, let shard):
      "`\(one)` and `\(other)` are the same shard, \(shard). Omit one of them."
    case .missing(let shards, let count):
      "\(shards.count == 1 ? "Shard" : "Shards") \(shards.map(String.init).joined(separator: ", ")) of \(count) "
        + "\(shards.count == 1 ? "is" : "are") missing. Add \(shards.count == 1 ? "its run" : "their runs"), or merge "
        + "the others with --partial."
    case .incomplete(let name, let shard, let rounds, let planned, let canResume):
      "`\(name)`, shard \(shard), has \(rounds) of \(planned) rounds. "
        + (canResume ? "Resume it with `modgauge bench --resume`" : "Run it again with `modgauge compare --plan`")
        + ", or use the rounds that it has with --partial."
    case .differs(let name, let first, let what):
      "`\(name)` and `\(first)` differ in \(what), so their ratios cannot be pooled."
    }
  }
}
