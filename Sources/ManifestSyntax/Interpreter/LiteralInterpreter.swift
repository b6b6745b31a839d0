/// Executes the statements of a manifest as the compiled program would, with the static types that the type checker
/// would infer.
///
/// Each expression is evaluated with its expected type. Code that would not compile is refused, even if it is never
/// run: such code is executed on a copy of the state, with stand-in values where there are no real ones.
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
  /// The traits that are named in conditions of settings. The package must declare them.
  var settingTraits: Set<String> = []
  /// Folders in `url:` arguments, which must be repositories if they exist.
  var repositoryFolders: Set<String> = []
  /// Constants that have not been initialized yet.
  var pending: Set<String> = []
  /// The number of changes of state outside the running function or closure.
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

  func require(_ version: ToolsVersion, _ line: Int) throws(LiteralError) {
    guard toolsVersion >= version else { throw LiteralError(.unavailable, line: line) }
  }

  /// Executes a closure on a copy of the state, which is then discarded.
  mutating func tryOut(
    line: Int, _ body: (inout LiteralInterpreter) throws(LiteralError) -> Void
  ) throws(LiteralError) {
    var copy = try copied(line: line)
    try body(&copy)
  }

  /// A copy of the state for a trial.
  func copied(line: Int) throws(LiteralError) -> LiteralInterpreter {
    try budget.spend(1 + (targets.count + (scopes.first?.variables.count ?? 0)) / 8, line: line)
    var copy = self
    copy.isTrial = true
    return copy
  }
}

extension LiteralInterpreter {
  /// The name and arguments of a member access with or without the type's name.
  func member(
    _ expression: LiteralExpression, of element: LiteralType.Element
  ) throws(LiteralError) -> (name: String, arguments: [LiteralArgument]?) {
    guard case .member(let base, let name, let arguments) = expression.form else {
      throw LiteralError(.wrongType, line: expression.line)
    }
    guard base == nil || base == element.rawValue else { throw LiteralError(.unknownMember, line: expression.line) }
    return (name, arguments)
  }
}

/// The environment of a manifest, and the compiler that would build it.
struct LiteralCircumstances {
  let build: LiteralBuild
  let packageFolder: String
  let environment: [String: String]
  /// Whether there is a file or folder at an absolute path; `nil` if nothing outside the manifest can be asked.
  let exists: ((String) -> Bool)?

  /// SwiftPM evaluates a manifest in its package's folder.
  func fileExists(_ path: String, line: Int) throws(LiteralError) -> Bool {
    guard let exists, !path.utf8.contains(0) else { throw LiteralError(.dependsOnDisk, line: line) }
    if path.isEmpty { return false }
    return exists(path.hasPrefix("/") ? path : packageFolder + "/" + path)
  }
}

/// The context of the running function: the type of its result, and `self`.
struct LiteralFrame {
  /// `nil` outside of functions.
  var result: LiteralType?
  /// The type and value of `self`.
  var subject: (type: LiteralType, value: LiteralValue)?
  /// Whether the file's variables are accessible. In Swift 6, functions cannot use them, since the variables are
  /// isolated to the main actor.
  var seesVariables = true
  var depth = 0
}

/// The limit on the work for one manifest, trials included.
final class LiteralBudget {
  /// In steps; a large manifest takes some thousands.
  static let limit = 400_000
  private var spent = 0
  /// Whether the manifest has asked for a file.
  var asksDisk = false
  /// Whether the running closure has used `$0`.
  var usesArgument = false

  func spend(_ steps: Int = 1, line: Int) throws(LiteralError) {
    spent += steps
    guard spent <= Self.limit else { throw LiteralError(.nesting, line: line) }
  }
}

/// The arguments of a call, to be taken in the order of the function's parameters.
struct LiteralArguments {
  private var rest: ArraySlice<LiteralArgument>
  let line: Int

  /// - Throws: `LiteralError` if the call has no parentheses.
  init(_ arguments: [LiteralArgument]?, line: Int) throws(LiteralError) {
    guard let arguments else { throw LiteralError(.arguments, line: line) }
    rest = arguments[...]
    self.line = line
  }

  /// The next argument if it has this label; `nil` for a parameter without a label.
  mutating func take(_ label: String?) -> LiteralExpression? {
    guard let first = rest.first, first.label == label else { return nil }
    return rest.removeFirst().value
  }

  /// The next argument, which must have this label.
  mutating func required(_ label: String?) throws(LiteralError) -> LiteralExpression {
    guard let value = take(label) else { throw LiteralError(.arguments, line: line) }
    return value
  }

  /// - Throws: `LiteralError` if there are more arguments.
  func end() throws(LiteralError) {
    guard rest.isEmpty else { throw LiteralError(.arguments, line: rest.first?.value.line ?? line) }
  }
}

extension LiteralExpression {
  var isNull: Bool {
    if case .null = form { true } else { false }
  }
}
