import ModuleGraph

/// A sample app that nobody has written: a program that imports a feature and does nothing. Only the private copy has it.
///
/// It lies in the feature's own package, which may import the feature whether a product has it or not.
struct MadeApp: Sendable, Hashable {
  /// Of its source, below the package; hidden, so that no target that takes the whole package compiles it.
  let folder: String
  /// What `main.swift` says.
  let source: String
  /// The module whose settings the program gets: a client of C++ by way of Swift must be compiled as that is.
  private let model: String?
  /// As in `5.9.0`.
  private let toolsVersion: String

  /// - Parameters:
  ///   - name: of the arm; each has a folder of its own, whose source is never written again.
  ///   - feature: its modules.
  ///   - toolsVersion: of the package.
  init(named name: String, importing feature: [Module], toolsVersion: String) {
    folder = ".modgauge/" + BenchmarkFolders.fileName(name)
    source = feature.compactMap(Self.importing).joined(separator: "\n") + "\n"
    model = feature.first { $0.languages.contains("swift") }?.name
    self.toolsVersion = toolsVersion
  }

  /// Swift cannot import C++ without settings, nor C without headers that others may see; both are linked all the same.
  private static func importing(_ module: Module) -> String? {
    guard module.kind == .regular else { return nil }
    let name = module.compiledName
    if module.languages.contains("swift") { return "import \(name)" }
    if module.languages.contains(where: { $0.hasSuffix("cpp") }) { return nil }
    return "#if canImport(\(name))\n  import \(name)\n#endif"
  }

  /// The target as a manifest states it.
  /// - Parameters:
  ///   - dependencies: modules of the package.
  ///   - variable: what the manifest calls its package.
  func target(named name: String, dependencies: [String], variable: String) -> String {
    let targets = dependencies.map { ".target(name: \"\($0)\")" }.joined(separator: ", ")
    let settings = model.map {
      ", swiftSettings: \(variable).targets.first(where: { $0.name == \"\($0)\" })?.swiftSettings"
    }
    return "\(isBefore("5.4") ? ".target" : ".executableTarget")(name: \"\(name)\", dependencies: [\(targets)], "
      + "path: \"\(folder)\"\(isBefore("5.0") ? "" : settings ?? ""))"
  }

  /// From 5.4 on, a target with a `main.swift` must say that it is a program; settings are there from 5.0 on.
  private func isBefore(_ version: String) -> Bool {
    func parts(_ version: String) -> [Int] { version.split(separator: ".").prefix(2).compactMap { Int($0) } }
    return parts(toolsVersion).lexicographicallyPrecedes(parts(version))
  }
}
