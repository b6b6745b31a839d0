/// The settings of a target that decide conditions in its Swift sources.
package struct CompilationSettings: Hashable, Sendable {
  /// Contains no `.flags`: those that matter here are converted to settings.
  private let settings: [TargetSetting]
  /// The package's language mode, for a target that states none: `5`, `6`, `4.2`.
  private let packageMode: String
  /// The traits that the package declares, with the traits that each lists. An enabled trait is a flag in `#if`.
  private let traits: [String: Set<String>]

  /// - Parameters:
  ///   - settings: the target's, in the order of the manifest.
  ///   - packageModes: the language modes that the package states.
  ///   - toolsVersion: its major version is the mode of a package that states none.
  ///   - traits: the traits that the package declares, without `default`, with the traits that each lists.
  package init(
    _ settings: [TargetSetting], packageModes: [String]?, toolsVersion: String, traits: [String: Set<String>] = [:]
  ) {
    self.settings = settings.flatMap { setting -> [TargetSetting] in
      guard case .flags(let flags) = setting.kind else { return [setting] }
      return Self.settings(of: flags).map { TargetSetting($0, condition: setting.condition) }
    }
    // SwiftPM takes the highest mode that the compiler supports, and 4.2 only for that tools version.
    packageMode =
      packageModes?.max { $0.versionNumbers.lexicographicallyPrecedes($1.versionNumbers) }
      ?? (toolsVersion.hasPrefix("4.2") ? "4.2" : String(toolsVersion.prefix { $0 != "." }))
    self.traits = traits
  }

  /// For a target without settings in an unknown package.
  package static let none = CompilationSettings([], packageModes: nil, toolsVersion: "")

  private static func settings(of flags: [String]) -> [TargetSetting.Kind] {
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

  /// What is known of a build; `nil` means unknown.
  package struct Build: Hashable, Sendable {
    /// As SwiftPM names it in conditions.
    package var platform: String?
    /// `debug` or `release`.
    package var configuration: String?
    /// The compiler's version: `6.3.1`.
    package var toolchain: String?
    /// As in `arch(x86_64)`.
    package var arch: String?
    /// The enabled traits of the package.
    package var traits: Set<String>?
    /// The flags set with `-D` on the command line; if `nil`, any flag and feature that the manifest does not mention
    /// may be set.
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
    // Whether the compiler supports a feature: `$Macros`.
    case _ where name.hasPrefix("$"): return nil
    case "SWIFT_PACKAGE": return true
    case "DEBUG" where build.configuration == "debug": return true
    default: break
    }
    let stated = settings.filter { $0.kind == .define(name) }
    let values = stated.compactMap { $0.holds(in: build) }
    if values.contains(true) { return true }
    if traits[name] != nil { return build.traits.map { $0.contains(name) } }
    if values.count < stated.count { return nil }
    if name == "DEBUG" { return build.configuration == nil ? nil : false }
    return stated.isEmpty && build.definitions == nil ? nil : false
  }

  /// The sets of traits that a build can enable, the smallest first.
  /// - Returns: also whether these are all; of many traits, only those that one trait enables, none, and all.
  var traitSets: (sets: [Set<String>], isWhole: Bool) {
    let isWhole = traits.count <= Self.mostTraits
    let closures = traits.keys.sorted().map { closure(of: $0) }
    var sets: Set<Set<String>> = [[]]
    for closure in closures { sets.formUnion(isWhole ? sets.map { $0.union(closure) } : [closure]) }
    sets.insert(Set(traits.keys))
    return (
      sets.sorted { ($0.count, $0.sorted().joined(separator: ",")) < ($1.count, $1.sorted().joined(separator: ",")) },
      isWhole
    )
  }

  /// Up to 64 sets.
  private static let mostTraits = 6

  /// A trait, and those that it enables.
  private func closure(of trait: String) -> Set<String> {
    Set([trait]).closed { (traits[$0] ?? []).filter { traits[$0] != nil } }
  }

  /// For example `6`; `nil` if settings differ and the build does not decide.
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
      // Any other may be a feature of the compiler.
      return nil
    }
    return values.count < stated.count || build.definitions == nil ? nil : false
  }

  /// Whether `/…/` may be a regular expression in some build.
  package var hasBareRegularExpressions: Bool {
    hasFeature(Self.bareRegularExpressions, in: Build(definitions: [])) != false
  }

  private static let bareRegularExpressions = "BareSlashRegexLiterals"

  /// Upcoming features that language mode 6 enables, from `Features.def` of Swift 6.3.
  private static let featuresOfSwift6: Set<String> = [
    bareRegularExpressions, "ConciseMagicFile", "DeprecateApplicationMain", "DisableOutwardActorInference",
    "DynamicActorIsolation", "ForwardTrailingClosures", "GlobalActorIsolatedTypesUsability", "GlobalConcurrency",
    "ImplicitOpenExistentials", "ImportObjcForwardDeclarations", "InferSendableFromCaptures", "IsolatedDefaultValues",
    "NonfrozenEnumExhaustivity", "RegionBasedIsolation", "StrictConcurrency",
  ]

  /// Upcoming features that no language mode enables yet.
  private static let featuresOnRequest: Set<String> = [
    "Embedded", "ExistentialAny", "ImmutableWeakCaptures", "InferIsolatedConformances", "InternalImportsByDefault",
    "MemberImportVisibility", "NonisolatedNonsendingByDefault",
  ]
}

extension TargetSetting {
  /// `nil` if the build does not decide.
  fileprivate func holds(in build: CompilationSettings.Build) -> Bool? { condition.map { $0.holds(in: build) } ?? true }
}

extension Condition {
  /// `nil` if the build does not decide.
  func holds(in build: CompilationSettings.Build) -> Bool? {
    switch decided(platform: build.platform, configuration: build.configuration, traits: build.traits) {
    case .holds: true
    case .fails: false
    case .open: nil
    }
  }
}

extension StringProtocol {
  /// The numeric components of a version; others are left out.
  var versionNumbers: [Int] { split(separator: ".").compactMap { Int($0) } }
}
