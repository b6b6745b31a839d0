extension [Double] {
  /// Each p value, adjusted so that among those at most α no more than a share of α is expected to be false alarms.
  ///
  /// Benjamini & Hochberg, “Controlling the False Discovery Rate”, JRSS B 57 (1995): p times how many there are,
  /// divided by its rank, and never more than that of a larger p. It holds for independent comparisons and for those
  /// that share a reference, which makes them depend on each other positively.
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
