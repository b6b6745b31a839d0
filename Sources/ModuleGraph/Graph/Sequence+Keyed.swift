extension Sequence {
  /// A dictionary of pairs; of several with the same key, the first counts.
  package func keyed<Key: Hashable, Value>(_ pair: (Element) throws -> (Key, Value)) rethrows -> [Key: Value] {
    Dictionary(try map(pair)) { first, _ in first }
  }
}
