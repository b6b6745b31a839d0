package import ImportSyntax

extension CompilationSettings {
  /// The value of a flag or query of a condition in a build.
  ///
  /// - Parameter canImport: whether a module is available; `nil` if unknown.
  /// - Returns: `nil` if it cannot be decided.
  package func answer(
    _ condition: CompilationCondition, in build: Build, canImport: (String) -> Bool?
  ) -> Bool? {
    switch condition {
    case .flag(let name): defines(name, in: build)
    case .query("os", let name): build.platform.map { SystemModules.isPlatform($0, named: name) }
    case .query("arch", let name): build.arch.map { $0 == name }
    case .query("canImport", let argument):
      // Of a submodule or a version, only the absence of the module is certain.
      canImport(String(argument.prefix { $0 != "," && $0 != "." })).flatMap { isThere in
        isThere && argument.contains { $0 == "," || $0 == "." } ? nil : isThere
      }
    case .query("hasFeature", let name): hasFeature(name, in: build)
    case .query("swift", let bound): languageVersion(in: build).flatMap { Self.holds($0, bound) }
    case .query("compiler", let bound): build.toolchain.flatMap { Self.holds($0.versionNumbers, bound) }
    case .query("targetEnvironment", let name):
      build.platform.flatMap { SystemModules.isEnvironment(name, on: $0) }
    case .query("_runtime", let name): build.platform.flatMap { SystemModules.isRuntime(name, on: $0) }
    default: nil
    }
  }

  /// The version that `swift(>=…)` compares with.
  private func languageVersion(in build: Build) -> [Int]? {
    guard let toolchain = build.toolchain?.versionNumbers, let mode = languageMode(in: build) else { return nil }
    return switch mode {
    case "5": [5, 10]
    case "4.2": [4, 2]
    case "4": [4, 1, 50]
    default: mode == toolchain.first?.description ? Array(toolchain.prefix(2)) : nil
    }
  }

  /// Whether a version is within a bound such as `>=5.9` or `<6`.
  private static func holds(_ version: [Int], _ bound: String) -> Bool? {
    let sign = bound.prefix { "<>=".contains($0) }
    let limit = bound.dropFirst(sign.count).versionNumbers
    let count = max(version.count, limit.count)
    func padded(_ numbers: [Int]) -> [Int] { numbers + Array(repeating: 0, count: count - numbers.count) }
    let isLess = padded(version).lexicographicallyPrecedes(padded(limit))
    return switch sign {
    case ">=": !isLess
    case "<": isLess
    default: nil
    }
  }
}
