/// Warnings that apply to several packages, with one sentence for all of them.
struct GroupedWarnings {
  enum Matter: Hashable {
    /// A path dependency leads to no package.
    case missingPackage(path: String, isSubmodule: Bool, standIn: String?)
    /// A package of the workspace replaces one that the manifest names by its URL.
    case standIn(String, location: String)
    /// The package does not have this product.
    case missingProduct(String, package: String)
    /// The manifest does not depend on the product's package.
    case undeclaredPackage(String, product: String)
    /// Something of the same package is missing, under a condition that may never hold.
    case missingTarget(String)
  }

  private var subjects: [Matter: Set<String>] = [:]

  /// The maximum number of packages in a list.
  private static let limit = 12

  mutating func add(_ matter: Matter, for subject: String) { subjects[matter, default: []].insert(subject) }

  /// Unordered.
  var sentences: [String] {
    subjects.map { matter, subjects in
      Self.sentence(matter, Self.list(subjects.sorted(), of: matter), subjects.count == 1)
    }
  }

  /// As in `a`, `a and b` or `3 packages (a, b, c)`.
  private static func list(_ names: [String], of matter: Matter) -> String {
    guard names.count > 2 else { return names.joined(separator: " and ") }
    let noun =
      switch matter {
      case .missingPackage, .standIn: "packages"
      default: "targets"
      }
    let rest = names.count > limit ? ", …" : ""
    return "\(names.count) \(noun) (\(names.prefix(limit).joined(separator: ", "))\(rest))"
  }

  private static func sentence(_ matter: Matter, _ names: String, _ isOne: Bool) -> String {
    let depends = isOne ? "depends" : "depend"
    switch matter {
    case .missingPackage(let path, let isSubmodule, let standIn):
      let missing =
        isSubmodule
        ? "`\(path)` is a git submodule that is not checked out (`git submodule update --init`)"
        : "There is no package at `\(path)`"
      let end =
        standIn.map { "\($0) is used instead, since it has the same identity" } ?? "its products are shown as external"
      return "\(missing), on which \(names) \(depends); \(end)."
    case .standIn(let key, let location):
      return "\(key) stands in for \(location), on which \(names) \(depends), as in an Xcode workspace; SwiftPM alone "
        + "fetches that address."
    case .missingProduct(let product, let package):
      return "\(names) \(depends) on the product `\(product)` of \(package), which has no product of that name."
    case .undeclaredPackage(let package, let product):
      return "\(names) \(depends) on the product `\(product)` of `\(package)`, a package that "
        + "\(isOne ? "its manifest does" : "their manifests do") not depend on."
    case .missingTarget(let name):
      return "\(names) \(depends) on `\(name)`, which \(isOne ? "its package does" : "their packages do") not have."
    }
  }
}
