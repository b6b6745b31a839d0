/// Executes the statements of a manifest as a compiled program would, with the static types that the type checker would
/// infer.
///
/// Each expression is evaluated with its expected type, and what does not compile is refused. Code that does not run
/// must compile as well: it is executed on a copy of the state, with stand-in values for what it does not get.
struct LiteralInterpreter {
  let circumstances: LiteralCircumstances
  let imports: Set<String>
  /// Functions and members that the manifest declares.
  var declarations = LiteralDeclarations()
  /// Innermost last; the first is that of the file.
  var scopes: [LiteralScope] = [LiteralScope()]
  var frame = LiteralFrame()
  var targets: [LiteralTarget] = []
  var package: LiteralPackage?
  /// The traits that conditions of settings name; the package must declare them.
  var settingTraits: Set<String> = []
  /// Folders that are named by `url:`, which must be repositories if they exist.
  var repositoryFolders: Set<String> = []
  /// Constants that have not been initialized yet.
  var pending: Set<String> = []
  /// How often something outside the running function or closure was changed.
  var changes = 0
  /// Whether code is only type-checked, so that its results are discarded.
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

  /// Executes something on a copy of the state that is discarded.
  mutating func tryOut(
    line: Int, _ body: (inout LiteralInterpreter) throws(LiteralRefusal) -> Void
  ) throws(LiteralRefusal) {
    var copy = try copied(line: line)
    try body(&copy)
  }

  /// A copy of the state for a trial.
  func copied(line: Int) throws(LiteralRefusal) -> LiteralInterpreter {
    try budget.spend(1 + (targets.count + (scopes.first?.variables.count ?? 0)) / 8, line: line)
    var copy = self
    copy.isTrial = true
    return copy
  }
}

extension LiteralInterpreter {
  /// The member that an expression names, implicitly or with its type.
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

/// What a manifest can see, and the compiler that would build it.
struct LiteralCircumstances {
  let build: LiteralBuild
  let packageFolder: String
  let environment: [String: String]
}

/// The expected result of the running function, and what it is a member of.
struct LiteralFrame {
  /// `nil` outside of functions.
  var result: LiteralType?
  /// The type and value of `self`.
  var subject: (type: LiteralType, value: LiteralValue)?
  /// Whether the file's variables are accessible: from Swift 6 on, they are isolated to the main actor, and functions
  /// are not.
  var seesVariables = true
  var depth = 0
}

/// The limit on the work for one manifest, trials included.
final class LiteralBudget {
  /// In steps; a large manifest takes some thousands.
  static let limit = 400_000
  private var spent = 0
  /// Whether the running closure has used `$0`.
  var usesArgument = false

  func spend(_ steps: Int = 1, line: Int) throws(LiteralRefusal) {
    spent += steps
    guard spent <= Self.limit else { throw LiteralRefusal(.nesting, line: line) }
  }
}

/// The arguments of a call, which are taken in the order of the function's parameters.
struct LiteralArguments {
  private var rest: ArraySlice<LiteralArgument>
  let line: Int

  /// - Throws: if there are no parentheses.
  init(_ arguments: [LiteralArgument]?, line: Int) throws(LiteralRefusal) {
    guard let arguments else { throw LiteralRefusal(.arguments, line: line) }
    rest = arguments[...]
    self.line = line
  }

  /// The next argument if it has this label; `nil` for a parameter without a label.
  mutating func take(_ label: String?) -> LiteralExpression? {
    guard let first = rest.first, first.label == label else { return nil }
    return rest.removeFirst().value
  }

  /// The next argument, which must have this label.
  mutating func required(_ label: String?) throws(LiteralRefusal) -> LiteralExpression {
    guard let value = take(label) else { throw LiteralRefusal(.arguments, line: line) }
    return value
  }

  /// - Throws: if arguments are left.
  func end() throws(LiteralRefusal) {
    guard rest.isEmpty else { throw LiteralRefusal(.arguments, line: rest.first?.value.line ?? line) }
  }
}

extension LiteralExpression {
  var isNull: Bool {
    if case .null = form { true } else { false }
  }
}
