/// A network of work with the places for it: all that a replay needs.
package struct Schedule: Sendable {
  package let network: WorkNetwork
  package let cores: Int
  /// How many processes the builder runs at once; a driver with what it starts counts as one.
  package let lanes: Int
  /// The number of places of each driver.
  package let drivers: [Int]

  package init(network: WorkNetwork, cores: Int, lanes: Int, drivers: [Int]) {
    (self.network, self.cores, self.lanes, self.drivers) = (network, cores, lanes, drivers)
  }

  /// The replayed duration from the first piece to the last.
  /// - Parameter free: a module that costs nothing in the replay.
  /// - Complexity: that of ``Simulation``.
  package func nanoseconds(without free: Int? = nil) -> Double {
    Simulation.nanoseconds(of: network, cores: cores, lanes: lanes, drivers: drivers, free: free)
  }

  /// The same without the work of all modules but some. Their pieces remain as milestones, so that waits through them
  /// remain.
  /// - Parameter kept: indices of modules.
  func keeping(_ kept: Set<Int>) -> Schedule {
    let steps = network.steps.map { step in
      step.module.map { !kept.contains($0) } ?? false
        ? WorkNetwork.Step(module: step.module, span: step.span, place: .none, workNanoseconds: 0) : step
    }
    return Schedule(network: network.replacing(steps), cores: cores, lanes: lanes, drivers: drivers)
  }
}
