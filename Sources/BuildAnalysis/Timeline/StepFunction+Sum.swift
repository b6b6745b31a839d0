extension StepFunction {
  /// The sum of figures that each hold over a span.
  /// - Complexity: O(*n* log *n*).
  init(adding parts: some Sequence<(span: Span, value: Value)>) {
    var changes: [(at: Int, by: Value, isStart: Bool)] = []
    for part in parts where part.span.nanoseconds > 0 {
      changes.append((part.span.startNanoseconds, part.value, true))
      changes.append((part.span.endNanoseconds, .zero - part.value, false))
    }
    changes.sort { $0.at < $1.at }
    var steps: [Step] = []
    var sum = Value.zero
    var holding = 0
    for (index, change) in changes.enumerated() {
      holding += change.isStart ? 1 : -1
      // What rounding left is dropped where nothing holds any more.
      sum = holding == 0 ? .zero : sum + change.by
      if index + 1 < changes.count, changes[index + 1].at == change.at { continue }
      if steps.last?.value ?? .zero != sum { steps.append(Step(startNanoseconds: change.at, value: sum)) }
    }
    self.init(steps: steps)
  }

  /// The stretches from each step to the next, by start.
  var stretches: [(span: Span, value: Value)] {
    zip(steps, steps.dropFirst()).map { (Span($0.startNanoseconds, $1.startNanoseconds), $0.value) }
  }
}

/// The area under a figure that changes in steps.
struct Area: Sendable {
  private let starts: [Int]
  private let values: [Double]
  /// The area before each start.
  private let before: [Double]

  /// - Parameters:
  ///   - function: what changes.
  ///   - height: what counts at each of its values; it must be 0 at 0.
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

  /// The area in nanoseconds times the height's unit.
  /// - Complexity: O(log *n*).
  func callAsFunction(in span: Span) -> Double {
    self(until: span.endNanoseconds) - self(until: span.startNanoseconds)
  }

  private func callAsFunction(until time: Int) -> Double {
    let index = starts.partitioningIndex { $0 > time } - 1
    return index < 0 ? 0 : before[index] + values[index] * Double(time - starts[index])
  }
}

extension Array {
  /// The first index whose element, and every one after it, satisfies the predicate; the count where there is none.
  /// - Complexity: O(log *n*).
  func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
