/// An interval of a build's time, in nanoseconds from the build's start.
package struct Span: Hashable, Sendable {
  package let startNanoseconds: Int
  /// Never before the start.
  package let endNanoseconds: Int

  package init(_ startNanoseconds: Int, _ endNanoseconds: Int) {
    self.startNanoseconds = startNanoseconds
    self.endNanoseconds = endNanoseconds
  }

  package var nanoseconds: Int { endNanoseconds - startNanoseconds }
  package var seconds: Double { Double(nanoseconds) / 1e9 }
  package var startSeconds: Double { startNanoseconds.asSeconds }
  package var endSeconds: Double { endNanoseconds.asSeconds }
}

extension [Span] {
  /// The time covered by the spans, which must be sorted by start: disjoint spans, sorted.
  package var union: [Span] {
    var union: [Span] = []
    for span in self {
      if let last = union.last, span.startNanoseconds <= last.endNanoseconds {
        union[union.count - 1] = Span(last.startNanoseconds, Swift.max(last.endNanoseconds, span.endNanoseconds))
      } else {
        union.append(span)
      }
    }
    return union
  }

  /// The sum of the spans' lengths.
  package var nanoseconds: Int { reduce(0) { $0 + $1.nanoseconds } }
}

extension Span: Comparable {
  /// By start, then by end.
  package static func < (left: Span, right: Span) -> Bool {
    (left.startNanoseconds, left.endNanoseconds) < (right.startNanoseconds, right.endNanoseconds)
  }
}

extension Int {
  /// Nanoseconds as seconds, to the microsecond.
  package var asSeconds: Double { (Double(self) / 1e3).rounded() / 1e6 }

  package var fromMicroseconds: Double { Double(self) / 1e6 }
}
