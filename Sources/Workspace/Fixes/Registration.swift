import ManifestSyntax
import ModuleGraph

/// The declarations of new modules in the manifests of a workspace.
struct Registration {
  let request: ScaffoldRequest
  let package: LoadedPackage
  let workspace: LoadedWorkspace

  /// Declares the modules in a manifest of their package.
  /// - Throws: `ScaffoldFailure`; `SubprocessError`, `CancellationError`.
  func declare(in manifest: inout ScaffoldManifest) async throws {
    for module in request.modules {
      let (target, packages) = try target(module, for: manifest.manifest)
      for change in packages {
        try await demand(change, try await manifest.make(change, beside: []), manifest)
      }
      let users = Set(module.dependents.filter { $0.package == package.key }.map(\.name))
      guard try await manifest.add(target, beside: module.neighbours, for: users, names: request.names) else {
        throw failure(of: manifest, "declare \(module.name)", "write `\(target.code)` into `targets:`")
      }
      let neighbours = products(of: module, in: manifest.manifest)
      let isUsed = module.dependents.contains { $0.package != package.key }
      if isUsed || !neighbours.isEmpty, module.kind != .test {
        guard try await manifest.addProduct(of: target, beside: neighbours) else {
          throw failure(
            of: manifest, "add the product \(module.name)",
            "write `.library(name: \"\(module.name)\", targets: [\"\(module.name)\"])` into `products:`")
        }
      }
    }
    for module in request.modules {
      for user in module.dependents where user.package == package.key {
        let dependency = ManifestTargetDependency(reference: .byName(module.name), condition: nil)
        let change = ManifestChange.declare(dependency, of: user.name)
        try await demand(change, try await manifest.make(change, beside: module.neighbours), manifest)
      }
    }
  }

  /// Lets the modules of another package depend on the new ones.
  func use(in manifest: inout ScaffoldManifest, of user: LoadedPackage) async throws {
    let known = FixPlan(workspace)
    for module in request.modules {
      for dependent in module.dependents where dependent.package == user.key {
        var changes: [ManifestChange] = []
        let word: String
        if let dependency = manifest.manifest.dependencies.first(where: { known.leads($0, to: package) }) {
          word = manifest.manifest.word(for: dependency)
        } else {
          word = package.path.lastComponent
          changes.append(.addPackage(path: Path.relative(package.path, to: user.path), folder: package.path))
        }
        let reference = ManifestTargetDependency.Reference.product(module.name, package: word)
        changes.append(.declare(ManifestTargetDependency(reference: reference, condition: nil), of: dependent.name))
        for change in changes {
          try await demand(change, try await manifest.make(change, beside: []), manifest)
        }
      }
    }
  }

  /// Adds products of modules that are there already.
  func offer(in manifest: inout ScaffoldManifest) async throws {
    for name in request.offered {
      let target = NewTarget(name: name, kind: .regular, dependencies: [])
      guard try await manifest.addProduct(of: target, beside: manifest.manifest.products.map(\.name)) else {
        throw ScaffoldFailure(
          reason: "`\(manifest.shown)` cannot be edited to add the product \(name): no edit has the intended meaning.",
          advice: ["\(manifest.shown): write `.library(name: \"\(name)\", targets: [\"\(name)\"])` into `products:`"])
      }
    }
  }

  /// Adds and removes the dependencies of a package on modules that are there already.
  func mend(_ manifest: inout ScaffoldManifest, of user: LoadedPackage) async throws {
    let known = FixPlan(workspace)
    for remedy in request.remedies where remedy.module.package == user.key {
      let changes: [ManifestChange]
      do { changes = try known.changes(for: remedy, of: manifest.manifest) } catch {
        throw ScaffoldFailure(reason: "`\(manifest.shown)` cannot be edited: \(error).")
      }
      for change in changes { try await demand(change, try await manifest.make(change, beside: []), manifest) }
    }
  }

  private func demand(_ change: ManifestChange, _ isMade: Bool, _ manifest: ScaffoldManifest) async throws {
    if !isMade { throw failure(of: manifest, "add a dependency", change.advice) }
  }

  /// What cannot be edited, with what else there is to write.
  private func failure(of manifest: ScaffoldManifest, _ what: String, _ advice: String) -> ScaffoldFailure {
    let all = request.modules.flatMap { module -> [String] in
      let declared = (try? target(module, for: manifest.manifest)).map { "write `\($0.0.code)` into `targets:`" }
      let uses = module.dependents.map { "write `\"\(module.name)\"` into `dependencies:` of the target “\($0.name)”" }
      return [declared].compactMap { $0 } + uses
    }
    return ScaffoldFailure(
      reason: "`\(manifest.shown)` cannot be edited to \(what): no edit has the intended meaning.",
      advice: (all.contains(advice) ? all : [advice] + all).map { "\(manifest.shown): \($0)" })
  }

  /// A module as the manifest has to declare it, and the packages that it needs first.
  private func target(
    _ module: ScaffoldRequest.NewModule, for manifest: Manifest
  ) throws(ScaffoldFailure) -> (NewTarget, [ManifestChange]) {
    var (dependencies, packages): ([ManifestTargetDependency], [ManifestChange]) = ([], [])
    for word in module.dependencies {
      let (reference, change) = try reference(to: word, in: manifest)
      dependencies.append(ManifestTargetDependency(reference: reference, condition: nil))
      if let change { packages.append(change) }
    }
    return (
      NewTarget(name: module.name, kind: module.kind, dependencies: dependencies, resources: module.resources), packages
    )
  }

  private func reference(
    to word: String, in manifest: Manifest
  ) throws(ScaffoldFailure) -> (ManifestTargetDependency.Reference, ManifestChange?) {
    let parts = word.split(separator: "/").map(String.init)
    if request.names.contains(word) || package.manifest.targets.contains(where: { $0.name == word }) {
      return (.byName(word), nil)
    }
    let modules = workspace.graph.modules.filter { $0.id.description == word || $0.name == word }
    guard let module = modules.first(where: { $0.kind != .external }),
      let other = workspace.package(module.package)
    else {
      if parts.count == 2 {
        let known = manifest.dependencies.first { $0.identity == parts[0].lowercased() || $0.name == parts[0] }
        if let known { return (.product(parts[1], package: manifest.word(for: known)), nil) }
      }
      let names = workspace.graph.modules.filter { $0.kind != .external }.map(\.name)
      throw ScaffoldFailure(
        reason: "The template depends on “\(word)”, which is no module of the workspace"
          + names.nearest(to: word).suggestionInSentence + ".")
    }
    if other.key == package.key { return (.byName(module.name), nil) }
    let products = other.manifest.products.filter { $0.kind == .library && $0.targets.contains(module.name) }
    guard let product = products.first(where: { $0.name == module.name }) ?? products.first else {
      throw ScaffoldFailure(
        reason: "“\(word)” is in no library product of the package \(other.key), and needs one first.")
    }
    if let known = manifest.dependencies.first(where: { FixPlan(workspace).leads($0, to: other) }) {
      return (.product(product.name, package: manifest.word(for: known)), nil)
    }
    return (
      .product(product.name, package: other.path.lastComponent),
      .addPackage(path: Path.relative(other.path, to: package.path), folder: other.path)
    )
  }

  /// The products of the neighbours, if most of these have one of their own.
  private func products(of module: ScaffoldRequest.NewModule, in manifest: Manifest) -> [String] {
    let own = module.neighbours.compactMap { name in
      manifest.products.first { $0.targets == [name] && $0.name == name }?.name
    }
    return own.count * 2 > module.neighbours.count ? own : []
  }
}
