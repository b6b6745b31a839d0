extension Set {
  /// These elements, and all to which they lead, directly or not.
  /// - Complexity: O(elements + steps).
  package func closure(by step: (Element) -> some Sequence<Element>) -> Set<Element> {
    var (reached, pending) = (self, Array(self))
    while let next = pending.popLast() {
      for other in step(next) where reached.insert(other).inserted { pending.append(other) }
    }
    return reached
  }
}
