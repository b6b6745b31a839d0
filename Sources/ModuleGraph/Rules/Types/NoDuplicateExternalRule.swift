/// External packages that all packages of the workspace require in the same way.
struct NoDuplicateExternalRule: RuleType {
  static let name = "no-duplicate-external"
  static let summary =
    "All packages of the workspace name an external package with one address and one requirement, and get a product from one."
  static let parameters: [RuleParameter] = []
  static let example = """
    id: one-version
    type: no-duplicate-external
    """

  let values: RuleValues

  func check(_ run: inout RuleRun) {
    let named = run.graph.packages.flatMap { package in
      package.dependencies.filter { $0.requirement != "path" && $0.standIn == nil }.map { (package: package.key, $0) }
    }
    for (identity, uses) in Dictionary(grouping: named, by: \.1.identity).sorted(by: { $0.key < $1.key }) {
      compare(uses.map { ($0.package, $0.1.requirement) }, of: identity, "required as", &run)
      compare(uses.map { ($0.package, Self.address($0.1.location)) }, of: identity, "taken from", &run)
    }
    let products = run.modules.indices.filter { run.modules[$0].kind == .external }
    for (name, vertices) in Dictionary(grouping: products, by: { run.modules[$0].name }).sorted(by: { $0.key < $1.key })
    where vertices.count > 1 {
      let packages = vertices.map { run.modules[$0].package }.joined(separator: ", ")
      run.report(
        "the product \(name) comes from several packages: \(packages)", subject: ["product", name], modules: vertices,
        dependencies: vertices.flatMap { uses(of: $0, by: nil, run) },
        requirements: vertices.flatMap { vertex in
          let identity = run.modules[vertex].package
          return named.filter { $0.1.identity == identity }
            .map { PackageRequirement(package: $0.package, identity: identity) }
        })
    }
  }

  /// Reports an external package that packages require or locate differently.
  private func compare(
    _ statements: [(package: String, text: String)], of identity: String, _ words: String, _ run: inout RuleRun
  ) {
    let byText = Dictionary(grouping: statements, by: \.text)
    guard byText.count > 1 else { return }
    // The majority is taken to be right, and the deviations come first.
    let ranked = byText.sorted { ($0.value.count, $0.key) < ($1.value.count, $1.key) }
    let list = ranked.map { text, uses in "\(text) by \(uses.map(\.package).sorted().joined(separator: ", "))" }
    let products = run.modules.indices.filter {
      run.modules[$0].kind == .external && run.modules[$0].package == identity
    }
    let packages = ranked.flatMap { $0.value.map(\.package).sorted() }
    run.report(
      "\(identity) is \(words) \(list.joined(separator: "; "))", subject: [words, identity], modules: products,
      dependencies: packages.flatMap { package in products.flatMap { uses(of: $0, by: package, run) } },
      requirements: packages.map { PackageRequirement(package: $0, identity: identity) })
  }

  private func uses(of product: Int, by package: String?, _ run: RuleRun) -> [Dependency] {
    let id = run.modules[product].id
    return run.graph.dependencies.filter { $0.to == id && (package == nil || $0.from.package == package) }
  }

  /// An address without the parts that do not distinguish repositories.
  private static func address(_ location: String) -> String {
    let lower = location.lowercased()
    return lower.hasSuffix(".git") ? String(lower.dropLast(4)) : lower
  }
}
