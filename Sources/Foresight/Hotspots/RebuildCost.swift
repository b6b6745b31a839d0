import BuildAnalysis
package import ModuleGraph

/// The estimated cost of recompiling all files of some modules.
package struct RebuildCost: Sendable, Hashable {
  package let modules: Int
  /// `nil` if no lines were counted.
  package let lines: Tally?
  /// Their CPU seconds in a recorded build; `nil` if there is none, or if it contains none of them.
  package let cpuSeconds: Double?
  /// The wall time of these modules alone, by a replay of that build, in seconds; `nil` if it cannot be replayed.
  package let seconds: Double?

  /// The figure by which costs are compared: the first known one of wall time, CPU time, lines and modules.
  package var figure: Double { seconds ?? cpuSeconds ?? lines.map { Double($0.value) } ?? Double(modules) }
}

/// The functions that estimate the seconds of a rebuild.
package struct RebuildEstimates: Sendable {
  /// The CPU seconds of modules in a recorded build; `nil` if it contains none of them.
  package let cpuSeconds: @Sendable (Set<ModuleID>) -> Double?
  /// The wall time of a build that recompiles them, in seconds; `nil` if it is not predicted.
  package let seconds: @Sendable (Set<ModuleID>) -> Double?

  package init(
    cpuSeconds: @escaping @Sendable (Set<ModuleID>) -> Double?, seconds: @escaping @Sendable (Set<ModuleID>) -> Double?
  ) {
    self.cpuSeconds = cpuSeconds
    self.seconds = seconds
  }

  /// For use without a recorded build: nothing is estimated.
  package static let none = RebuildEstimates(cpuSeconds: { _ in nil }, seconds: { _ in nil })
}
