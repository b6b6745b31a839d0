extension AdviceKind {
  /// Below these, neither its parsing nor what it recompiles is worth a word.
  private static let fewestHeaders = 10
  private static let fewestFiles = 50

  static let bridgingHeaders = AdviceKind(
    "bridging-header", "large bridging headers",
    reason:
      "A change in any header that it reaches compiles every Swift file of the target again, and its precompiled form.",
    remedy: "Move the Objective-C code to a module of its own, which Swift files import where they use it."
  ) { facts, kind, _ in
    let key = "SWIFT_OBJC_BRIDGING_HEADER"
    return facts.targets.filter { $0.swiftFiles >= fewestFiles }.compactMap { target in
      guard let headers = target.bridgedHeaders, headers >= fewestHeaders,
        let setting = target.configurations.lazy.compactMap({ $0.settings[key] }).first
      else { return nil }
      return AdviceFinding(
        kind: kind, subject: [target.module.description],
        message: "\(setting.value) includes \(headers) headers, which all \(target.swiftFiles) Swift files of "
          + "\(target.module.name) depend on", place: .file(setting.location), modules: [target.module])
    }
  }
}
