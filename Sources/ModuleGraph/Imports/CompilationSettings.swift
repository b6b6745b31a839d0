/// What a target's own settings say to conditions in its Swift sources.
package struct CompilationSettings: Hashable, Sendable {
  /// Without flags: those that mean something here are settings.
  private let settings: [SwiftSetting]
  /// The package's, for a target that states none: `5`, `6`, `4.2`.
  private let packageMode: String
  /// The traits that the package declares, each of which is a name for `#if` where it is enabled.
  private let traits: Set<String>

  /// - Parameters:
  ///   - settings: of the target, in the order of the manifest.
  ///   - packageModes: those that the package states.
  ///   - toolsVersion: its first number is the mode of a package that states none.
  ///   - traits: the names of those that the package declares.
  package init(_ settings: [SwiftSetting], packageModes: [String]?, toolsVersion: String, traits: Set<String> = []) {
    self.settings = settings.flatMap { setting -> [SwiftSetting] in
      guard case .flags(let flags) = setting.kind else { return [setting] }
      return Self.settings(of: flags).map { SwiftSetting($0, condition: setting.condition) }
    }
    // SwiftPM takes the greatest that the compiler has, and knows 4.2 for tools of that version alone.
    packageMode =
      packageModes?.max { $0.versionNumbers.lexicographicallyPrecedes($1.versionNumbers) }
      ?? (toolsVersion.hasPrefix("4.2") ? "4.2" : String(toolsVersion.prefix { $0 != "." }))
    self.traits = traits
  }

  /// Of a target that says nothing, in a package of which nothing is known.
  static let none = CompilationSettings([], packageModes: nil, toolsVersion: "")

  private static func settings(of flags: [String]) -> [SwiftSetting.Kind] {
    zip(flags, flags.dropFirst() + [""]).compactMap { flag, next in
      switch flag {
      case "-D": .define(next)
      case "-enable-upcoming-feature", "-enable-experimental-feature": .feature(next)
      case "-swift-version", "-language-mode": .languageMode(next)
      case _ where flag.hasPrefix("-D"): .define(String(flag.dropFirst(2)))
      case "-enable-bare-slash-regex": .feature(Self.bareRegularExpressions)
      default: nil
      }
    }
  }

  /// A build as far as it is known; `nil` leaves a part open.
  package struct Build: Hashable, Sendable {
    /// As SwiftPM names it in conditions.
    package var platform: String?
    /// `debug` or `release`.
    package var configuration: String?
    /// The compiler's version: `6.3.1`.
    package var toolchain: String?
    /// As in `arch(x86_64)`.
    package var arch: String?
    /// The enabled ones of the package.
    package var traits: Set<String>?
    /// The names that whoever builds sets with `-D`; where it is `nil`, any name and feature that the manifest does not
    /// mention may be set.
    package var definitions: Set<String>?

    package init(
      platform: String? = nil, configuration: String? = nil, toolchain: String? = nil, arch: String? = nil,
      traits: Set<String>? = nil, definitions: Set<String>? = nil
    ) {
      self.platform = platform
      self.configuration = configuration
      self.toolchain = toolchain
      self.arch = arch
      self.traits = traits
      self.definitions = definitions
    }
  }

  /// Whether `#if NAME` holds.
  func defines(_ name: String, in build: Build) -> Bool? {
    if build.definitions?.contains(name) == true { return true }
    switch name {
    // Whether the compiler has a feature: `$Macros`.
    case _ where name.hasPrefix("$"): return nil
    case "SWIFT_PACKAGE": return true
    case "DEBUG" where build.configuration == "debug": return true
    default: break
    }
    let stated = settings.filter { $0.kind == .define(name) }
    let values = stated.compactMap { $0.holds(in: build) }
    if values.contains(true) { return true }
    if traits.contains(name) { return build.traits.map { $0.contains(name) } }
    if values.count < stated.count { return nil }
    if name == "DEBUG" { return build.configuration == nil ? nil : false }
    return stated.isEmpty && build.definitions == nil ? nil : false
  }

  /// As in `6`; `nil` where settings differ and the build does not decide.
  package func languageMode(in build: Build) -> String? {
    var mode: String? = packageMode
    for setting in settings {
      guard case .languageMode(let stated) = setting.kind else { continue }
      switch setting.holds(in: build) {
      case true?: mode = stated
      case false?: break
      case nil: mode = mode == stated ? mode : nil
      }
    }
    return mode
  }

  /// Whether `#if hasFeature(NAME)` holds.
  func hasFeature(_ name: String, in build: Build) -> Bool? {
    let stated = settings.filter { setting in
      // `StrictConcurrency=complete`, `ExistentialAny:migrate`
      if case .feature(let feature) = setting.kind { feature.prefix { $0 != "=" && $0 != ":" } == name } else { false }
    }
    let values = stated.compactMap { $0.holds(in: build) }
    if values.contains(true) { return true }
    if Self.featuresOfSwift6.contains(name) {
      guard let mode = languageMode(in: build) else { return nil }
      if mode.versionNumbers.first ?? 0 >= 6 { return true }
    } else if !Self.featuresOnRequest.contains(name) {
      // Any other may be one of the compiler's own.
      return nil
    }
    return values.count < stated.count || build.definitions == nil ? nil : false
  }

  /// Whether `/…/` may be a regular expression in some build.
  package var hasBareRegularExpressions: Bool {
    hasFeature(Self.bareRegularExpressions, in: Build(definitions: [])) != false
  }

  private static let bareRegularExpressions = "BareSlashRegexLiterals"

  /// Upcoming features that language mode 6 has, after `Features.def` of Swift 6.3.
  private static let featuresOfSwift6: Set<String> = [
    bareRegularExpressions, "ConciseMagicFile", "DeprecateApplicationMain", "DisableOutwardActorInference",
    "DynamicActorIsolation", "ForwardTrailingClosures", "GlobalActorIsolatedTypesUsability", "GlobalConcurrency",
    "ImplicitOpenExistentials", "ImportObjcForwardDeclarations", "InferSendableFromCaptures", "IsolatedDefaultValues",
    "NonfrozenEnumExhaustivity", "RegionBasedIsolation", "StrictConcurrency",
  ]

  /// Those that no mode has yet.
  private static let featuresOnRequest: Set<String> = [
    "Embedded", "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances", "InternalImportsByDefault",
    "MemberImportVisibility", "NonisolatedNonsendingByDefault",
  ]
}

extension SwiftSetting {
  /// `nil` where the build does not decide.
  fileprivate func holds(in build: CompilationSettings.Build) -> Bool? {
    guard let condition else { return true }
    return
      switch condition.decided(
        platform: build.platform, configuration: build.configuration, traits: build.traits)
    {
    case .holds: true
    case .fails: false
    case .open: nil
    }
  }
}

extension StringProtocol {
  /// The numbers of a version; what is none is left out.
  var versionNumbers: [Int] { split(separator: ".").compactMap { Int($0) } }
}
