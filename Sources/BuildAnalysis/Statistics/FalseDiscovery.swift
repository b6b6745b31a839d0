extension [Double] {
  /// The p values, adjusted for the false discovery rate: among those that are at most α, the expected share of false
  /// alarms is at most α.
  ///
  /// Benjamini & Hochberg, “Controlling the False Discovery Rate”, JRSS B 57 (1995): p times the number of comparisons,
  /// divided by its rank, and never more than that of a larger p. It holds for independent comparisons and for those
  /// that share a reference, which makes them positively dependent.
  /// - Returns: in the same order; at most 1.
  /// - Complexity: O(n log n).
  package var benjaminiHochberg: [Double] {
    var adjusted = self
    var smallest = 1.0
    for (rank, index) in indices.sorted(by: { self[$0] < self[$1] }).enumerated().reversed() {
      smallest = Swift.min(smallest, self[index] * Double(count) / Double(rank + 1))
      adjusted[index] = smallest
    }
    return adjusted
  }
}
