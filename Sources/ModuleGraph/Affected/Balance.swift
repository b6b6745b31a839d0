/// The division of work into parts that take about equally long.
package enum Balance {
  /// Divides elements by longest processing time first: each, from the greatest, joins the part with the least work. At
  /// most 4/3 of the best division. Graham, “Bounds on multiprocessing timing anomalies”, SIAM J. Appl. Math. 17 (1969).
  /// - Parameters:
  ///   - count: the number of parts, at least 1; empty parts are left out.
  ///   - weight: not negative.
  /// - Returns: the parts; each keeps the order of the elements.
  /// - Complexity: O(elements · (log elements + parts)).
  package static func divide<Element>(
    _ elements: [Element], into count: Int, weight: (Element) -> Double
  ) -> [[Element]] {
    let weights = elements.map(weight)
    var parts = [(work: Double, members: [Int])](repeating: (0, []), count: max(1, count))
    for index in elements.indices.sorted(by: { (-weights[$0], $0) < (-weights[$1], $1) }) {
      let least = parts.indices.min {
        (parts[$0].work, parts[$0].members.count, $0) < (parts[$1].work, parts[$1].members.count, $1)
      }
      guard let least else { continue }
      parts[least].work += weights[index]
      parts[least].members.append(index)
    }
    return parts.map(\.members).filter { !$0.isEmpty }.map { $0.sorted().map { elements[$0] } }
  }
}
