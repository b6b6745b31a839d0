extension AdviceKind {
  static let severalArchitectures = AdviceKind(
    "several-architectures", "several architectures in Debug",
    reason:
      "Builds for a simulator or for macOS compile every file once for each architecture, though only one of them runs.",
    remedy: "Use ONLY_ACTIVE_ARCH = YES in Debug."
  ) { facts, kind, _ in
    facts.findings(kind, "ONLY_ACTIVE_ARCH", "is built for every architecture") { target, configuration, value in
      // Excluded architectures may leave only one.
      value == "NO" && configuration.isDebug && configuration.settings["EXCLUDED_ARCHS"] == nil
        && (configuration.settings["ARCHS"].map { $0.value == "$(ARCHS_STANDARD)" || $0.value.contains(" ") } ?? true)
        && target.kind != .aggregate
    }
  }
}
