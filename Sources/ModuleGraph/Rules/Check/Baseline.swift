/// The violations that a team knows of and has not fixed yet.
package struct Baseline: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let key: Violation.Key
    /// The figure of a rule with a limit. It may fall, but not rise.
    package let amount: Int?

    package init(_ key: Violation.Key, amount: Int? = nil) {
      self.key = key
      self.amount = amount
    }
  }

  /// Sorted by their keys, each key once.
  package let entries: [Entry]

  package init(_ entries: [Entry] = []) {
    let unique = Dictionary(entries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    self.entries = unique.values.sorted { $0.key < $1.key }
  }

  package init(_ violations: some Sequence<Violation>) {
    self.init(violations.map { Entry($0.key, amount: $0.amount?.value) })
  }

  /// The number of known violations by rule.
  package var counts: [String: Int] { Dictionary(entries.map { ($0.key.rule, 1) }, uniquingKeysWith: +) }

  /// The entries that still occur, with figures lowered to today's.
  /// - Parameter today: all current violations.
  package func pruned(by today: Baseline) -> Baseline {
    let amounts = Dictionary(today.entries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    return Baseline(
      entries.compactMap { entry in
        guard let now = amounts[entry.key] else { return nil }
        guard let known = entry.amount, let amount = now.amount else { return now }
        return Entry(entry.key, amount: min(known, amount))
      })
  }

  /// The rules for which another baseline has more entries, or larger figures; sorted. Rules without an entry here are
  /// left out.
  package func exceeded(by other: Baseline) -> [String] {
    let (counts, others) = (counts, other.counts)
    let amounts = Dictionary(entries.map { ($0.key, $0.amount) }, uniquingKeysWith: { first, _ in first })
    let greater = other.entries.filter { entry in
      if let amount = entry.amount, let known = amounts[entry.key] ?? nil { amount > known } else { false }
    }
    return Set(counts.filter { $0.value < others[$0.key] ?? 0 }.keys).union(greater.map(\.key.rule)).sorted()
  }
}
