import BuildAnalysis

/// Whether measurements meet a goal, such as “at most 1.02 times”.
enum GoalVerdict: String {
  /// The whole interval lies within the goal.
  case met
  /// The whole interval lies outside it.
  case missed
  /// The interval contains an end of the goal, or there are too few rounds for an interval. More rounds are needed.
  case unresolved

  /// - Parameters:
  ///   - interval: `nil` if there were too few rounds for one.
  ///   - goal: the allowed values, in the unit of the interval.
  init(_ interval: Interval?, goal: ClosedRange<Double>) {
    guard let interval else {
      self = .unresolved
      return
    }
    let isInside = goal.contains(interval.low) && goal.contains(interval.high)
    let isOutside = interval.high < goal.lowerBound || interval.low > goal.upperBound
    self = isInside ? .met : isOutside ? .missed : .unresolved
  }
}
