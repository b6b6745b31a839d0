/// The metrics of one module or group.
package struct NodeMetrics: Sendable, Hashable {
  package let node: Int
  /// `nil`, like the lines, if no sources were counted.
  package let sources: Tally?
  package let lines: Tally?
  /// The number of others that depend on it directly.
  package let fanIn: Int
  /// The number of others that it depends on directly.
  package let fanOut: Int
  /// The number of others that it depends on, directly or not.
  package let dependencies: Int
  /// The number of others that depend on it, directly or not.
  package let dependents: Int
  /// The length of the longest path from it, in edges; the members of a cycle share one height.
  package let height: Int
  /// The length of the longest path to it from a root, in edges.
  package let depth: Int
  /// The share of the workspace's lines that a change of it may recompile: its own, and those of what depends on it,
  /// directly or not. From 0 to 1; `nil` if not all of the workspace's lines are known, or there are none.
  package let recompiledShare: Double?
  /// Its cost in a recorded build; `nil` if it was not built, or there is no recorded build.
  package let cost: BuildCost?
  /// The CPU seconds of that build that a change of it may repeat: its own, and those of what depends on it, directly
  /// or not; `nil` if none of these were built.
  package let recompiledCPUSeconds: Double?

  /// Fan-out ÷ (fan-in + fan-out): 0 if it has only dependents, 1 if it has only dependencies, `nil` if it has neither.
  ///
  /// Martin, “OO Design Quality Metrics: An Analysis of Dependencies” (1994).
  package var instability: Double? {
    fanIn + fanOut == 0 ? nil : Double(fanOut) / Double(fanIn + fanOut)
  }
}
