import ModuleGraph

extension Module.Kind {
  /// The kind of module that a target of an Xcode project builds.
  ///
  /// - Parameters:
  ///   - isa: the target's class, as in `PBXAggregateTarget`.
  ///   - type: as in `com.apple.product-type.app-extension.messages`. What follows a known type is a variant of it.
  init(ofTarget isa: String, productType type: String) {
    switch isa {
    case "PBXAggregateTarget": self = .aggregate
    case "PBXLegacyTarget": self = .legacy
    default:
      let prefix = "com.apple.product-type."
      let words = (type.hasPrefix(prefix) ? type.dropFirst(prefix.count) : type[...]).split(separator: ".")
      self = words.first.map { Self.kind(ofType: $0, variety: words.dropFirst().first) } ?? .other
    }
  }

  private static func kind(ofType type: Substring, variety: Substring?) -> Module.Kind {
    switch type {
    case "application": .app
    case "framework": .framework
    case "library": variety == "dynamic" ? .dynamicLibrary : .staticLibrary
    case "objfile": .staticLibrary
    case "bundle": ["unit-test", "ui-testing", "ocunit-test"].contains(variety) ? .test : .bundle
    case "tool": .tool
    case "xpc-service": .xpcService
    case "instruments-package", "metal-library", "in-app-purchase-content": .bundle
    case _ where type.hasSuffix("-extension"): .extension
    default: .other
    }
  }
}
