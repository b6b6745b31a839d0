internal import ModuleGraph

indirect enum LiteralValue {
  case string(String)
  case boolean(Bool)
  case integer(Int)
  case version(LiteralVersion)
  /// `nil`; an optional with a value is the value itself.
  case none
  /// An array or a set.
  case list([LiteralElement])
  case pairs([(key: String, value: String)])
  case range(Range<Int>)
  case environment
  case package
  case product(ManifestProduct)
  /// A target is an object, identified by its number among all that were created.
  case target(Int)
  case targetKind(Module.Kind)
  case targetDependency(ManifestTargetDependency)
  case targetCondition(Condition?)
  case pluginUsage(ManifestPluginUsage)
  case packageDependency(ManifestDependency)
  case platform(String)
  case supportedPlatform(String)
  case resource(ManifestResource)
  case trait(ManifestTrait)
  case dependencyTrait(ManifestDependency.TraitRequest)
  case linkage(Product.Linkage)
  case setting(TargetSetting)
  case settingCondition(Condition?)
  /// As in `5` or `4.2`.
  case languageMode(String)
  /// Of C or C++, as in `gnu++14`.
  case languageStandard(String)
  /// A valid value that the model does not contain.
  case checked
  case unit

  /// Whether two values of the same equatable type are equal; `nil` if that is unknown.
  func isEqual(to other: LiteralValue) -> Bool? {
    switch (self, other) {
    case (.string(let first), .string(let second)): first == second
    case (.boolean(let first), .boolean(let second)): first == second
    case (.integer(let first), .integer(let second)): first == second
    case (.targetKind(let first), .targetKind(let second)): first == second
    case (.platform(let first), .platform(let second)): first == second
    case (.none, .none): true
    case (.none, _), (_, .none): false
    default: nil
    }
  }

  var elements: [LiteralElement] {
    if case .list(let elements) = self { elements } else { [] }
  }
}

/// An element of a list, and its line.
struct LiteralElement {
  let value: LiteralValue
  let line: Int
}

/// The properties of a target or package that were set. There are few, so that a linear search is faster than hashing.
struct LiteralProperties: ExpressibleByDictionaryLiteral {
  private var properties: [(name: String, value: LiteralValue)]

  init(dictionaryLiteral elements: (String, LiteralValue)...) { properties = elements }

  subscript(name: String) -> LiteralValue? {
    get { properties.first { $0.name == name }?.value }
    set {
      properties.removeAll { $0.name == name }
      if let newValue { properties.append((name, newValue)) }
    }
  }
}

/// A target with its current properties.
struct LiteralTarget {
  let kind: Module.Kind
  let line: Int
  /// The properties that were set; others are `nil` or empty.
  var properties: LiteralProperties
}

/// The package with its current properties.
struct LiteralPackage {
  let line: Int
  var properties: LiteralProperties
}

struct LiteralVariable {
  let type: LiteralType
  let isMutable: Bool
  /// `nil` until it is initialized.
  var value: LiteralValue?
}

/// Names that are declared in the same scope.
struct LiteralScope {
  var variables: [String: LiteralVariable] = [:]
  /// Names that are declared later in the block. Until then, they shadow outer names and cannot be used.
  var undeclared: Set<String> = []
  /// Whether this is the outermost scope of a function, which cannot use names in the scopes of its caller.
  var isFunction = false

  init(isFunction: Bool = false) { self.isFunction = isFunction }
}
