/// The syntax of an expression in a manifest.
struct LiteralExpression: Sendable {
  indirect enum Form: Sendable {
    case string(String)
    /// A string with interpolations: its parts in order, literal text as `string`.
    case interpolation([LiteralExpression])
    case integer(Int)
    case boolean(Bool)
    case null
    case array([LiteralExpression])
    case dictionary([(key: LiteralExpression, value: LiteralExpression)])
    /// A single name, `self` and `$0` included.
    case name(String)
    /// `.member` or `Base.member`, where `Base` is a type; with arguments if there are parentheses.
    case member(base: String?, name: String, arguments: [LiteralArgument]?)
    /// `Type(…)` or `function(…)`.
    case construction(String, [LiteralArgument])
    /// `[Type]()`: an empty array.
    case emptyArray(LiteralTypeName)
    /// `value.member`
    case access(LiteralExpression, String)
    /// `value.method(…)`, or a call of a closure literal.
    case call(LiteralExpression, [LiteralArgument])
    case element(of: LiteralExpression, at: LiteralExpression)
    /// `value?`, followed by a member.
    case chain(LiteralExpression)
    /// `value!`
    case force(LiteralExpression)
    case not(LiteralExpression)
    /// Operands joined by `+`.
    case sum([LiteralExpression])
    case operation(LiteralOperator, LiteralExpression, LiteralExpression)
    case ternary(LiteralExpression, LiteralExpression, LiteralExpression)
    case range(LiteralExpression, LiteralExpression, isClosed: Bool)
    case closure(LiteralClosure)
    /// `try? value`
    case attempt(LiteralExpression)
    /// `\.member`
    case keyPath(String)
    /// `()`
    case unit
  }

  let form: Form
  let line: Int
}

struct LiteralArgument: Sendable {
  let label: String?
  let value: LiteralExpression
}

struct LiteralClosure: Sendable {
  /// Empty if the closure names no parameters; it may then use `$0`.
  let parameters: [String]
  let body: [LiteralStatement]
}

indirect enum LiteralTypeName: Hashable, Sendable {
  /// `Target.Dependency`
  case name(String)
  /// `Set<String>`
  case generic(String, [LiteralTypeName])
  case array(LiteralTypeName)
  case optional(LiteralTypeName)
}
