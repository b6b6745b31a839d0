/// A count that is exact, or a lower bound where parts of it are not known.
package struct Tally: Sendable, Hashable {
  package let value: Int
  /// Whether there are as many and no more.
  package let isExact: Bool

  package init(value: Int, isExact: Bool) {
    self.value = value
    self.isExact = isExact
  }

  /// `nil` for a lower bound.
  package var exact: Int? { isExact ? value : nil }
  /// `nil` for an exact count.
  package var lowerBound: Int? { isExact ? nil : value }
}

extension Sequence<Module> {
  /// The sum of a figure of the modules' sources, such as their lines: a lower bound where some modules have sources that
  /// nobody counted, or not all of them, `nil` where none were counted. Kinds without sources add nothing.
  package func tally(of figure: (Module) -> Int?) -> Tally? {
    var known: Int?
    var isExact = true
    for module in self {
      if let part = figure(module) {
        known = (known ?? 0) + part
        isExact = isExact && module.missingSources == nil
      } else if module.kind.hasSources {
        isExact = false
      }
    }
    return known.map { Tally(value: $0, isExact: isExact) }
  }
}

extension Module.Kind {
  /// Whether there are sources somewhere, known or not.
  package var hasSources: Bool { ![.binary, .system, .aggregate].contains(self) }
}
