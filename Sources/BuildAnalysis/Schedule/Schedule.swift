/// A work network with the places for it: the complete input of a replay.
package struct Schedule: Sendable {
  package let network: WorkNetwork
  package let cores: Int
  /// The maximum number of processes that the builder runs at once; a driver and the jobs that it starts count as one.
  package let lanes: Int
  /// The number of places of each driver.
  package let drivers: [Int]
  /// `nil` if everything that compilers share exists already.
  package let preparation: SharedPreparation?

  package init(
    network: WorkNetwork, cores: Int, lanes: Int, drivers: [Int], preparation: SharedPreparation? = nil
  ) {
    (self.network, self.cores, self.lanes, self.drivers) = (network, cores, lanes, drivers)
    self.preparation = preparation
  }

  /// The same schedule with the pieces replaced by an equal number of others.
  package func replacing(_ steps: [WorkNetwork.Step]) -> Schedule {
    Schedule(
      network: network.replacing(steps), cores: cores, lanes: lanes, drivers: drivers, preparation: preparation)
  }

  /// The result of a replay.
  package struct Outcome: Hashable, Sendable {
    package let nanoseconds: Double
    /// The pieces that needed the shared preparation before it was made, in chronological order; the first one made it.
    package let beginners: [Int]
  }

  /// - Parameter free: a module that costs nothing in the replay.
  /// - Complexity: that of ``Simulation``.
  package func replayed(without free: Int? = nil) -> Outcome { Simulation.outcome(of: self, free: free) }

  /// The replayed duration from the first piece to the last, in nanoseconds.
  /// - Parameter free: a module that costs nothing in the replay.
  /// - Complexity: that of ``Simulation``.
  package func nanoseconds(without free: Int? = nil) -> Double {
    replayed(without: free).nanoseconds
  }

  /// The longest chains of work, in whole nanoseconds.
  /// - Parameter beginners: as a replay tells. The first of them makes the shared preparation, and the others end no earlier.
  /// - Complexity: O(pieces + waits).
  package func chains(beginners: [Int] = []) -> LongestChains {
    var lengths = network.steps.map { Int($0.workNanoseconds.rounded()) }
    let own = LongestChains(lengths: lengths, waits: network.waits, order: network.order)
    guard let maker = beginners.first, let preparation else { return own }
    let made = own.upTo[maker] + Int(preparation.makingNanoseconds.rounded())
    let waiting = Int(preparation.waitingNanoseconds.rounded())
    for piece in beginners { lengths[piece] += max(waiting, made - own.upTo[piece]) }
    return LongestChains(lengths: lengths, waits: network.waits, order: network.order)
  }

  /// The schedule with the work of only some modules. The pieces of other modules become milestones, so that transitive
  /// waits are kept.
  /// - Parameters:
  ///   - kept: indices of modules.
  ///   - isClean: whether the shared preparation has to be made.
  package func keeping(_ kept: Set<Int>, isClean: Bool) -> Schedule {
    let steps = network.steps.map { step in
      step.module.map { !kept.contains($0) } ?? false
        ? WorkNetwork.Step(module: step.module, span: step.span, place: .none, workNanoseconds: 0) : step
    }
    return Schedule(
      network: network.replacing(steps), cores: cores, lanes: lanes, drivers: drivers,
      preparation: isClean ? preparation : nil)
  }
}
