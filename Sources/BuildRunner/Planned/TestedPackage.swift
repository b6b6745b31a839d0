import ModuleGraph

/// The tests of one package that are built and run for an arm. One `swift test` runs the tests of one package.
struct TestedPackage: Sendable, Hashable {
  /// The package's key.
  let package: String
  /// SwiftPM's name for the product that contains all tests of the package.
  let product: String
  /// Whether `swift test` builds the whole package, as it does by itself: tests may run programs that they do not depend on.
  let isWhole: Bool
  /// Names of the package's test modules that are left out.
  let others: [String]

  /// - Parameter name: the package's name in its manifest.
  init(package: String, named name: String, isWhole: Bool, others: [String]) {
    (self.package, product, self.isWhole, self.others) = (package, name + "PackageTests", isWhole, others)
  }

  /// The statement that removes the other test targets from the manifest; `nil` if there are none.
  ///
  /// SwiftPM builds one product for all tests of a package; `--filter` selects what runs, not what is built.
  /// - Parameter variable: the manifest's variable for the package.
  func statement(variable: String) -> String? {
    guard !others.isEmpty else { return nil }
    let names = others.map { "\"\($0)\"" }.joined(separator: ", ")
    return "\(variable).targets.removeAll(where: { [\(names)].contains($0.name) })"
  }
}
