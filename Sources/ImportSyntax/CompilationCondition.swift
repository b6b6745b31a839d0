/// The condition of an `#if`, as written.
package indirect enum CompilationCondition: Hashable, Sendable {
  /// A comparison of a macro in C.
  package enum Comparison: String, Hashable, Sendable {
    case equal = "=="
    case unequal = "!="
    case less = "<"
    case atMost = "<="
    case greater = ">"
    case atLeast = ">="

    package func holds(_ value: Int, _ bound: Int) -> Bool {
      switch self {
      case .equal: value == bound
      case .unequal: value != bound
      case .less: value < bound
      case .atMost: value <= bound
      case .greater: value > bound
      case .atLeast: value >= bound
      }
    }

    /// The comparison with its sides exchanged.
    var mirrored: Comparison {
      switch self {
      case .equal, .unequal: self
      case .less: .greater
      case .atMost: .atLeast
      case .greater: .less
      case .atLeast: .atMost
      }
    }
  }

  case constant(Bool)
  /// A single name: `DEBUG`. In C, it holds if the macro is not zero.
  case flag(String)
  /// `VERSION >= 2`, in C.
  case comparison(String, Comparison, Int)
  /// `os(Linux)`, `canImport(UIKit)`, `swift(>=5.9)`. The argument is the text between the parentheses, without space
  /// and comments.
  case query(String, argument: String)
  case not(CompilationCondition)
  /// At least two.
  case all([CompilationCondition])
  /// At least two.
  case any([CompilationCondition])
  /// A condition that no compiler accepts, or that contains a calculation in C.
  case unreadable

  /// The value of the condition, given the values of its flags and queries.
  ///
  /// - Parameter answer: called only for `.flag`, `.query` and `.comparison`; returns `nil` if the value is unknown.
  /// - Returns: `nil` if the value depends on unknown flags or queries.
  package func value(_ answer: (CompilationCondition) -> Bool?) -> Bool? {
    switch self {
    case .constant(let value): value
    case .flag, .query, .comparison: answer(self)
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

  /// The conjunction of conditions; `nil` if there are none.
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
    case .comparison(let name, let sign, let bound): "\(name) \(sign.rawValue) \(bound)"
    case .not(.comparison(let name, let sign, let bound)): "!(\(name) \(sign.rawValue) \(bound))"
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
