import ModuleGraph

extension AdviceKind {
  /// swift-build builds Swift before 5 without explicit modules (manaflow-ai/cmux #13037: PathKit 1.0.1, tools version 4.2).
  static let implicitModules = AdviceKind(
    "implicit-modules", "packages built without explicit modules",
    reason:
      "Xcode builds language modes before Swift 5 without explicit modules, and so without the compilation cache; "
      + "what imports such a module depends on the path of the build as well, and misses the cache from any other folder.",
    remedy: "Update the package to a version with a tools version of 5.0 or later, replace it, or fork it."
  ) { facts, kind, _ in
    guard !facts.targets.isEmpty else { return [] }
    let built = facts.reached(from: facts.ownModules.map(\.id))
    return facts.graph.packages.compactMap { package in
      guard let tools = package.toolsVersion, let version = PackageVersion(tools), version.major < 5,
        // With a later mode in `swiftLanguageVersions`, that one counts.
        (facts.languageModes[package.key] ?? []).allSatisfy({ PackageVersion($0).map { $0.major < 5 } ?? false })
      else { return nil }
      let modules = facts.graph.modules.filter {
        $0.package == package.key && built.contains($0.id) && $0.languages.contains("swift") && $0.kind != .test
      }.map(\.id)
      guard !modules.isEmpty, let path = facts.path(to: Set(modules).contains) else { return nil }
      let above = facts.reached(from: modules, upward: true).subtracting(modules).filter { built.contains($0) }
      let inherit = above.isEmpty ? "" : ", and so for \(above.count.counted("module")) above it (\(above.names))"
      return AdviceFinding(
        kind: kind, subject: [package.key],
        message: "\(package.name) has the tools version \(tools): Xcode builds it without explicit modules\(inherit)",
        place: .module(modules[0]), chain: path.count > 1 ? [facts.step(path)] : [], modules: modules + above.sorted())
    }
  }
}
