/// The syntax of a statement or declaration in a manifest.
struct LiteralStatement: Sendable {
  indirect enum Form: Sendable {
    case constant(LiteralConstant)
    case function(LiteralFunction)
    case members(of: LiteralTypeName, whereElementIs: LiteralTypeName?, [LiteralFunction])
    /// `place = value`, or `place += value`.
    case assignment(to: LiteralExpression, isAddition: Bool, LiteralExpression)
    case expression(LiteralExpression)
    case conditional([LiteralCondition], then: [LiteralStatement], otherwise: [LiteralStatement])
    case precondition([LiteralCondition], otherwise: [LiteralStatement])
    case loop(over: LiteralExpression, name: String, where: LiteralExpression?, [LiteralStatement])
    case choice(LiteralExpression, [LiteralCase])
    case result(LiteralExpression?)
    /// `continue`
    case nextElement
  }

  let form: Form
  let line: Int
}

/// `let name: type = value`.
struct LiteralConstant: Sendable {
  let name: String
  let isMutable: Bool
  /// `nil` if it is inferred.
  let type: LiteralTypeName?
  /// `nil` if a later statement initializes it.
  let value: LiteralExpression?
  let line: Int
}

/// A function, or a computed variable.
struct LiteralFunction: Sendable {
  struct Parameter: Sendable {
    let label: String?
    let name: String
    let type: LiteralTypeName
    let standard: LiteralExpression?
  }

  let name: String
  let isStatic: Bool
  /// Whether it is a static constant.
  var isStored = false
  /// `nil` for a variable.
  let parameters: [Parameter]?
  let result: LiteralTypeName?
  let body: [LiteralStatement]
  let line: Int
}

/// One of the conditions of `if` or `guard`.
enum LiteralCondition: Sendable {
  case holds(LiteralExpression)
  /// `case pattern = value`
  case matches(LiteralExpression, LiteralExpression)
  /// `let name = value`
  case binds(String, LiteralExpression)
}

/// One of the cases of `switch`.
struct LiteralCase: Sendable {
  /// `nil` for `default`.
  let patterns: [LiteralExpression]?
  let body: [LiteralStatement]
}

/// The contents of a manifest.
struct LiteralFile: Sendable {
  let imports: Set<String>
  /// The active ones, in the order of the file.
  let statements: [LiteralStatement]
}
