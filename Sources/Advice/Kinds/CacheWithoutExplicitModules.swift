extension AdviceKind {
  /// swift-build's words are “swift compiler caching requires explicit module build”.
  static let cacheWithoutExplicitModules = AdviceKind(
    "cache-without-explicit-modules", "compilation cache without explicit modules",
    reason:
      "Xcode caches Swift only where modules are built explicitly: with these settings, every Swift file is compiled as "
      + "if the cache were off.",
    remedy:
      "Remove SWIFT_ENABLE_EXPLICIT_MODULES = NO, or the compilation cache, which then caches C and Objective-C only."
  ) { facts, kind, _ in
    facts.findings(
      kind, "SWIFT_ENABLE_EXPLICIT_MODULES", "has the compilation cache on, which needs explicit modules for Swift"
    ) { target, configuration, value in
      let isCached =
        configuration.isOn("SWIFT_ENABLE_COMPILE_CACHE")
        || configuration.isOn("COMPILATION_CACHE_ENABLE_CACHING")
          && configuration.settings["SWIFT_ENABLE_COMPILE_CACHE"]?.value != "NO"
      return value == "NO" && isCached && target.swiftFiles > 0
    }
  }
}
