/// A piecewise constant function of time.
package struct StepFunction<Value: Numeric & Sendable & Hashable>: Hashable, Sendable {
  /// A step: the function is `value` from `startNanoseconds` until the next step.
  package struct Step: Hashable, Sendable {
    /// In nanoseconds from the build's start.
    package let startNanoseconds: Int
    package let value: Value

    package init(startNanoseconds: Int, value: Value) {
      self.startNanoseconds = startNanoseconds
      self.value = value
    }
  }

  /// Sorted by start, at distinct times, with distinct adjacent values. The value is zero before the first step, and
  /// the last value is zero.
  package let steps: [Step]
}

extension StepFunction {
  /// The sum of values, each of which applies during a span.
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
      // Eliminates rounding errors where no value applies.
      sum = holding == 0 ? .zero : sum + change.by
      if index + 1 < changes.count, changes[index + 1].at == change.at { continue }
      if steps.last?.value ?? .zero != sum { steps.append(Step(startNanoseconds: change.at, value: sum)) }
    }
    self.init(steps: steps)
  }

  /// The intervals between steps with their values, sorted by start.
  var stretches: [(span: Span, value: Value)] {
    zip(steps, steps.dropFirst()).map { (Span($0.startNanoseconds, $1.startNanoseconds), $0.value) }
  }
}
