/// Warnings that apply to several packages, with one sentence for all of them.
struct GroupedWarnings {
  enum Matter: Hashable {
    /// A path dependency leads to no package.
    /// - submodule: the git submodule that it is in, or is, and that is not checked out.
    case missingPackage(path: String, submodule: String?, standIn: String?)
    /// A package of the workspace replaces one that the manifest names by its URL.
    case standIn(String, location: String)
    /// The package does not have this product.
    case missingProduct(String, package: String)
    /// The manifest does not depend on the product's package.
    case undeclaredPackage(String, product: String)
    /// Something of the same package is missing, under a condition that may never hold.
    case missingTarget(String)
  }

  /// A warning about sources, with the package's key.
  private struct OfSources: Hashable, Comparable {
    let package: String
    let warning: SourceWarning

    static func < (left: Self, right: Self) -> Bool {
      (left.package, left.warning.sentence) < (right.package, right.warning.sentence)
    }
  }

  private var subjects: [Matter: Set<String>] = [:]
  private var ofSources: [SourceWarning.Kind: Set<OfSources>] = [:]

  /// The maximum number of packages in a list.
  private static let limit = 12
  /// The maximum number of paths and the like, which are longer.
  private static let fewNames = 5

  mutating func add(_ matter: Matter, for subject: String) { subjects[matter, default: []].insert(subject) }

  mutating func add(_ warnings: [SourceWarning], of package: String) {
    for warning in warnings {
      ofSources[warning.kind, default: []].insert(OfSources(package: package, warning: warning))
    }
  }

  /// Unordered.
  var sentences: [String] {
    let all = subjects.filter { !$0.key.isOnlyMissing }.map { matter, subjects in
      Self.sentence(matter, Self.list(subjects.sorted(), of: matter), subjects.count == 1)
    }
    return all + [false, true].compactMap(missingPackages) + ofSources.flatMap { Self.sentences($0, $1.sorted()) }
  }

  /// Sentences about path dependencies that lead to nothing; one for several.
  private func missingPackages(areSubmodules: Bool) -> String? {
    let missing = subjects.filter { $0.key.isOnlyMissing && ($0.key.submodule != nil) == areSubmodules }
    guard let first = missing.first else { return nil }
    let dependents = missing.values.reduce(into: Set()) { $0.formUnion($1) }
    let list = Self.list(dependents.sorted(), of: first.key)
    guard missing.count > 1 else { return Self.sentence(first.key, list, dependents.count == 1) }
    let areWhole = missing.keys.allSatisfy { $0.missingPath == $0.submodule.map { "`\($0)`" } }
    let noun = !areSubmodules ? "paths" : areWhole ? "git submodules" : "packages in git submodules"
    let paths = Self.list(missing.keys.compactMap(\.missingPath).sorted(), noun)
    let depends = "on which \(list) \(dependents.count == 1 ? "depends" : "depend")"
    return
      (areSubmodules
      ? "\(paths), \(depends), are not checked out (`git submodule update --init`)"
      : "There are no packages at \(paths), \(depends)") + "; their products are shown as external."
  }

  /// - Parameter warnings: of one kind, sorted.
  private static func sentences(_ kind: SourceWarning.Kind, _ warnings: [OfSources]) -> [String] {
    guard warnings.count > 1, let common = kind.common else {
      return warnings.map { "\($0.package): \($0.warning.sentence)." }
    }
    let packages = Set(warnings.map(\.package))
    let subjects = warnings.map { one in
      kind.isAboutTargets && packages.count > 1 ? "\(one.package)/\(one.warning.subject)" : one.warning.subject
    }
    let package = packages.count == 1 ? "\(warnings[0].package): " : ""
    return ["\(package)\(list(subjects, common.noun)) \(common.predicate)."]
  }

  /// As in `20 paths (a, b, c, d, e, …)`.
  private static func list(_ subjects: [String], _ noun: String) -> String {
    "\(subjects.count) \(noun) (\(subjects.shortened(to: fewNames)))"
  }

  /// As in `a`, `a and b` or `3 packages (a, b, c)`.
  private static func list(_ names: [String], of matter: Matter) -> String {
    guard names.count > 2 else { return names.joined(separator: " and ") }
    let noun =
      switch matter {
      case .missingPackage, .standIn: "packages"
      default: "targets"
      }
    return "\(names.count) \(noun) (\(names.shortened(to: limit)))"
  }

  private static func sentence(_ matter: Matter, _ names: String, _ isOne: Bool) -> String {
    let depends = isOne ? "depends" : "depend"
    switch matter {
    case .missingPackage(let path, let submodule, let standIn):
      let missing =
        switch submodule {
        case nil: "There is no package at `\(path)`"
        case path: "`\(path)` is a git submodule that is not checked out (`git submodule update --init`)"
        case let submodule?:
          "`\(path)` is in the git submodule `\(submodule)`, which is not checked out (`git submodule update --init`)"
        }
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

extension GroupedWarnings.Matter {
  /// The path at which a package is missing.
  fileprivate var missingPath: String? {
    if case .missingPackage(let path, _, _) = self { "`\(path)`" } else { nil }
  }

  fileprivate var submodule: String? {
    if case .missingPackage(_, let submodule, _) = self { submodule } else { nil }
  }

  /// Whether a package is missing, and none is used instead.
  fileprivate var isOnlyMissing: Bool {
    if case .missingPackage(_, _, standIn: nil) = self { true } else { false }
  }
}
