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
}

extension [Span] {
  /// The total time covered by the spans, which must be sorted by start.
  var coveredNanoseconds: Int {
    var (covered, end) = (0, Int.min)
    for span in self where span.endNanoseconds > end {
      covered += span.endNanoseconds - Swift.max(end, span.startNanoseconds)
      end = span.endNanoseconds
    }
    return covered
  }
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

  /// Microseconds as seconds.
  package var fromMicroseconds: Double { Double(self) / 1e6 }
}
