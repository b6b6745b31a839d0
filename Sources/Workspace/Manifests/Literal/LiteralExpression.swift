/// A literal expression of a manifest, not yet understood.
struct LiteralExpression {
  indirect enum Form {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case null
    case array([LiteralExpression])
    case dictionary([(key: LiteralExpression, value: LiteralExpression)])
    /// A name alone.
    case name(String)
    /// `.member` or `Base.member`; with arguments where there are parentheses.
    case member(base: String?, name: String, arguments: [LiteralArgument]?)
    /// `Name(…)`.
    case construction(String, [LiteralArgument])
    /// Operands with `+` between them.
    case sum([LiteralExpression])
    case range(LiteralExpression, LiteralExpression, isClosed: Bool)
  }

  let form: Form
  /// Where it begins.
  let line: Int
}

struct LiteralArgument {
  let label: String?
  let value: LiteralExpression
}

/// `let name: type = value` at the top level.
struct LiteralConstant {
  let name: String
  /// As written, without spaces; `nil` where it is left to the compiler.
  let type: String?
  let value: LiteralExpression
  let line: Int
}

/// What a literal manifest consists of.
struct LiteralFile {
  let imports: Set<String>
  /// Those before the package, in the order of the file.
  let constants: [LiteralConstant]
  let package: LiteralExpression
}
