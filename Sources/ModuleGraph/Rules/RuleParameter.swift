package struct RuleParameter: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case modules
    /// 0 or more.
    case number
    /// `true` or `false`; `false` if absent.
    case flag
    /// Names of layers; `true` means all of them.
    case layers
    /// Names or patterns for things other than modules.
    case patterns
    /// One of these words; the first if absent.
    case choice([String])
  }

  package let key: String
  package let kind: Kind
  package let isRequired: Bool
  /// A one-line description.
  package let help: String

  init(_ key: String, _ kind: Kind, required: Bool = false, _ help: String) {
    self.key = key
    self.kind = kind
    isRequired = required
    self.help = help
  }
}

/// A rule's values for its type's parameters.
package struct RuleValues: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case modules(ModuleSelector)
    case number(Int)
    case flag(Bool)
    case layers(LayerNames)
    case patterns(NamePatterns)
    case choice(String)
  }

  private var values: [String: Value]

  package init(_ values: [String: Value] = [:]) {
    self.values = values
  }

  package subscript(key: String) -> Value? {
    get { values[key] }
    set { values[key] = newValue }
  }

  func modules(_ key: String) -> ModuleSelector? {
    if case .modules(let selector)? = values[key] { selector } else { nil }
  }

  func number(_ key: String) -> Int? { if case .number(let number)? = values[key] { number } else { nil } }
  func flag(_ key: String) -> Bool { values[key] == .flag(true) }
  func choice(_ key: String) -> String? { if case .choice(let word)? = values[key] { word } else { nil } }
  func patterns(_ key: String) -> NamePatterns? {
    if case .patterns(let patterns)? = values[key] { patterns } else { nil }
  }
  func layers(_ key: String) -> LayerNames? { if case .layers(let names)? = values[key] { names } else { nil } }
}

/// Some layers, or all of them.
package enum LayerNames: Hashable, Sendable {
  case all
  case named([String])

  func contains(_ name: String) -> Bool { if case .named(let names) = self { names.contains(name) } else { true } }
}
