extension AdviceKind {
  /// Flags with which a debug build compiles whole modules, or optimizes.
  private static let costly = [
    "-O", "-Ounchecked", "-Osize", "-O2", "-O3", "-Os", "-whole-module-optimization", "-wmo", "-disable-batch-mode",
  ]

  static let unsafeFlags = AdviceKind(
    "unsafe-flags", "unsafe flags that slow debug builds",
    reason: "They apply to debug builds as well, which then optimize, or compile more than what changed.",
    remedy: "Limit them to release builds: `.unsafeFlags([…], .when(configuration: .release))`."
  ) { facts, kind, _ in
    facts.unsafeFlags.compactMap { use in
      let flags = use.flags.filter(costly.contains)
      guard !flags.isEmpty else { return nil }
      return AdviceFinding(
        kind: kind, subject: [use.package] + flags,
        message: "\(use.package) sets \(flags.joined(separator: ", ")) for debug builds", place: .file(use.location),
        change: AdviceChange(edits: [
          AdviceChange.Edit(file: use.location.file, action: .removeFlags(flags, line: use.location.line))
        ]))
    }
  }
}
