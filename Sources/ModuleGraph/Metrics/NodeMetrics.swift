/// What the graph says of one module, or of one group.
package struct NodeMetrics: Sendable, Hashable {
  package let node: Int
  /// Absent, like the lines, where no sources were counted.
  package let sources: Tally?
  package let lines: Tally?
  /// How many others depend on it directly.
  package let fanIn: Int
  /// How many others it depends on directly.
  package let fanOut: Int
  /// How many others it depends on, directly or not.
  package let dependencies: Int
  /// How many others depend on it, directly or not.
  package let dependents: Int
  /// The longest way down, in steps; a cycle counts as one place.
  package let height: Int
  /// The longest way down to it from what nothing depends on.
  package let depth: Int
  /// The share of the workspace's lines that is in it or in what depends on it, directly or not: what a change may compile
  /// again. From 0 to 1; absent where not all of the workspace's lines are known, and where none are meant.
  package let recompiledShare: Double?
  /// What it cost in a recorded build; absent where it was not built, or no build is looked at.
  package let cost: BuildCost?
  /// The CPU seconds of that build in it and in what depends on it, directly or not; absent where nothing of them was
  /// built.
  package let recompiledCPUSeconds: Double?

  /// Fan-out ÷ (fan-in + fan-out): 0 where it is only depended on, 1 where it only depends; absent for one that stands
  /// alone.
  ///
  /// Martin, “OO Design Quality Metrics: An Analysis of Dependencies” (1994).
  package var instability: Double? {
    fanIn + fanOut == 0 ? nil : Double(fanOut) / Double(fanIn + fanOut)
  }
}
