/// An error in a rule itself, not in the modules that it checks.
package struct RuleProblem: Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    /// A word that matches nothing in the workspace.
    case unknown(word: String, subject: String, nearest: [String])
    /// Conditions that each match something, but nothing together.
    case nothingSelected(key: String)
    /// The rule needs layers, and the configuration defines none.
    case noLayers
    /// The rule has no effect. The reason ends the sentence: `… can never be broken: it names one module`.
    case cannotBreak(reason: String)
    /// It contradicts other rules. The reason ends the sentence.
    case contradicts(rules: [String], reason: String)
    /// A parameter lists a name twice.
    case twice(word: String, key: String)
    case roles(RoleError)
  }

  /// The rule's id; absent for a tag.
  package let rule: String?
  /// Its line in the configuration, counted from 1.
  package let line: Int?
  package let problem: Problem
}

/// All errors in the rules of a configuration; never empty.
package struct RuleProblems: Error, Hashable, Sendable {
  /// In the order of the rules.
  package let all: [RuleProblem]
}

extension RuleProblem: CustomStringConvertible {
  package var description: String {
    let subject = rule.map { "rule “\($0)”: " } ?? "`tags:`: "
    switch problem {
    case .unknown(let word, let what, let nearest):
      return "\(subject)no \(what) of the workspace matches “\(word)”\(nearest.suggestionInSentence)"
    case .nothingSelected(let key):
      return "\(subject)“\(key)” selects no module: its conditions are mutually exclusive"
    case .noLayers: return "\(subject)it requires layers; define them under `layers:`"
    case .cannotBreak(let reason): return "\(subject)it can never be broken: \(reason)"
    case .contradicts(let others, let reason):
      let names = others.map { "“\($0)”" }.joined(separator: " and ")
      return "\(subject)it contradicts the rule\(others.count == 1 ? "" : "s") \(names): \(reason)"
    case .twice(let word, let key): return "\(subject)“\(key)” lists “\(word)” twice"
    case .roles(let error): return "\(subject)\(error)"
    }
  }
}
