/// A lasting change of level in a series.
package struct Step: Sendable, Hashable {
  /// The most probable first value of the new level.
  package let index: Int
  /// The values of which the first of the new level is one, with 95 % probability where there is a step at all.
  package let candidates: ClosedRange<Int>
  /// That there is a step here, and neither noise nor drift.
  package let probability: Double
  /// The level before and after.
  package let before: Double
  package let after: Double

  /// 1.03 for 3 % more.
  package var ratio: Double { after / before }
}
