internal import ModuleGraph

/// What manifests can use: the table that the literal reader, its declarations, the look for places and edits, and the
/// question what a manifest can read outside of it have in common.
package enum PackageDescription {
  /// A function that declares a target.
  struct TargetCall: Sendable {
    let kind: Module.Kind
    let since: ToolsVersion
    /// Whether `dependencies:` follow right after `name:`.
    let hasDependencies: Bool
  }

  static let targetCalls = [
    "target": TargetCall(kind: .regular, since: ToolsVersion(4, 0), hasDependencies: true),
    "executableTarget": TargetCall(kind: .executable, since: ToolsVersion(5, 4), hasDependencies: true),
    "testTarget": TargetCall(kind: .test, since: ToolsVersion(4, 0), hasDependencies: true),
    "macro": TargetCall(kind: .macro, since: ToolsVersion(5, 9), hasDependencies: true),
    "plugin": TargetCall(kind: .plugin, since: ToolsVersion(5, 5), hasDependencies: false),
    "systemLibrary": TargetCall(kind: .system, since: ToolsVersion(4, 0), hasDependencies: false),
    "binaryTarget": TargetCall(kind: .binary, since: ToolsVersion(5, 3), hasDependencies: false),
  ]

  /// The tools version that introduced each platform of conditions.
  static let platforms: [String: ToolsVersion] = [
    "macOS": ToolsVersion(5, 0), "macCatalyst": ToolsVersion(5, 0), "iOS": ToolsVersion(5, 0),
    "tvOS": ToolsVersion(5, 0), "watchOS": ToolsVersion(5, 0), "visionOS": ToolsVersion(5, 0),
    "driverKit": ToolsVersion(5, 0), "linux": ToolsVersion(5, 0), "windows": ToolsVersion(5, 2),
    "android": ToolsVersion(5, 2), "wasi": ToolsVersion(5, 3), "openbsd": ToolsVersion(5, 8),
  ]

  /// The name in manifests of a platform, which SwiftPM's answers have in lower case.
  static func platform(_ name: String) -> String { platforms.keys.first { $0.lowercased() == name } ?? name }

  static func takesDependencies(_ call: String) -> Bool { targetCalls[call]?.hasDependencies == true }

  /// Members and arguments of PackageDescription, with all targets and settings, and members of the standard library: an extension
  /// in a manifest may not declare one of them again, and none reads anything outside the manifest.
  package static let words: Set<String> = Set(
    """
    package library executable product byName targetItem productItem byNameItem name path url sources resources
    exclude dependencies publicHeadersPath type isTest pkgConfig providers cSettings cxxSettings swiftSettings
    linkerSettings checksum plugins platforms products targets traits swiftLanguageModes swiftLanguageVersions
    cLanguageStandard cxxLanguageStandard defaultLocalization when trait default process copy embedInCode macOS
    macCatalyst iOS tvOS watchOS visionOS driverKit linux windows android wasi openbsd custom brew apt yum map
    compactMap flatMap filter forEach contains first last isEmpty count joined sorted append insert remove
    removeAll hasPrefix hasSuffix lowercased uppercased init description allSatisfy reduce dropFirst dropLast
    prefix suffix reversed enumerated split index firstIndex
    """.split { $0 == " " || $0 == "\n" }.map(String.init)
  ).union(targetCalls.keys).union(SettingForm.all.map(\.name))
}
