/// The times at which all of a number of places were taken.
struct Occupancy: Sendable {
  /// The number of places: the stated number, or if larger, the maximum taken at the same time.
  let places: Int
  /// The spans during which all places were taken; sorted by start, disjoint.
  private let full: [Span]
  /// The total duration of the preceding spans, for each of these.
  private let before: [Int]

  /// - Parameters:
  ///   - spans: the spans during which single places were taken.
  ///   - places: the stated number of places.
  /// - Complexity: O(*n* log *n*).
  init(of spans: some Sequence<Span>, places: Int) {
    let taken = StepFunction(adding: spans.map { (span: $0, value: 1) })
    let all = taken.steps.reduce(places) { max($0, $1.value) }
    var full: [Span] = []
    var before: [Int] = []
    var sum = 0
    for stretch in taken.stretches where stretch.value >= all {
      before.append(sum)
      full.append(stretch.span)
      sum += stretch.span.nanoseconds
    }
    self.places = all
    self.full = full
    self.before = before
  }

  /// How long all places were taken within a span, in nanoseconds.
  /// - Complexity: O(log *n*).
  func fullNanoseconds(in span: Span) -> Int {
    full(until: span.endNanoseconds) - full(until: span.startNanoseconds)
  }

  /// The last moment in a span at which all places were taken; `nil` if there was none.
  /// - Complexity: O(log *n*).
  func lastFull(in span: Span) -> Int? {
    let index = full.partitioningIndex { $0.startNanoseconds >= span.endNanoseconds } - 1
    guard index >= 0, full[index].endNanoseconds > span.startNanoseconds else { return nil }
    return min(full[index].endNanoseconds, span.endNanoseconds)
  }

  private func full(until time: Int) -> Int {
    let index = full.partitioningIndex { $0.startNanoseconds > time } - 1
    return index < 0 ? 0 : before[index] + min(time, full[index].endNanoseconds) - full[index].startNanoseconds
  }
}
