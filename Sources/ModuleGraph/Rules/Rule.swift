/// One agreement on the architecture, as a configuration states it.
package struct Rule: Hashable, Sendable, Identifiable {
  /// From the least to the greatest.
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
  /// Why there is such a rule.
  package let comment: String?
  /// What it says of the parameters of its type.
  package let values: RuleValues
  /// Where the configuration states it, counted from 1; absent for a rule that none states.
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

  /// What must have been read of the workspace's files before it is checked.
  package var reads: FileReadings { RuleTypes.named(type)?.reads ?? [] }

  /// What it demands; `nil` for the name of a type that there is not.
  var demand: (any RuleType)? { RuleTypes.named(type)?.init(values) }
}
