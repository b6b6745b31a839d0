extension Set {
  /// These elements, and all to which they lead, directly or not.
  /// - Complexity: O(elements + steps).
  @inlinable package func closed(under step: (Element) -> some Sequence<Element>) -> Self {
    var (reached, pending) = (self, Array(self))
    while let next = pending.popLast() {
      for other in step(next) where reached.insert(other).inserted { pending.append(other) }
    }
    return reached
  }
}
