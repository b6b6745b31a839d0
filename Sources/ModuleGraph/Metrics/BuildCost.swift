/// The cost of a module, or of a group of modules, in a recorded build.
package struct BuildCost: Sendable, Hashable {
  package var cpuSeconds: Double
  /// Wall time during which at least one of its processes ran.
  package var wallSeconds: Double

  package init(cpuSeconds: Double, wallSeconds: Double) {
    self.cpuSeconds = cpuSeconds
    self.wallSeconds = wallSeconds
  }

  /// The sum of both costs; wall times are added even if they overlap.
  package static func + (left: BuildCost, right: BuildCost) -> BuildCost {
    BuildCost(cpuSeconds: left.cpuSeconds + right.cpuSeconds, wallSeconds: left.wallSeconds + right.wallSeconds)
  }
}
