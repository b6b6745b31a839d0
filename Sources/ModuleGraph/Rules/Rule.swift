/// An architecture rule, as a configuration states it.
package struct Rule: Hashable, Sendable, Identifiable {
  /// In ascending order.
  package enum Severity: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    case info, warning, error

    package static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

    private var rank: Int { self == .info ? 0 : self == .warning ? 1 : 2 }
  }

  /// Unique in its configuration.
  package let id: String
  /// The name of its ``RuleType``.
  package let type: String
  package let severity: Severity
  /// Why the rule exists.
  package let comment: String?
  /// Its values for the parameters of its type.
  package let values: RuleValues
  /// Its line in the configuration, counted from 1; absent for a built-in rule.
  package let line: Int?

  package init(
    id: String, type: String, severity: Severity = .error, comment: String? = nil, values: RuleValues = RuleValues(),
    line: Int? = nil
  ) {
    self.id = id
    self.type = type
    self.severity = severity
    self.comment = comment
    self.values = values
    self.line = line
  }

  /// The names of the checks that apply to every configuration, which no rule may have as its id.
  package static let staleBaseline = "stale-baseline"
  package static let unusedIgnore = "unused-ignore"
}
