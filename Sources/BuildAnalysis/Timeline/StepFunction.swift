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
