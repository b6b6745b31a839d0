/// A figure over the time of a build that changes in steps.
package struct StepFunction<Value: Numeric & Sendable & Hashable>: Hashable, Sendable {
  /// From `startNanoseconds` on the figure is `value`, until the next step.
  package struct Step: Hashable, Sendable {
    /// From the build's start.
    package let startNanoseconds: Int
    package let value: Value

    package init(startNanoseconds: Int, value: Value) {
      self.startNanoseconds = startNanoseconds
      self.value = value
    }
  }

  /// By start, no two at the same time and no two neighbours alike. Before the first the figure is zero; the last is
  /// zero.
  package let steps: [Step]

  package init(steps: [Step]) {
    self.steps = steps
  }
}
