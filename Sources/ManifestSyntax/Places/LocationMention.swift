/// A place where a manifest names a possible dependency of a target.
struct LocationMention: Hashable {
  /// How a dependency or a plugin is written.
  enum Form: String, Hashable {
    case product, target, byName, plugin
  }

  let name: String
  /// `nil` for a plain string.
  let form: Form?
  let line: Int
  /// Whether the name there is the value of a computed expression.
  var isComputed = false
}

/// Finds the names in an expression of a manifest, following constants and functions of the file.
struct LocationMentions {
  let text: LocationText
  var names: LocationNames
  private(set) var mentions: [LocationMention] = []

  private var open: Set<Int> = []
  /// The definitions that were followed for one expression. Following one again would find the same names.
  private var entered: Set<Entry> = []
  /// How many more tokens may be visited: definitions are read for every expression that uses them.
  private(set) var budget: Int

  /// A function with the values of its arguments, or a definition of a constant.
  private struct Entry: Hashable {
    /// The name of the function; `nil` for a constant.
    var callee: String?
    var values: [[LocationValue]] = []
    /// Where the definition of a constant starts.
    var start: Int?
    /// The line that mentions get.
    let line: Int?
  }

  private static let depthLimit = 48
  /// Labels of arguments that do not name dependencies.
  static let otherArguments: Set<String> = [
    "condition", "package", "moduleAliases", "platforms", "traits", "path", "exclude", "sources", "resources",
    "publicHeadersPath", "packageAccess", "cSettings", "cxxSettings", "swiftSettings", "linkerSettings", "providers",
    "pkgConfig", "capability", "settings", "url", "checksum", "type",
  ]
  /// Calls that state conditions or packages, not dependencies of targets.
  private static let otherCalls: Set<String> = ["when", "package"]
  /// Methods that map each element of a list by a closure.
  private static let mappings: Set<String> = ["map", "compactMap", "flatMap"]

  init(text: LocationText, names: LocationNames) {
    self.text = text
    self.names = names
    budget = 32 * text.tokens.count + 4096
  }

  /// The names in an expression, in its order, without duplicates of name, form and line.
  mutating func found(in range: Range<Int>, bindings: [String: [LocationValue]] = [:]) -> [LocationMention] {
    mentions = []
    open = []
    entered = []
    collect(range, Scope(bindings: bindings))
    var known: Set<LocationMention> = []
    return mentions.filter { known.insert($0).inserted }
  }

  /// The names in all arguments with a label in a function's body.
  mutating func found(in body: Range<Int>, argumentsCalled label: String) -> [LocationMention] {
    body.filter { text.kind($0 + 1) == .colon && text.word($0) == label }.flatMap { index in
      found(in: (index + 2)..<argumentEnd(index + 2, body))
    }
  }

  /// The context of an expression.
  private struct Scope {
    /// The possible values of names: a function's parameters, and `$0.name` in a closure.
    var bindings: [String: [LocationValue]] = [:]
    /// The line that uses the definition; `nil` in a list, whose elements are found on their own lines.
    var line: Int?
    var depth = 0

    func deeper(line: Int?) -> Scope { Scope(bindings: bindings, line: line, depth: depth + 1) }
  }

  private mutating func collect(_ range: Range<Int>, _ scope: Scope) {
    guard scope.depth < Self.depthLimit else { return }
    var index = range.lowerBound
    var chain = index
    while index < range.upperBound, budget > 0 {
      budget -= 1
      if !continues(at: index) { chain = index }
      index = step(index, range, scope, chain: chain)
    }
  }

  /// Whether a token is a member of what precedes it, or calls it.
  private func continues(at index: Int) -> Bool {
    switch (text.kind(index - 1), text.kind(index)) {
    case (.period, _), (.word, .period), (.word, .opening), (.closing, .period), (.closing, .opening): true
    default: false
    }
  }

  /// - Parameter chain: the index at which the token's chain of members begins.
  /// - Returns: the index of the next token to visit.
  private mutating func step(_ index: Int, _ range: Range<Int>, _ scope: Scope, chain: Int) -> Int {
    switch text.kind(index) {
    case .opening:
      let scope = mapping(index, chain, scope)
      collect(text.inside(index), scope.deeper(line: text.isSign(index, "[") ? nil : scope.line))
      return text.after(index)
    case .string where !isCompared(index):
      let values = names.values(of: index..<(index + 1), bindings: scope.bindings)
      add(values, form: nil, index, scope)
    case .word:
      if text.kind(index + 1) == .colon, Self.otherArguments.contains(text.text(index)) {
        return argumentEnd(index + 2, range)
      }
      if text.isSign(index + 1, "(") { return call(index, scope) }
      if !isBase(index), !isCompared(index) { use(index, scope) }
    default: break
    }
    return index + 1
  }

