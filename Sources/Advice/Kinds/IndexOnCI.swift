extension AdviceKind {
  static let indexOnCI = AdviceKind(
    "index-on-ci", "index written on CI",
    reason: "In Debug, xcodebuild writes an index of every file that it compiles, which only Xcode's editor reads.",
    remedy: "Add COMPILER_INDEX_STORE_ENABLE=NO to the command."
  ) { facts, kind, _ in
    // A setting in the project may switch it off.
    let configurations = facts.targets.flatMap(\.configurations)
    let key = "COMPILER_INDEX_STORE_ENABLE"
    guard !configurations.isEmpty, configurations.allSatisfy({ $0.settings[key] == nil }) else { return [] }
    return facts.indexingBuilds.map { location in
      AdviceFinding(
        kind: kind, subject: [location.file, "\(location.line)"],
        message: "xcodebuild builds Debug with an index", place: .file(location))
    }
  }
}
