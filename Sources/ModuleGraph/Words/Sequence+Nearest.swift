extension Sequence<String> {
  /// The names that a mistyped one most likely stands for, best first, at most `limit`.
  ///
  /// A name is near when its edit distance (optimal string alignment, case ignored) is at most a third of the
  /// longer of the two, and at least 1; one that contains the mistyped name, or is contained in it, is near as well.
  /// Ties keep the order of the names.
  /// - Complexity: O(names · length²).
  package func nearest(to name: String, limit: Int = 3) -> [String] {
    let wanted = Array(name.lowercased().unicodeScalars)
    let ranked = Set(self).compactMap { candidate -> (distance: Int, name: String)? in
      let other = Array(candidate.lowercased().unicodeScalars)
      let longer = Swift.max(wanted.count, other.count)
      let distance = editDistance(wanted, other)
      // A name of which no letter is left is another one.
      if distance <= Swift.max(1, longer / 3), distance < longer { return (distance, candidate) }
      let shorter = Swift.min(wanted.count, other.count)
      let (lower, lowerName) = (candidate.lowercased(), name.lowercased())
      let contained = lower.contains(lowerName) || lowerName.contains(lower)
      return contained && shorter >= 3 ? (longer, candidate) : nil
    }
    return ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(limit).map(\.name)
  }
}

/// The number of insertions, deletions, replacements and transpositions that turn one text into the other.
///
/// Optimal string alignment, as in Boytsov, “Indexing methods for approximate dictionary searching” (2011), 2.1.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
  var twoAbove: [Int] = []
  var above = Array(0...right.count)
  for row in 1...left.count {
    var current = [row]
    for column in 1...right.count {
      let replaced = above[column - 1] + (left[row - 1] == right[column - 1] ? 0 : 1)
      var best = Swift.min(above[column] + 1, current[column - 1] + 1, replaced)
      if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
        best = Swift.min(best, twoAbove[column - 2] + 1)
      }
      current.append(best)
    }
    (twoAbove, above) = (above, current)
  }
  return above[right.count]
}
