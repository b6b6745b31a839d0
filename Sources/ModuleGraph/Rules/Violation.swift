/// A violation of a rule in a graph.
package struct Violation: Hashable, Sendable {
  /// The rule's id.
  package let rule: String
  package let severity: Rule.Severity
  /// Identifies it among the rule's violations, and is stable between runs: ids, such as those of a dependency's two
  /// ends.
  package let subject: [String]
  /// A sentence without a full stop.
  package let message: String
  /// The modules at fault.
  package let modules: [ModuleID]
  /// The path by which the first of them depends on the last, both included; empty if the rule is not about paths. A
  /// cycle's first module is not repeated.
  package let path: [ModuleID]
  /// The declared dependencies: of the edge, or of the steps of the path in order.
  package let dependencies: [Dependency]
  /// The requirements of packages that disagree, the first of them to change.
  package let requirements: [PackageRequirement]
  /// For a rule with a limit, the figure and the limit.
  package let amount: Amount?
  /// Where it is declared, the place to change first; a nearby place if the manifest computes it. Empty if unknown.
  package internal(set) var places: [Dependency.Location]
  /// The change that would fix it; absent if there is no automatic fix.
  package let remedy: Remedy?
  /// The result of builds; absent if none were made.
  package internal(set) var proof: Proof?

  /// A figure above its limit.
  package struct Amount: Hashable, Sendable, Codable {
    package let value: Int
    package let limit: Int
    /// What the figure counts, if the message does not say it: `differences`.
    package var unit: String?

    private enum CodingKeys: String, CodingKey {
      case value, limit
    }

    package init(_ value: Int, limit: Int, unit: String? = nil) {
      self.value = value
      self.limit = limit
      self.unit = unit
    }
  }

  package var key: Key { Key(rule: rule, subject: subject) }

  package struct Key: Hashable, Sendable, Comparable, Encodable {
    package let rule: String
    package let subject: [String]

    package init(rule: String, subject: [String]) {
      self.rule = rule
      self.subject = subject
    }

    package static func < (left: Key, right: Key) -> Bool {
      left.rule == right.rule ? left.subject.lexicographicallyPrecedes(right.subject) : left.rule < right.rule
    }
  }
}

/// What one package requires of another one.
package struct PackageRequirement: Hashable, Sendable {
  /// The key of the package that requires it.
  package let package: String
  /// The identity of the required one.
  package let identity: String

  package init(package: String, identity: String) {
    self.package = package
    self.identity = identity
  }
}

/// What a rule says of a module that fails nothing: that it cannot decide, or what is better than before.
package struct RuleRemark: Hashable, Sendable, Encodable {
  /// The rule's id.
  package let rule: String
  package let module: ModuleID
  /// A sentence without a full stop.
  package let message: String
}

extension IgnoreComment {
  func excuses(_ violation: Violation) -> Bool {
    reason != nil && violation.rule == rule
      && violation.places.contains { $0.file == place.file && [excusedLine, place.line].contains($0.line) }
  }
}
