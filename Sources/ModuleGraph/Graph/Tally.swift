/// A count that is either exact, or a lower bound because parts of it are not known.
package struct Tally: Sendable, Hashable, Encodable {
  package let value: Int
  /// Whether the count is exact; otherwise it is a lower bound.
  package let isExact: Bool

  package init(value: Int, isExact: Bool) {
    self.value = value
    self.isExact = isExact
  }

  package var exact: Int? { isExact ? value : nil }
  package var lowerBound: Int? { isExact ? nil : value }
}

extension [Module] {
  /// The sum of a figure of the modules' sources, such as their lines: a lower bound if some sources were not counted,
  /// `nil` if none were. Modules without sources, by their kind, add nothing.
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
  /// Whether modules of this kind have sources, known or not.
  package var hasSources: Bool { ![.binary, .system, .aggregate].contains(self) }
}
