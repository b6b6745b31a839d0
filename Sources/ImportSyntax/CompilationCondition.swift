/// The condition of an `#if`, as written.
package indirect enum CompilationCondition: Hashable, Sendable {
  case constant(Bool)
  /// A name alone: `DEBUG`.
  case flag(String)
  /// `os(Linux)`, `canImport(UIKit)`, `swift(>=5.9)`: the text between the parentheses, without space and comments.
  case query(String, argument: String)
  case not(CompilationCondition)
  /// At least two.
  case all([CompilationCondition])
  /// At least two.
  case any([CompilationCondition])
  /// A condition that no compiler accepts, or that depends on a C macro.
  case unreadable

  /// The value of the condition, given the values of its flags and queries.
  ///
  /// - Parameter answer: called only for `.flag` and `.query`; returns `nil` if the value is unknown.
  /// - Returns: `nil` if the value depends on unknown ones.
  package func value(_ answer: (CompilationCondition) -> Bool?) -> Bool? {
    switch self {
    case .constant(let value): value
    case .flag, .query: answer(self)
    case .not(let condition): condition.value(answer).map { !$0 }
    case .all(let conditions): Self.combined(conditions, absorbing: false, answer)
    case .any(let conditions): Self.combined(conditions, absorbing: true, answer)
    case .unreadable: nil
    }
  }

  private static func combined(
    _ conditions: [CompilationCondition], absorbing: Bool, _ answer: (CompilationCondition) -> Bool?
  ) -> Bool? {
    var isKnown = true
    for condition in conditions {
      let value = condition.value(answer)
      if value == absorbing { return absorbing }
      if value == nil { isKnown = false }
    }
    return isKnown ? !absorbing : nil
  }

  /// All of them; `nil` for none.
  static func all(of conditions: [CompilationCondition]) -> CompilationCondition? {
    conditions.count > 1 ? .all(conditions) : conditions.first
  }

  /// The opposite, without a double negation.
  var negated: CompilationCondition {
    if case .not(let condition) = self { condition } else { .not(self) }
  }
}

extension CompilationCondition: CustomStringConvertible {
  /// As in Swift: `os(Linux) && !DEBUG`.
  package var description: String {
    switch self {
    case .constant(let value): value ? "true" : "false"
    case .flag(let name): name
    case .query(let name, let argument): "\(name)(\(argument))"
    case .not(let condition): "!\(condition.operand)"
    case .all(let conditions): conditions.map(\.operand).joined(separator: " && ")
    case .any(let conditions): conditions.map(\.operand).joined(separator: " || ")
    case .unreadable: "?"
    }
  }

  private var operand: String {
    switch self {
    case .all, .any: "(\(description))"
    default: description
    }
  }
}
