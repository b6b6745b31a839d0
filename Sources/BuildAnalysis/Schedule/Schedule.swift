/// A network of work with the places for it: all that a replay needs.
package struct Schedule: Sendable {
  package let network: WorkNetwork
  package let cores: Int
  /// How many processes the builder runs at once; a driver with what it starts counts as one.
  package let lanes: Int
  /// The number of places of each driver.
  package let drivers: [Int]
  /// `nil` if everything that compilers share is there already.
  package let preparation: SharedPreparation?

  package init(
    network: WorkNetwork, cores: Int, lanes: Int, drivers: [Int], preparation: SharedPreparation? = nil
  ) {
    (self.network, self.cores, self.lanes, self.drivers) = (network, cores, lanes, drivers)
    self.preparation = preparation
  }

  /// The same places and preparation for a network with other pieces, as many.
  func replacing(_ steps: [WorkNetwork.Step]) -> Schedule {
    Schedule(
      network: network.replacing(steps), cores: cores, lanes: lanes, drivers: drivers, preparation: preparation)
  }

  /// A replay from the first piece to the last.
  struct Outcome: Hashable, Sendable {
    let nanoseconds: Double
    /// The pieces that needed the preparation before it was made, in their order; the first one made it.
    let beginners: [Int]
  }

  /// - Parameter free: a module that costs nothing in the replay.
  /// - Complexity: that of ``Simulation``.
  func replayed(without free: Int? = nil) -> Outcome { Simulation.outcome(of: self, free: free) }

  /// The replayed duration from the first piece to the last.
  /// - Parameter free: a module that costs nothing in the replay.
  /// - Complexity: that of ``Simulation``.
  package func nanoseconds(without free: Int? = nil) -> Double {
    replayed(without: free).nanoseconds
  }

  /// The longest chains of work, in whole nanoseconds. What compilers share counts for those that wait for no other
  /// compiler.
  /// - Complexity: O(pieces + waits).
  package var chains: LongestChains {
    var lengths = network.steps.map { Int($0.workNanoseconds) }
    var isLater = [Bool](repeating: false, count: lengths.count)
    for piece in network.order {
      let needs = network.steps[piece].needsPreparation
      if needs, !isLater[piece], let preparation { lengths[piece] += Int(preparation.makingNanoseconds) }
      guard needs || isLater[piece] else { continue }
      for next in network.waits.successors(of: piece) { isLater[next] = true }
    }
    return LongestChains(lengths: lengths, waits: network.waits, order: network.order)
  }

  /// The same without the work of all modules but some. Their pieces remain as milestones, so that waits through them
  /// remain.
  /// - Parameters:
  ///   - kept: indices of modules.
  ///   - isClean: whether what compilers share has to be made.
  func keeping(_ kept: Set<Int>, isClean: Bool) -> Schedule {
    let steps = network.steps.map { step in
      step.module.map { !kept.contains($0) } ?? false
        ? WorkNetwork.Step(module: step.module, span: step.span, place: .none, workNanoseconds: 0) : step
    }
    return Schedule(
      network: network.replacing(steps), cores: cores, lanes: lanes, drivers: drivers,
      preparation: isClean ? preparation : nil)
  }
}
