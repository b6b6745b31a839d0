/// Something in a graph that breaks a rule.
package struct Violation: Hashable, Sendable {
  /// The rule's id.
  package let rule: String
  package let severity: Rule.Severity
  /// What tells it from the rule's others, and is the same in another run: ids, such as those of a dependency's two ends.
  package let subject: [String]
  /// A sentence without a full stop.
  package let message: String
  /// The modules at fault.
  package let modules: [ModuleID]
  /// How the first of them comes to depend on the last, both included; empty where that is no question. A cycle's first
  /// module is not repeated.
  package let path: [ModuleID]
  /// What manifests state of it: of a dependency, or of the steps of the path, in their order.
  package let dependencies: [Dependency]
  /// The figure that a rule with a limit is about.
  package let amount: Amount?
  /// Where it is stated, the place to change first; near it where the manifest computes it. Empty where no place is known.
  package internal(set) var places: [Dependency.Location]
  /// What would mend it; absent where that is for people to find.
  package let remedy: Remedy?
  /// What builds say of it; absent where none were made.
  package internal(set) var proof: Proof?

  /// A figure above its limit.
  package struct Amount: Hashable, Sendable, Codable {
    package let value: Int
    package let limit: Int

    package init(_ value: Int, limit: Int) {
      self.value = value
      self.limit = limit
    }
  }

  /// What a baseline knows it by.
  package var key: Key { Key(rule: rule, subject: subject) }

  package struct Key: Hashable, Sendable, Comparable {
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

/// A module of which a rule cannot tell whether it breaks it.
package struct Undecided: Hashable, Sendable {
  /// The rule's id.
  package let rule: String
  package let module: ModuleID
  /// Why, as a sentence without a full stop.
  package let message: String
}

/// Something that is better than it was, which is said and fails nothing.
package struct Improvement: Hashable, Sendable {
  /// The rule's id.
  package let rule: String
  package let module: ModuleID
  /// A sentence without a full stop.
  package let message: String
}
