extension AdviceKind {
  static let wholeModuleDebug = AdviceKind(
    "whole-module-debug", "whole modules compiled in Debug",
    reason:
      "Each change compiles all files of its module again, in one process, instead of the files that it concerns.",
    remedy:
      "Use SWIFT_COMPILATION_MODE = singlefile (the default) in Debug. If only clean builds on CI profit from whole modules, "
      + "set it there, on the command line of xcodebuild."
  ) { facts, kind, _ in
    let settings: [(key: String, isOn: (String) -> Bool)] = [
      ("SWIFT_COMPILATION_MODE", { $0 == "wholemodule" }), ("SWIFT_WHOLE_MODULE_OPTIMIZATION", { $0 == "YES" }),
      (
        "OTHER_SWIFT_FLAGS",
        { !Set($0.split(separator: " ")).isDisjoint(with: ["-whole-module-optimization", "-wmo"]) }
      ),
    ]
    return settings.flatMap { key, isOn in
      facts.findings(kind, key, "compiles whole modules") { isOn($2) && $1.isDebug && $0.swiftFiles > 1 }
    }
  }
}
