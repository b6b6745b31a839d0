import ManifestSyntax
import ModuleGraph

/// The declarations of new modules in the manifests of a workspace.
struct Registration {
  let request: ScaffoldRequest
  let package: LoadedPackage
  /// The packages of the modules, if they get their own.
  let packages: NewPackages
  let workspace: LoadedWorkspace

  /// Declares the modules in a manifest of their package.
  /// - Throws: `ScaffoldFailure`; `SubprocessError`, `CancellationError`.
  func declare(in manifest: inout ScaffoldManifest) async throws {
    for module in request.modules {
      let (target, packages) = try target(module, for: manifest.manifest)
      for change in packages { try await make(change, in: &manifest) }
      let users = Set(module.dependents.filter { $0.package == package.key }.map(\.name))
      guard try await manifest.add(target, beside: module.neighbours, for: users, names: request.names) else {
        throw failure(of: manifest, "declare \(module.name)", "write `\(target.code)` into `targets:`")
      }
      let neighbours = products(of: module, in: manifest.manifest)
      let isUsed = module.dependents.contains { $0.package != package.key }
      if isUsed || !neighbours.isEmpty, module.kind != .test {
        try await addProduct(of: target, in: &manifest, beside: neighbours)
      }
    }
    // Those of modules that are there already.
    for name in request.offered {
      let target = NewTarget(name: name, kind: .regular, dependencies: [])
      try await addProduct(of: target, in: &manifest, beside: manifest.manifest.products.map(\.name))
    }
  }

  private func addProduct(
    of target: NewTarget, in manifest: inout ScaffoldManifest, beside neighbours: [String]
  ) async throws {
    guard try await !manifest.addProduct(of: target, beside: neighbours) else { return }
    let call = target.kind == .executable ? "executable" : "library"
    throw failure(
      of: manifest, "add the product \(target.name)",
      "write `.\(call)(name: \"\(target.name)\", targets: [\"\(target.name)\"])` into `products:`")
  }

  /// Lets the modules of a package depend on the new ones.
  func use(in manifest: inout ScaffoldManifest, of user: LoadedPackage) async throws {
    let known = FixPlan(workspace)
    for module in request.modules {
      let folder = request.makesPackages ? packages.folder(of: module) : package.path
      for dependent in module.dependents where dependent.package == user.key {
        var reference = ManifestTargetDependency.Reference.byName(module.name)
        if request.makesPackages || user.key != package.key {
          let dependency = manifest.manifest.dependencies.first {
            request.makesPackages ? $0.identity == folder.lastComponent.lowercased() : known.leads($0, to: package)
          }
          if dependency == nil {
            let path = Path.relative(folder, to: user.path)
            try await make(.addPackage(path: path, folder: folder), in: &manifest, beside: module.neighbours)
          }
          reference = .product(
            module.name, package: dependency.map(manifest.manifest.word) ?? folder.lastComponent)
        }
        let dependency = ManifestTargetDependency(reference: reference, condition: nil)
        try await make(.declare(dependency, of: dependent.name), in: &manifest, beside: module.neighbours)
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
      for change in changes { try await make(change, in: &manifest) }
    }
  }

  private func make(
    _ change: ManifestChange, in manifest: inout ScaffoldManifest, beside neighbours: [String] = []
  ) async throws {
    guard try await manifest.make(change, beside: neighbours) else {
      throw failure(of: manifest, "add a dependency", change.advice)
    }
  }

  /// What cannot be edited, with what else there is to write.
  private func failure(of manifest: ScaffoldManifest, _ what: String, _ advice: String) -> ScaffoldFailure {
    let all = (request.makesPackages ? [] : request.modules).flatMap { module -> [String] in
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
    guard let product = other.library(with: module.name) else {
      throw ScaffoldFailure(
        reason: "“\(word)” is in no library product of the package \(other.key), and needs one first.")
    }
    if let known = manifest.dependencies.first(where: { FixPlan(workspace).leads($0, to: other) }) {
      return (.product(product, package: manifest.word(for: known)), nil)
    }
    return (
      .product(product, package: other.path.lastComponent),
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

extension LoadedPackage {
  /// The library product with a module: the one of its name, if there is one; `nil` if none has it.
  package func library(with module: String) -> String? {
    let names = manifest.products.filter { $0.kind == .library && $0.targets.contains(module) }.map(\.name)
    return names.contains(module) ? module : names.first
  }
}
