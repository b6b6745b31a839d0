/// The violations that a team knows of and has not yet mended.
package struct Baseline: Hashable, Sendable {
  package struct Entry: Hashable, Sendable {
    package let key: Violation.Key
    /// The figure of a rule with a limit: it may fall, and may not rise.
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

  /// How many violations of each rule are known.
  package var counts: [String: Int] { Dictionary(entries.map { ($0.key.rule, 1) }, uniquingKeysWith: +) }

  /// What of it still occurs, with figures that have fallen.
  /// - Parameter today: all that occurs.
  package func pruned(by today: Baseline) -> Baseline {
    let amounts = Dictionary(today.entries.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    return Baseline(
      entries.compactMap { entry in
        guard let now = amounts[entry.key] else { return nil }
        guard let known = entry.amount, let amount = now.amount else { return now }
        return Entry(entry.key, amount: min(known, amount))
      })
  }

  /// The rules of which another baseline knows more, or greater figures; sorted. Rules that this one does not know are not
  /// among them.
  package func exceeded(by other: Baseline) -> [String] {
    let (counts, others) = (counts, other.counts)
    let amounts = Dictionary(entries.map { ($0.key, $0.amount) }, uniquingKeysWith: { first, _ in first })
    let greater = other.entries.filter { entry in
      if let amount = entry.amount, let known = amounts[entry.key] ?? nil { amount > known } else { false }
    }
    return Set(counts.filter { $0.value < others[$0.key] ?? 0 }.keys).union(greater.map(\.key.rule)).sorted()
  }
}
