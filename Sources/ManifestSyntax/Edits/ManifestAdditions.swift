package import ModuleGraph

/// A target that a manifest should declare.
package struct NewTarget: Hashable, Sendable {
  package let name: String
  package var kind: Module.Kind
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

  /// The declaration of a product with its name that has it alone.
  package var productCode: String {
    let name = SwiftString.quoted(name)
    return ".\(kind == .executable ? "executable" : "library")(name: \(name), targets: [\(name)])"
  }

  var resourceCode: String { resources.map { ".process(\(SwiftString.quoted($0)))" }.joined(separator: ", ") }
}

/// A manifest's text with something added: a guess, until SwiftPM or the literal reader evaluates it.
package struct ManifestAddition: Hashable, Sendable {
  package let bytes: [UInt8]
  /// The dependencies of a new target that the manifest gives to every target that is declared in that place.
  package var implied: Set<String> = []
}

extension ManifestEdit {
  /// The ways to add a target, the most likely first: as the neighbours are declared, or else literally.
  ///
  /// - Parameters:
  ///   - neighbours: the targets that it should be beside.
  ///   - manifest: the meaning of the text.
  /// - Complexity: O(bytes · neighbours).
  package func adding(_ target: NewTarget, beside neighbours: [String], of manifest: Manifest) -> [ManifestAddition] {
    let places = places
    let sites = CloneSite.all(in: places, naming: Set(neighbours)).sorted {
      ($0.rank, $1.count) < ($1.rank, $0.count)
    }
    let clones = sites.flatMap { site in
      let implied = site.implied(in: places, of: manifest)
      return site.codes(for: target, implied: implied, in: places, of: manifest).map { code in
        ManifestAddition(bytes: site.patches(code, target.name).applied(to: bytes), implied: implied)
      }
    }
    // A literal declaration: beside the neighbours, else beside any target, or as the first one.
    let all = CloneSite.all(in: places, naming: targets).filter { $0.rank == 0 }.sorted { $0.count > $1.count }
    let literals = (sites.filter { $0.rank == 0 } + all).map { addition(target.code, target.name, at: $0) }
    return (clones + literals + appending(target.code, to: "targets")).filter { $0.bytes != bytes }.uniqued
  }

  /// The ways to add a product with the name of a target, as the products with the neighbours' names are declared, or else
  /// literally.
  package func addingProduct(of target: NewTarget, beside neighbours: [String]) -> [ManifestAddition] {
    CloneSite.all(in: places, naming: Set(neighbours)).filter { $0.rank == 2 }.map { site in
      addition(site.code(naming: target.name), target.name, at: site)
    } + appending(target.productCode, to: "products")
  }

  /// The ways to make a change, the most likely first: a dependency goes where neighbours are named in the target's own
  /// declaration, at the end of its list, or where they are named in another list; that on a package beside their folders.
  package func making(_ change: ManifestChange, beside neighbours: [String]) -> [ManifestAddition] {
    var changed = self
    let appended = (try? changed.make(change)).map { [ManifestAddition(bytes: changed.bytes)] } ?? []
    let places = places
    switch change {
    case .remove: return appended
    case .addPackage(let path, _):
      let parent = path.split(separator: "/", omittingEmptySubsequences: false).dropLast().map { $0 + "/" }.joined()
      return CloneSite.all(in: places, naming: Set(neighbours.map { parent + $0 })).map {
        addition(ManifestChange.package(at: path), path, at: $0)
      } + appended
    case .declare(let dependency, let target):
      let extent = (try? places.declaration(of: target))?.extent(in: places.text) ?? []
      let name = dependency.reference.name
      let isProduct = if case .product = dependency.reference { true } else { false }
      let sites = CloneSite.all(in: places, naming: Set(neighbours)).filter { $0.rank > 0 }
      func named(_ sites: [CloneSite]) -> [ManifestAddition] {
        sites.map { addition(isProduct ? dependency.code : $0.code(naming: name), name, at: $0) }
      }
      func isInside(_ site: CloneSite) -> Bool { extent.contains { $0.contains(site.place) } }
      return named(sites.filter(isInside)) + appended + named(sites.filter { !isInside($0) })
    }
  }

  private var places: EditLocations { EditLocations(bytes, targets: targets, os: os) }

  private func addition(_ code: String, _ name: String, at site: CloneSite) -> ManifestAddition {
    ManifestAddition(bytes: site.patches(code, name).applied(to: bytes))
  }

  /// An element added to one of the package's lists; none if it computes that list.
  private func appending(_ code: String, to label: String) -> [ManifestAddition] {
    guard let site = try? places.packageSite(of: label) else { return [] }
    var edit = self
    edit.insert(code, at: site, label: label)
    return [ManifestAddition(bytes: edit.bytes)]
  }
}

extension Manifest {
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
