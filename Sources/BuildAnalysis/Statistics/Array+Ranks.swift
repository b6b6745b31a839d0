/// Ranks for nonparametric tests.
extension [Double] {
  /// Twice the rank of each value, counted from 1, in the order of the values. Equal values get the mean of their ranks
  /// (midranks), which is an integer when doubled.
  /// - Complexity: O(n log n).
  var doubledMidranks: [Int] {
    let order = indices.sorted { self[$0] < self[$1] }
    var ranks = Array<Int>(repeating: 0, count: count)
    var start = 0
    while start < count {
      let end = order[start...].firstIndex { self[$0] != self[order[start]] } ?? count
      for index in order[start..<end] { ranks[index] = start + 1 + end }
      start = end
    }
    return ranks
  }
}
