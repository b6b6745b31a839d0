import ModuleGraph

extension AdviceKind {
  /// SwiftPM and Xcode download a prebuilt swift-syntax for macros if swift.org has one for the resolved version and the compiler.
  static let swiftSyntaxFromSource = AdviceKind(
    "swift-syntax-from-source", "swift-syntax compiled from source",
    reason:
      "Macros need swift-syntax, whose dozens of modules are compiled first, in every clean build, unless a prebuilt one "
      + "is downloaded for the resolved version.",
    remedy: "Let every package that limits it accept a later version, then update it in Package.resolved.",
    search: swiftSyntax)

  /// The first version with a prebuilt one for a compiler: with Swift 6.3, swift.org has none below 602
  /// (mozilla-mobile/firefox-ios #35597, ml-explore/mlx-swift-lm #340); with 6.1 and 6.2, none below 600.0.1, the first that was
  /// made (swiftlang/swift-package-manager #8142).
  /// - Returns: `nil` for compilers that use none.
  static func firstPrebuiltSyntax(toolchain: String) -> PackageVersion? {
    guard let version = PackageVersion(toolchain), version >= PackageVersion(6, 1, 0) else { return nil }
    return version >= PackageVersion(6, 3, 0) ? PackageVersion(602, 0, 0) : PackageVersion(600, 0, 1)
  }
}

private func swiftSyntax(_ facts: AdviceFacts, _ kind: String, _ undecided: inout [String]) -> [AdviceFinding] {
  let identity = "swift-syntax"
  guard let first = facts.graph.environment.flatMap({ AdviceKind.firstPrebuiltSyntax(toolchain: $0.toolchain) }) else {
    return []
  }
  let keys = Set(facts.graph.packages.filter { $0.identity == identity }.map(\.key) + [identity])
  // Whoever develops it compiles it.
  guard keys.isDisjoint(with: facts.own) else { return [] }
  // What is not a macro gets no prebuilt one, and then neither do macros.
  let programs = facts.ownModules.filter { $0.kind != .macro && $0.kind != .plugin }.map(\.id)
  let linked = facts.reached(from: programs) { $0.kind != .macro && $0.kind != .plugin }
  guard !linked.contains(where: { keys.contains($0.package) }) else { return [] }
  let path = facts.path { keys.contains($0.package) }
  return facts.pinFiles.compactMap { file in
    guard let pin = file.pins[identity] else { return nil }
    let version = pin.version.flatMap { PackageVersion($0) }
    if let version, version >= first { return nil }
    let state = pin.version.map { "swift-syntax \($0)" } ?? "swift-syntax at \(pin.other)"
    guard let path else {
      if facts.graph.modules.contains(where: { $0.kind == .external }) {
        undecided.append(
          "\(file.path) pins \(state), for which there is no prebuilt one; whether a build needs it is not known without "
            + "the checkouts of dependencies")
      }
      return nil
    }
    let caps = facts.graph.packages.flatMap { package in
      package.dependencies.filter { $0.identity == identity && limits($0.requirement, below: first) }.map { cap in
        let version = file.pins[package.identity]?.version.map { " \($0)" } ?? ""
        return AdviceFinding.Step(
          "\(package.name)\(version) requires swift-syntax \(cap.requirement)",
          .requirement(PackageRequirement(package: package.key, identity: identity)))
      }
    }
    let why =
      version == nil
      ? "there are prebuilt ones for versions only" : "with this compiler, there are prebuilt ones from \(first) on"
    return AdviceFinding(
      kind: kind, subject: [file.path], message: "\(state) is compiled from source: \(why)",
      place: .file(Dependency.Location(file: file.path, line: pin.line)), chain: caps + [facts.step(path)],
      modules: facts.reached(from: [path[path.count - 1]]).filter { keys.contains($0.package) }.sorted(),
      isAvoidable: true,
      remedy: caps.isEmpty && version != nil
        ? "No requirement that is known here excludes later versions: update it (`swift package update swift-syntax`)."
        : nil)
  }
}

/// Whether a requirement allows no version with a prebuilt one.
private func limits(_ requirement: String, below first: PackageVersion) -> Bool {
  VersionRange(requirement).map { $0.high <= first } ?? (requirement != "path")
}
