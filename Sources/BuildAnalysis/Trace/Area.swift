/// The area under a step function.
struct Area: Sendable {
  private let starts: [Int]
  private let values: [Double]
  /// The area before each start.
  private let before: [Double]

  /// - Parameters:
  ///   - function: the step function.
  ///   - height: the height for each value of the function; must be 0 for 0.
  init<Value>(under function: StepFunction<Value>, height: (Value) -> Double) {
    var before: [Double] = []
    var area = 0.0
    var values: [Double] = []
    for (index, step) in function.steps.enumerated() {
      if index > 0 {
        area += values[index - 1] * Double(step.startNanoseconds - function.steps[index - 1].startNanoseconds)
      }
      before.append(area)
      values.append(height(step.value))
    }
    starts = function.steps.map(\.startNanoseconds)
    self.values = values
    self.before = before
  }

  /// The area within a span, in nanoseconds × the unit of the height.
  /// - Complexity: O(log *n*).
  func callAsFunction(in span: Span) -> Double {
    self(until: span.endNanoseconds) - self(until: span.startNanoseconds)
  }

  private func callAsFunction(until time: Int) -> Double {
    let index = starts.partitioningIndex { $0 > time } - 1
    return index < 0 ? 0 : before[index] + values[index] * Double(time - starts[index])
  }
}
