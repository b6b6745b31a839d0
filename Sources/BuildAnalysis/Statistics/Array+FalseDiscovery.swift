extension [Double] {
  /// The p-values adjusted for the false discovery rate: among those of at most α, the expected share of false alarms
  /// is at most α.
  ///
  /// Benjamini & Hochberg, “Controlling the False Discovery Rate”, JRSS B 57 (1995): p × number of comparisons ÷ rank,
  /// and never more than the adjusted value of a larger p. Valid for independent comparisons, and for comparisons with
  /// a common reference, which are positively dependent.
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
