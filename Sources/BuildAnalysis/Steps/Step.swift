/// A lasting change of level in a series.
package struct Step: Sendable, Hashable {
  /// The most probable first value of the new level.
  package let index: Int
  /// The range that contains the first value of the new level with a probability of 95 %, given that there is a step.
  package let candidates: ClosedRange<Int>
  /// The probability that this is a step, and not noise or drift.
  package let probability: Double
  /// The levels before and after the step.
  package let before: Double
  package let after: Double

  /// 1.03 for 3 % more.
  package var ratio: Double { after / before }
}