  /// The scope within a bracket: in the closure of `package.targets.map`, it contains the targets' names.
  private mutating func mapping(_ index: Int, _ chain: Int, _ scope: Scope) -> Scope {
    guard text.isSign(index, "{"), text.word(index - 1).map(Self.mappings.contains) ?? false else { return scope }
    var list: [String] = []
    var base = chain
    while base < index, let word = text.word(base), text.kind(base + 1) == .period {
      list.append(word)
      base += 2
    }
    let element = text.word(index + 2) == "in" ? text.word(index + 1) : nil
    var inner = scope
    inner.bindings["\(element ?? "$0").name"] = names.targetNames(in: list)
    return inner
  }

  /// Whether the word is only the base of a member access.
  private func isBase(_ index: Int) -> Bool { text.kind(index + 1) == .period && text.word(index + 2) != "rawValue" }

  /// Whether the token is an operand of a comparison, which names no dependency.
  private func isCompared(_ index: Int) -> Bool {
    [index - 1, index + 1].contains { text.isSign($0, "==") || text.isSign($0, "!=") }
  }

  private func argumentEnd(_ start: Int, _ range: Range<Int>) -> Int {
    var index = start
    while index < range.upperBound, text.kind(index) != .comma { index = text.after(index) }
    return index
  }

  private mutating func add(_ values: [LocationValue], form: LocationMention.Form?, _ index: Int, _ scope: Scope) {
    budget -= values.count
    for value in values where !value.text.isEmpty {
      let line = scope.line ?? text.tokens[index].line
      mentions.append(LocationMention(name: value.text, form: form, line: line, isComputed: value.isComputed))
    }
  }

  /// `.product(name: …)`, a function of the file, or another call.
  private mutating func call(_ index: Int, _ scope: Scope) -> Int {
    let callee = text.text(index)
    let next = text.after(index + 1)
    if Self.otherCalls.contains(callee) { return next }
    let arguments = text.arguments(index + 1)
    budget -= arguments.count
    if let role = arguments.first(where: { $0.label == "dependencies" }) {
      // The call creates a target.
      collect(role.value, scope.deeper(line: nil))
    } else if let form = LocationMention.Form(rawValue: callee) {
      guard let name = arguments.first else { return next }
      add(names.values(of: name.value, bindings: scope.bindings), form: form, index, scope)
    } else {
      enter(callee, arguments, index, scope)
      collect(text.inside(index + 1), scope.deeper(line: scope.line))
    }
    return next
  }

  /// Searches the body of a function for the values that a call passes to it.
  private mutating func enter(_ callee: String, _ arguments: [LocationText.Argument], _ index: Int, _ scope: Scope) {
    guard let definitions = names.definitions[callee] else { return }
    let values = arguments.map { names.values(of: $0.value, bindings: scope.bindings) }
    let line = scope.line ?? text.tokens[index].line
    guard entered.insert(Entry(callee: callee, values: values, line: line)).inserted else { return }
    for definition in definitions where budget > 0 {
      budget -= 1
      guard let parameters = definition.parameters, open.insert(definition.value.lowerBound).inserted else { continue }
      var inner = scope.deeper(line: line)
      inner.bindings = Dictionary(zip(parameters, values)) { $1 }
      collect(definition.value, inner)
      open.remove(definition.value.lowerBound)
    }
  }

  /// Searches the definitions of a constant.
  private mutating func use(_ index: Int, _ scope: Scope) {
    let name = text.text(index)
    let path = text.kind(index - 1) == .period ? text.word(index - 2).map { "\($0).\(name)" } : nil
    if let values = path.flatMap({ scope.bindings[$0] }) ?? scope.bindings[name] {
      return add(values, form: nil, index, scope)
    }
    for definition in names.definitions[name] ?? [] where definition.parameters == nil && budget > 0 {
      budget -= 1
      let start = definition.value.lowerBound
      let line = definition.isAddition ? nil : scope.line ?? text.tokens[index].line
      guard !definition.value.contains(index), !open.contains(start),
        entered.insert(Entry(start: start, line: line)).inserted
      else { continue }
      open.insert(start)
      var inner = scope.deeper(line: line)
      inner.bindings = [:]
      collect(definition.value, inner)
      open.remove(definition.value.lowerBound)
    }
  }
}
