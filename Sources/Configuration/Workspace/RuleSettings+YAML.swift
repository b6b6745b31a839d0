import ModuleGraph

extension Tags {
  init(_ root: YAMLMapping) throws(ConfigurationError) {
    let tags = try root["tags"]?.entries().map { (name, value) throws(ConfigurationError) in
      Tag(name: name, modules: try value.textOrTexts(), line: value.line)
    }
    self.init(tags ?? [])
  }
}

extension [Rule] {
  init(_ root: YAMLMapping) throws(ConfigurationError) {
    self = []
    for entry in try root["rules"]?.list() ?? [] {
      let (rule, id) = try entry.rule()
      // An ignore comment lists ids separated by commas and ends the list at a space, so an id cannot contain either.
      if rule.id.contains(where: { $0.isWhitespace || $0 == "," }) {
        throw (id ?? entry).failure(.ruleID(YAMLValue.shortened(rule.id)))
      }
      if [Rule.staleBaseline, Rule.unusedIgnore].contains(rule.id) { throw (id ?? entry).failure(.ownRule(rule.id)) }
      if let other = first(where: { $0.id == rule.id }) {
        throw (id ?? entry).failure(.ruleTwice(rule.id, line: other.line, isNamed: id != nil))
      }
      append(rule)
    }
  }
}

extension YAMLValue {
  private static let ruleKeys = ["id", "type", "severity", "comment"]

  /// A rule, and the value that states its id, if any.
  fileprivate func rule() throws(ConfigurationError) -> (rule: Rule, id: YAMLValue?) {
    if let word = try? text() {
      let name = Self.shortened(word)
      throw failure(.type(key: name, expected: "a mapping, as in `- type: \(name)`", found: "a string"))
    }
    let pairs = try entries()
    guard let stated = pairs.first(where: { $0.key == "type" })?.value else {
      // An unknown key may be a misspelled type.
      _ = try mapping(of: Self.ruleKeys + RuleTypes.all.flatMap { $0.parameters.map(\.key) })
      throw failure(.missingKey("type"))
    }
    let name = try stated.text()
    guard let type = RuleTypes.named(name) else {
      let names = RuleTypes.all.map { $0.name }
      throw stated.failure(.unknownType(Self.shortened(name), nearest: names.nearest(to: name), all: names))
    }
    let mapping = try mapping(of: Self.ruleKeys + type.parameters.map(\.key))
    var values = RuleValues()
    for parameter in type.parameters {
      let value = parameter.isRequired ? try mapping.required(parameter.key) : mapping[parameter.key]
      if let value { values[parameter.key] = try value.value(of: parameter) }
    }
    let rule = Rule(
      id: try mapping["id"]?.text() ?? name, type: name, severity: try mapping["severity"]?.choice() ?? type.severity,
      comment: try mapping["comment"]?.text(), values: values, line: line)
    return (rule, mapping["id"])
  }

  private func value(of parameter: RuleParameter) throws(ConfigurationError) -> RuleValues.Value {
    switch parameter.kind {
    case .modules: .modules(try selector())
    case .number: .number(Int(try number(in: 0...1_000_000_000)))
    case .flag: .flag(try truth())
    case .layers: .layers(try layerNames())
    case .patterns: .patterns(NamePatterns(try textOrTexts(), line: line))
    case .choice(let words): .choice(try word(among: words))
    }
  }

  func truth() throws(ConfigurationError) -> Bool { try word(among: ["true", "false"]) == "true" }

  func word(among words: [String]) throws(ConfigurationError) -> String {
    let word = try text()
    guard words.contains(word) else { throw failure(.choice(key: key, text: Self.shortened(word), allowed: words)) }
    return word
  }

  private func layerNames() throws(ConfigurationError) -> LayerNames {
    if let word = try? text() {
      guard word == "true" || word == "false" else { return .named([word]) }
      return word == "true" ? .all : .named([])
    }
    return .named(try texts())
  }

  func textOrTexts() throws(ConfigurationError) -> [String] {
    if let text = try? text() { return [text] }
    let texts = try texts()
    guard !texts.isEmpty else { throw failure(.emptyList(key: key)) }
    return texts
  }

  /// A pattern for modules, a mapping of conditions, or a list of both.
  private func selector() throws(ConfigurationError) -> ModuleSelector {
    guard let elements = try? list() else { return ModuleSelector([try term()], line: line) }
    guard !elements.isEmpty else { throw failure(.emptyList(key: key)) }
    let terms = try elements.map { (element) throws(ConfigurationError) in try element.term() }
    return ModuleSelector(terms, line: line)
  }

  private func term() throws(ConfigurationError) -> ModuleSelector.Term {
    if let text = try? text() { return ModuleSelector.Term(modules: [text]) }
    let mapping = try mapping(of: ["modules", "package", "kind", "layer", "tag", "except"])
    var term = ModuleSelector.Term(modules: try mapping["modules"]?.textOrTexts() ?? [])
    term.packages = try mapping["package"]?.textOrTexts() ?? []
    term.layers = try mapping["layer"]?.textOrTexts() ?? []
    term.tags = try mapping["tag"]?.textOrTexts() ?? []
    term.except = try mapping["except"]?.textOrTexts() ?? []
    if let kinds = mapping["kind"] {
      let known = Module.Kind.ofModules
      for word in try kinds.textOrTexts() {
        guard let kind = known.first(where: { $0.rawValue == word }) else {
          throw kinds.failure(.choice(key: "kind", text: Self.shortened(word), allowed: known.map(\.rawValue)))
        }
        term.kinds.append(kind)
      }
    }
    return term
  }
}
