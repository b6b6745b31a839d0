import ModuleGraph

/// A dependency that nothing can satisfy, so that SwiftPM rejects its package.
package struct DanglingDependency: Hashable, Sendable {
  /// What is missing.
  package enum Lack: Hashable, Sendable {
    /// A target of the same package.
    case target
    /// A plugin of the same package.
    case plugin
    /// A target of the same package, or a product of one of its dependencies.
    case targetOrProduct
    /// The package of a product that does not have its name; with the name by which the manifest knows the package.
    case packageName(String)
    /// A product of a package in the workspace, by the package's key.
    case product(package: String)
  }

  package let target: String
  package let name: String
  package let lack: Lack
  /// The line in the manifest; `nil` if the manifest computes the dependency.
  package let line: Int?
  /// The most similar names.
  package let nearest: [String]

  /// `line 12: App depends on “Nope”, …`
  var sentence: String {
    let place = line.map { "line \($0)" } ?? "computed"
    return "  \(place): \(target) \(words).\(nearest.suggestion)"
  }

  private var words: String {
    switch lack {
    case .target: "depends on the target “\(name)”, which its package does not have"
    case .plugin: "applies the plugin “\(name)”, which its package does not have"
    case .targetOrProduct:
      "depends on “\(name)”, which is neither a target of its package nor a product of a package that it depends on"
    case .packageName(let package):
      "depends on “\(name)” by its name alone, but it is a product of \(package): "
        + ".product(name: \"\(name)\", package: \"\(package)\")"
    case .product(let package): "depends on the product “\(name)” of \(package), which has no such product"
    }
  }
}
