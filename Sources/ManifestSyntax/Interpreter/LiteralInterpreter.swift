/// Runs the statements of a manifest as a compiled program would, with the types that the type checker would see.
///
/// Values have static types, and each expression is worked out for the type that is wanted of it, so what does not
/// compile is given up on. Code that does not run must compile as well: it is tried out on a copy of everything, with
/// stand-ins for the values that it does not get.
struct LiteralInterpreter {
  let circumstances: LiteralCircumstances
  let imports: Set<String>
  /// Functions and members that the manifest declares.
  var declarations = LiteralDeclarations()
  /// Innermost last; the first is the file's.
  var scopes: [LiteralScope] = [LiteralScope()]
  var frame = LiteralFrame()
  var targets: [LiteralTarget] = []
  var package: LiteralPackage?
  /// The traits that conditions of settings name; the package must have them.
  var settingTraits: Set<String> = []
  /// Folders that are named by `url:`, and must be repositories if they are there.
  var repositoryFolders: Set<String> = []
  /// Constants that no statement has given a value yet.
  var pending: Set<String> = []
  /// How often something changed that is not of the function or closure that runs.
  var changes = 0
  /// Whether what runs is tried out: nothing comes of it.
  var isTrial = false
  let budget = LiteralBudget()

  var toolsVersion: ToolsVersion { circumstances.build.toolsVersion }
  var packageFolder: String { circumstances.packageFolder }

  init(_ circumstances: LiteralCircumstances, imports: Set<String>) {
    self.circumstances = circumstances
    self.imports = imports
  }

  func require(_ version: ToolsVersion, _ line: Int) throws(LiteralRefusal) {
    guard toolsVersion >= version else { throw LiteralRefusal(.unavailable, line: line) }
  }

  /// Does something on a copy of which nothing stays.
  mutating func tryOut(
    line: Int, _ body: (inout LiteralInterpreter) throws(LiteralRefusal) -> Void
  ) throws(LiteralRefusal) {
    var copy = try copied(line: line)
    try body(&copy)
  }

  /// A copy to try something out on.
  func copied(line: Int) throws(LiteralRefusal) -> LiteralInterpreter {
    try budget.spend(1 + (targets.count + (scopes.first?.variables.count ?? 0)) / 8, line: line)
    var copy = self
    copy.isTrial = true
    return copy
  }
}

extension LiteralInterpreter {
  /// The member that an expression names, implicit or with its type before it.
  func member(
    _ expression: LiteralExpression, of element: LiteralType.Element
  ) throws(LiteralRefusal) -> (name: String, arguments: [LiteralArgument]?) {
    guard case .member(let base, let name, let arguments) = expression.form else {
      throw LiteralRefusal(.wrongType, line: expression.line)
    }
    guard base == nil || base == element.rawValue else { throw LiteralRefusal(.unknownMember, line: expression.line) }
    return (name, arguments)
  }
}

/// What a manifest can see, and what compiles it.
struct LiteralCircumstances {
  let build: LiteralBuild
  let packageFolder: String
  let environment: [String: String]
}

/// What the running function is to give, and what it is a member of.
struct LiteralFrame {
  /// `nil` outside of functions.
  var result: LiteralType?
  /// What `self` is.
  var subject: (type: LiteralType, value: LiteralValue)?
  /// Whether the file's variables are at hand: from Swift 6 on they belong to the main actor, functions to none.
  var seesVariables = true
  var depth = 0
}

/// How much work one manifest may make, all that is tried out included.
final class LiteralBudget {
  /// A large manifest takes some thousands.
  static let limit = 400_000
  private var spent = 0
  /// Whether the closure that runs has used `$0`.
  var usesArgument = false

  func spend(_ steps: Int = 1, line: Int) throws(LiteralRefusal) {
    spent += steps
    guard spent <= Self.limit else { throw LiteralRefusal(.nesting, line: line) }
  }
}

/// The arguments of a call, taken in the order in which the function declares its parameters.
struct LiteralArguments {
  private var rest: ArraySlice<LiteralArgument>
  let line: Int

  /// - Throws: where there are no parentheses.
  init(_ arguments: [LiteralArgument]?, line: Int) throws(LiteralRefusal) {
    guard let arguments else { throw LiteralRefusal(.arguments, line: line) }
    rest = arguments[...]
    self.line = line
  }

  /// The next argument, where it has this label; `nil` is for a parameter without one.
  mutating func take(_ label: String?) -> LiteralExpression? {
    guard let first = rest.first, first.label == label else { return nil }
    return rest.removeFirst().value
  }

  /// The next argument, which must have this label.
  mutating func required(_ label: String?) throws(LiteralRefusal) -> LiteralExpression {
    guard let value = take(label) else { throw LiteralRefusal(.arguments, line: line) }
    return value
  }

  /// - Throws: where arguments are left.
  func end() throws(LiteralRefusal) {
    guard rest.isEmpty else { throw LiteralRefusal(.arguments, line: rest.first?.value.line ?? line) }
  }
}

extension LiteralExpression {
  var isNull: Bool {
    if case .null = form { true } else { false }
  }
}
