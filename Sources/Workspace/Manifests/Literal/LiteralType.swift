/// The types of `PackageDescription` that constants of literal manifests have.
struct LiteralType: Hashable {
  enum Element: String, Hashable {
    case string = "String"
    case boolean = "Bool"
    case version = "Version"
    case product = "Product"
    case target = "Target"
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
    case dependencyTrait = "Package.Dependency.Trait"
    case languageMode = "SwiftLanguageMode"
    case languageVersion = "SwiftVersion"
  }

  let element: Element
  let isArray: Bool

  init(_ element: Element, isArray: Bool = false) {
    self.element = element
    self.isArray = isArray
  }

  /// Reads `String` or `[Target.Dependency]`.
  init?(annotation: String) {
    let isArray = annotation.hasPrefix("[")
    guard let element = Element(rawValue: isArray ? String(annotation.dropFirst().dropLast()) : annotation) else {
      return nil
    }
    self.init(element, isArray: isArray)
  }
}
