internal import ModuleGraph

/// What an expression comes to.
indirect enum LiteralValue {
  case string(String)
  case boolean(Bool)
  case integer(Int)
  case version(LiteralVersion)
  /// `nil`; an optional that is there is the value itself.
  case none
  /// An array or a set.
  case list([LiteralElement])
  case pairs([(key: String, value: String)])
  case range(Range<Int>)
  case environment
  case package
  case product(ManifestProduct)
  /// A target is an object: its number among all that were made.
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
  /// Something that compiles, and that the model does not hold.
  case checked
  case unit

  /// Whether two values of one equatable type are equal; `nil` where that is not known.
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

/// A value of a list, and where it stands.
struct LiteralElement {
  let value: LiteralValue
  let line: Int
}

/// A target as it was made, and what statements made of it since.
struct LiteralTarget {
  let kind: Module.Kind
  let line: Int
  /// What was said of it; absent is `nil`, or empty.
  var properties: [String: LiteralValue]
}

/// The package as it was made, and what statements made of it since.
struct LiteralPackage {
  let line: Int
  var properties: [String: LiteralValue]
}

/// A constant or variable.
struct LiteralVariable {
  let type: LiteralType
  let isMutable: Bool
  /// `nil` until a statement gives it.
  var value: LiteralValue?
}

/// Names that are declared together.
struct LiteralScope {
  var variables: [String: LiteralVariable] = [:]
  /// Those that the block declares further down: until then they hide others, and cannot be used.
  var undeclared: Set<String> = []
  /// Whether the code of a function begins here, which sees nothing of where it is called.
  var isFunction = false

  init(isFunction: Bool = false) { self.isFunction = isFunction }
}
