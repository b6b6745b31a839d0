package import ModuleGraph

/// What it costs to compile some modules again, all of their files: an estimate, never a measurement.
package struct RebuildCost: Sendable, Hashable {
  /// The number of modules.
  package let modules: Int
  /// `nil` if no lines were counted.
  package let lines: Tally?
  /// Their CPU seconds in a recorded build; `nil` without one, or if none of them was in it.
  package let cpuSeconds: Double?
  /// How long a replay of that build takes for these modules alone; `nil` if it cannot be replayed.
  package let seconds: Double?

  package init(modules: Int, lines: Tally?, cpuSeconds: Double? = nil, seconds: Double? = nil) {
    self.modules = modules
    self.lines = lines
    self.cpuSeconds = cpuSeconds
    self.seconds = seconds
  }

  /// The figure by which costs are compared: the best that is known.
  package var figure: Double { seconds ?? cpuSeconds ?? lines.map { Double($0.value) } ?? Double(modules) }
}

/// How the seconds of a rebuild are estimated.
package struct RebuildEstimates: Sendable {
  /// The CPU seconds of modules in a recorded build; `nil` if none of them was in it.
  package let cpuSeconds: @Sendable (Set<ModuleID>) -> Double?
  /// The wall time of a build that compiles them again; `nil` if it is not predicted.
  package let seconds: @Sendable (Set<ModuleID>) -> Double?

  package init(
    cpuSeconds: @escaping @Sendable (Set<ModuleID>) -> Double?, seconds: @escaping @Sendable (Set<ModuleID>) -> Double?
  ) {
    self.cpuSeconds = cpuSeconds
    self.seconds = seconds
  }

  /// Without a recorded build.
  package static let none = RebuildEstimates(cpuSeconds: { _ in nil }, seconds: { _ in nil })
}
