package import ModuleGraph

/// A target that a manifest should declare.
package struct NewTarget: Hashable, Sendable {
  package let name: String
  package let kind: Module.Kind
  package let dependencies: [ManifestTargetDependency]
  /// Relative to the target's folder.
  package let resources: [String]

  package init(name: String, kind: Module.Kind, dependencies: [ManifestTargetDependency], resources: [String] = []) {
    (self.name, self.kind, self.dependencies, self.resources) = (name, kind, dependencies, resources)
  }

  /// Its declaration in a literal manifest.
  package var code: String {
    let call = kind == .test ? "testTarget" : kind == .executable ? "executableTarget" : "target"
    var arguments = ["name: \(SwiftString.quoted(name))"]
    if !dependencies.isEmpty { arguments.append("dependencies: [\(dependencies.map(\.code).joined(separator: ", "))]") }
    if !resources.isEmpty { arguments.append("resources: [\(resourceCode)]") }
    return ".\(call)(\(arguments.joined(separator: ", ")))"
  }

  var resourceCode: String { resources.map { ".process(\(SwiftString.quoted($0)))" }.joined(separator: ", ") }
}

/// A manifest's text with something added: a guess, until SwiftPM or the literal reader evaluates it.
package struct ManifestAddition: Hashable, Sendable {
  package let bytes: [UInt8]
  /// The dependencies of a new target that the manifest gives to every target that is declared in that place.
  package let implied: Set<String>

  package init(bytes: [UInt8], implied: Set<String> = []) {
    (self.bytes, self.implied) = (bytes, implied)
  }
}

extension ManifestEdit {
  /// The ways to add a target, the most likely first: as the neighbours are declared, or else literally.
  ///
  /// - Parameters:
  ///   - neighbours: the targets that it should be beside.
  ///   - manifest: the meaning of the text.
  /// - Complexity: O(bytes · neighbours).
  package func adding(_ target: NewTarget, beside neighbours: [String], of manifest: Manifest) -> [ManifestAddition] {
    let places = EditLocations(bytes, targets: targets, os: os)
    let names = Set(neighbours)
    var additions: [ManifestAddition] = []
    let sites = CloneSite.all(in: places, naming: names).sorted { ($0.rank, $1.count) < ($1.rank, $0.count) }
    for site in sites {
      let implied = site.implied(in: places, of: manifest)
      for code in site.codes(for: target, implied: implied, in: places, of: manifest) {
        additions.append(ManifestAddition(bytes: site.patches(code, target.name).applied(to: bytes), implied: implied))
      }
    }
    // A literal declaration: beside the neighbours, else beside any target, or as the first one.
    let all = CloneSite.all(in: places, naming: targets).filter { $0.rank == 0 }.sorted { $0.count > $1.count }
    for site in sites.filter({ $0.rank == 0 }) + all {
      additions.append(ManifestAddition(bytes: site.patches(target.code, target.name).applied(to: bytes)))
    }
    if let first = addingToPackage(target.code, label: "targets") { additions.append(first) }
    var seen: Set<ManifestAddition> = []
    return additions.filter { $0.bytes != bytes && seen.insert($0).inserted }
  }

  /// The ways to add a library with the name of a target, as the products with the neighbours' names are declared.
  package func addingProduct(_ name: String, kind: Product.Kind, beside neighbours: [String]) -> [ManifestAddition] {
    let places = EditLocations(bytes, targets: targets, os: os)
    return CloneSite.all(in: places, naming: Set(neighbours)).filter { $0.rank == 2 }.map { site in
      let code = site.productCode(name, kind: kind, in: places)
      return ManifestAddition(bytes: site.patches(code, name).applied(to: bytes))
    }
  }

  /// An element added to one of the package's lists, such as `products`; `nil` if it has no such list, or computes it.
  package func addingToPackage(_ code: String, label: String) -> ManifestAddition? {
    guard case .list(let list)? = try? EditLocations(bytes, targets: targets, os: os).packageSite(of: label) else {
      return nil
    }
    return ManifestAddition(bytes: list.appending(code).applied(to: bytes))
  }

  /// The ways to depend on a package in a folder beside its neighbours' folders.
  package func addingPackage(at path: String, beside neighbours: [String]) -> [ManifestAddition] {
    let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    let paths = Set(neighbours.map { parent.isEmpty ? $0 : "\(parent)/\($0)" })
    return CloneSite.all(in: EditLocations(bytes, targets: targets, os: os), naming: paths).map { site in
      let code = ManifestChange.package(at: path)
      return ManifestAddition(bytes: site.patches(code, path).applied(to: bytes))
    }
  }

  /// The ways to name a new target or product where neighbours are named as dependencies of `dependent`: in its own declaration, and
  /// in lists that it may use.
  package func naming(
    _ dependency: ManifestTargetDependency, beside neighbours: [String], in dependent: String
  ) -> (inside: [ManifestAddition], outside: [ManifestAddition]) {
    let places = EditLocations(bytes, targets: targets, os: os)
    let extent = (try? places.declaration(of: dependent))?.extent(in: places.text) ?? []
    var (inside, outside): ([ManifestAddition], [ManifestAddition]) = ([], [])
    for site in CloneSite.all(in: places, naming: Set(neighbours)) where site.rank > 0 {
      let name = dependency.reference.name
      let isProduct = if case .product = dependency.reference { true } else { false }
      let code = isProduct ? dependency.code : site.namingCode(name)
      let addition = ManifestAddition(bytes: site.patches(code, name).applied(to: bytes))
      if extent.contains(where: { $0.contains(site.place) }) {
        inside.append(addition)
      } else {
        outside.append(addition)
      }
    }
    return (inside, outside)
  }
}

extension Manifest {
  /// The manifest without a product.
  package func withoutProducts(named name: String) -> Manifest {
    var manifest = self
    manifest.products.removeAll { $0.name == name }
    return manifest
  }

  /// The manifest without some targets, the products that contain only these, and what depends on them.
  package func without(_ names: Set<String>) -> Manifest {
    var manifest = self
    manifest.products = products.filter { !$0.targets.allSatisfy(names.contains) }
    manifest.targets = targets.filter { !names.contains($0.name) }.map { target in
      var target = target
      target.dependencies = target.dependencies.filter { !names.contains($0.reference.name) }
      return target
    }
    return manifest
  }
}

extension ManifestEdit {
  /// What a manifest for a similar package takes over: the line with the tools version, the platforms with their label if
  /// they are literal, and the indentation.
  package static func head(of bytes: [UInt8]) -> (tools: String, platforms: String?, unit: String) {
    let text = LocationText(bytes: bytes, tokens: ManifestLexer.tokens(of: bytes))
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    let call = text.all.first { text.word($0) == "Package" && text.isSign($0 + 1, "(") }
    let platforms = call.flatMap { call in text.arguments(call + 1).first { $0.label == "platforms" }?.value }
    let literal = platforms.flatMap { text.isSign($0.lowerBound, "[") ? "platforms: \(text.code($0))" : nil }
    return (String(decoding: line, as: UTF8.self), literal, TextLayout(bytes: bytes).indentUnit)
  }
}
