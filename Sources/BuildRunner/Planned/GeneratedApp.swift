import ModuleGraph

/// A generated sample app: a program that imports a feature and does nothing. It exists only in the private copy.
///
/// It is in the feature's own package, which can import the feature whether or not a product contains it.
struct GeneratedApp: Sendable, Hashable {
  /// The folder of its source, relative to the package. It is hidden, so that no target with `path: "."` compiles it.
  let folder: String
  /// The contents of `main.swift`.
  let source: String
  /// The module whose settings the program gets: a client of C++ must be compiled like that.
  private let model: String?
  /// As in `5.9.0`.
  private let toolsVersion: String

  /// - Parameters:
  ///   - name: the arm's name; each arm has a folder of its own, whose source is written once.
  ///   - feature: the feature's modules.
  ///   - toolsVersion: that of the package.
  init(named name: String, importing feature: [Module], toolsVersion: String) {
    folder = ".modgauge/" + name.fileName
    source = feature.compactMap(Self.importing).joined(separator: "\n") + "\n"
    model = feature.first { $0.languages.contains("swift") }?.name
    self.toolsVersion = toolsVersion
  }

  /// Swift cannot import C++ without settings, nor C without public headers; both are linked nevertheless.
  private static func importing(_ module: Module) -> String? {
    guard module.kind == .regular else { return nil }
    let name = module.compiledName
    // In backticks, a keyword is a name as well.
    if module.languages.contains("swift") { return "import `\(name)`" }
    if module.languages.contains(where: { $0.hasSuffix("cpp") }) { return nil }
    return "#if canImport(`\(name)`)\n  import `\(name)`\n#endif"
  }

  /// The target's declaration in a manifest.
  /// - Parameters:
  ///   - dependencies: modules of the package.
  ///   - variable: the variable that holds the manifest's package.
  func target(named name: String, dependencies: [String], variable: String) -> String {
    let targets = dependencies.map { ".target(name: \"\($0)\")" }.joined(separator: ", ")
    let settings = model.map {
      ", swiftSettings: \(variable).targets.first(where: { $0.name == \"\($0)\" })?.swiftSettings"
    }
    return "\(isBefore("5.4") ? ".target" : ".executableTarget")(name: \"\(name)\", dependencies: [\(targets)], "
      + "path: \"\(folder)\"\(isBefore("5.0") ? "" : settings ?? ""))"
  }

  /// From 5.4 on, a target with a `main.swift` must be declared as executable; settings exist from 5.0 on.
  private func isBefore(_ version: String) -> Bool {
    func parts(_ version: String) -> [Int] { version.split(separator: ".").prefix(2).compactMap { Int($0) } }
    return parts(toolsVersion).lexicographicallyPrecedes(parts(version))
  }
}
