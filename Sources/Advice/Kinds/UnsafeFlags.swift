import ModuleGraph

extension AdviceKind {
  /// Flags with which a debug build compiles whole modules, or optimizes.
  private static let wholeModule = ["-whole-module-optimization", "-wmo", "-disable-batch-mode"]
  private static let costly = ["-O", "-Ounchecked", "-Osize", "-O2", "-O3", "-Os"] + wholeModule

  static let unsafeFlags = AdviceKind(
    "unsafe-flags", "unsafe flags that slow debug builds",
    reason: "They apply to debug builds as well, which then optimize, or compile more than what changed.",
    remedy: "Limit them to release builds: `.unsafeFlags([…], .when(configuration: .release))`."
  ) { facts, kind, _ in
    facts.unsafeFlags.compactMap { use in
      let flags = use.flags.filter(costly.contains)
      guard !flags.isEmpty else { return nil }
      let modules = use.modules.sorted()
      // A clean build of whole modules may even be faster: what they slow is the next one.
      let isWhole = !Set(flags).isDisjoint(with: wholeModule)
      let largest = modules.max { (facts.module($0)?.lines ?? 0) < (facts.module($1)?.lines ?? 0) }
      return AdviceFinding(
        kind: kind, subject: modules.map(\.description) + flags,
        message: "debug builds of \(modules.names) use \(flags.joined(separator: ", "))", place: .file(use.location),
        modules: modules, isBounded: true,
        change: AdviceChange(
          edits: [AdviceChange.Edit(file: use.location.file, action: .removeFlags(flags, line: use.location.line))],
          rebuilt: isWhole ? largest : nil))
    }
  }
}
