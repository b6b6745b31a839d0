/// The types of values in manifests.
indirect enum LiteralType: Hashable, Sendable {
  enum Element: String, Hashable, Sendable {
    case string = "String"
    case boolean = "Bool"
    case integer = "Int"
    case version = "Version"
    case package = "Package"
    case product = "Product"
    case target = "Target"
    case targetKind = "Target.TargetType"
    case targetDependency = "Target.Dependency"
    case targetCondition = "TargetDependencyCondition"
    case pluginUsage = "Target.PluginUsage"
    case packageDependency = "Package.Dependency"
    case cSetting = "CSetting"
    case cxxSetting = "CXXSetting"
    case swiftSetting = "SwiftSetting"
    case linkerSetting = "LinkerSetting"
    case settingCondition = "BuildSettingCondition"
    case platform = "Platform"
    case supportedPlatform = "SupportedPlatform"
    case resource = "Resource"
    case provider = "SystemPackageProvider"
    case trait = "Trait"
    case dependencyKind = "Package.Dependency.Kind"
    case dependencyTrait = "Package.Dependency.Trait"
    /// Foundation's `URLResourceValues`, which manifests cannot name.
    case resourceValues = " URLResourceValues"
    case languageMode = "SwiftLanguageMode"
    case languageVersion = "SwiftVersion"
    case cStandard = "CLanguageStandard"
    case cxxStandard = "CXXLanguageStandard"
    case linkage = "Product.Library.LibraryType"
  }

  case single(Element)
  case array(LiteralType)
  case set(LiteralType)
  case optional(LiteralType)
  /// `KeyValuePairs<String, String>`
  case pairs
  /// The environment variables of a manifest.
  case environment
  /// `FileManager`
  case fileManager
  /// A range of integers.
  case range
  /// The result type of a function that returns nothing.
  case unit

  static let string = LiteralType.single(.string)
  static let boolean = LiteralType.single(.boolean)
  static let integer = LiteralType.single(.integer)
  static let strings = LiteralType.list(of: .string)

  static func list(of element: Element) -> LiteralType { .array(.single(element)) }

  /// The type without optionality.
  var unwrapped: LiteralType {
    if case .optional(let type) = self { type } else { self }
  }

  /// Resolves `String`, `[Target.Dependency]`, `Set<Trait>` or `String?`.
  ///
  /// - Parameters:
  ///   - enclosing: the type that `Self` refers to.
  init?(_ name: LiteralTypeName, enclosing: LiteralType? = nil) {
    switch name {
    case .name("Self"):
      // In a class, `Self` may be a subclass.
      guard let enclosing, !enclosing.isObject else { return nil }
      self = enclosing
    case .name("Void"): self = .unit
    case .name(let name):
      guard let element = Element(rawValue: name) else { return nil }
      self = .single(element)
    case .array(let name):
      guard let element = LiteralType(name), !element.isOptional else { return nil }
      self = .array(element)
    case .optional(let name):
      guard let type = LiteralType(name, enclosing: enclosing), !type.isOptional else { return nil }
      self = .optional(type)
    case .generic("Set", let names):
      guard names.count == 1, let element = LiteralType(names[0]), element.isHashable else { return nil }
      self = .set(element)
    case .generic("KeyValuePairs", let names):
      guard names == [.name("String"), .name("String")] else { return nil }
      self = .pairs
    default: return nil
    }
  }

  var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  /// Whether values of the type can be compared for equality.
  var isEquatable: Bool {
    switch self {
    case .single(let element): [.string, .boolean, .integer, .targetKind, .platform].contains(element)
    default: false
    }
  }

  private var isObject: Bool {
    switch self {
    case .single(let element): [.package, .target, .product, .packageDependency].contains(element)
    default: false
    }
  }

  private var isHashable: Bool { self == .string || self == .single(.trait) }

  /// Whether nonisolated functions can use a constant of the type.
  var isSendable: Bool {
    switch self {
    case .single(let element):
      [.string, .boolean, .integer, .swiftSetting, .cSetting, .cxxSetting, .linkerSetting, .platform].contains(element)
    case .array(let type), .set(let type), .optional(let type): type.isSendable
    default: false
    }
  }

  /// The first tools version whose manifests can name the type.
  var since: ToolsVersion {
    switch self {
    case .array(let type), .set(let type), .optional(let type): type.since
    case .single(let element):
      switch element {
      case .pluginUsage: ToolsVersion(5, 5)
      case .dependencyKind: ToolsVersion(5, 6)
      case .resource, .targetCondition: ToolsVersion(5, 3)
      case .trait, .dependencyTrait: ToolsVersion(6, 1)
      case .languageMode: ToolsVersion(6, 0)
      case .cSetting, .cxxSetting, .swiftSetting, .linkerSetting, .settingCondition, .supportedPlatform, .platform:
        ToolsVersion(5, 0)
      default: ToolsVersion(4, 0)
      }
    default: ToolsVersion(5, 0)
    }
  }
}
