internal import ModuleGraph

/// A property of a package, target or other value, as `PackageDescription` declares it.
struct LiteralProperty: Sendable {
  let type: LiteralType
  let since: ToolsVersion
  let isMutable: Bool

  private init(_ type: LiteralType, since: ToolsVersion = ToolsVersion(5, 0), isMutable: Bool = true) {
    self.type = type
    self.since = since
    self.isMutable = isMutable
  }

  /// - Returns: `nil` if values of that type have no such property.
  init?(_ name: String, of type: LiteralType) {
    let property: LiteralProperty? =
      switch type {
      case .single(.package): Self.ofPackages[name]
      case .single(.target): Self.ofTargets[name]
      case .single(.packageDependency):
        name == "kind" ? Self(.single(.dependencyKind), since: ToolsVersion(5, 6), isMutable: false) : nil
      case .single(.resourceValues): name == "isDirectory" ? Self(.optional(.boolean), isMutable: false) : nil
      case .single(.product), .single(.trait): name == "name" ? Self(.string, isMutable: false) : nil
      default: nil
      }
    guard let property else { return nil }
    self = property
  }

  private static let ofPackages: [String: LiteralProperty] = [
    "name": Self(.string), "platforms": Self(.optional(.list(of: .supportedPlatform))),
    "products": Self(.list(of: .product)), "dependencies": Self(.list(of: .packageDependency)),
    "targets": Self(.list(of: .target)), "traits": Self(.set(.single(.trait)), since: ToolsVersion(6, 1)),
    "swiftLanguageModes": Self(.optional(.list(of: .languageMode)), since: ToolsVersion(6, 0)),
    "cLanguageStandard": Self(.optional(.single(.cStandard))),
    "cxxLanguageStandard": Self(.optional(.single(.cxxStandard))),
  ]

  private static let ofTargets: [String: LiteralProperty] = [
    "name": Self(.string), "path": Self(.optional(.string)), "sources": Self(.optional(.strings)),
    "exclude": Self(.strings), "dependencies": Self(.list(of: .targetDependency)),
    "resources": Self(.optional(.list(of: .resource)), since: ToolsVersion(5, 3)),
    "publicHeadersPath": Self(.optional(.string)), "cSettings": Self(.optional(.list(of: .cSetting))),
    "cxxSettings": Self(.optional(.list(of: .cxxSetting))),
    "swiftSettings": Self(.optional(.list(of: .swiftSetting))),
    "linkerSettings": Self(.optional(.list(of: .linkerSetting))),
    "plugins": Self(.optional(.list(of: .pluginUsage)), since: ToolsVersion(5, 5)),
    "type": Self(.single(.targetKind), isMutable: false), "isTest": Self(.boolean, isMutable: false),
  ]

  /// The properties that SwiftPM allows for targets of a kind.
  static func settable(of kind: Module.Kind) -> Set<String> {
    let common: Set<String> = ["name", "dependencies", "path", "exclude", "sources"]
    return switch kind {
    case .regular, .executable:
      common.union([
        "resources", "publicHeadersPath", "cSettings", "cxxSettings", "swiftSettings", "linkerSettings", "plugins",
      ])
    case .test:
      common.union(["resources", "cSettings", "cxxSettings", "swiftSettings", "linkerSettings", "plugins"])
    case .macro: common.union(["swiftSettings", "linkerSettings", "plugins"])
    case .plugin: common
    default: ["name"]
    }
  }
}

extension LiteralInterpreter {
  func property(_ name: String, ofTarget number: Int) -> LiteralValue {
    let target = targets[number]
    switch name {
    case "type": return .targetKind(target.kind)
    case "isTest": return .boolean(target.kind == .test)
    case "exclude", "dependencies": return target.properties[name] ?? .list([])
    default: return target.properties[name] ?? .none
    }
  }

  func property(_ name: String) -> LiteralValue {
    switch name {
    case "products", "dependencies", "targets", "traits": package?.properties[name] ?? .list([])
    default: package?.properties[name] ?? .none
    }
  }
}
