import ManifestSyntax
import ModuleGraph

/// The declarations of new modules in the manifests of a workspace.
struct Registration {
  let request: ScaffoldRequest
  /// The one that gets the modules, or beside which they get packages of their own.
  let package: LoadedPackage
  let workspace: LoadedWorkspace

  /// Changes a manifest of the package, or of one that uses the modules.
  /// - Throws: `ScaffoldFailure`; `SubprocessError`, `CancellationError`.
  func edit(_ manifest: inout EditedManifest, of user: LoadedPackage) async throws {
    if user.key == package.key, !request.makesPackages { try await declare(in: &manifest) }
    try await use(in: &manifest, of: user)
    for remedy in request.remedies where remedy.module.package == user.key {
      let changes: [ManifestChange]
      do { changes = try FixPlan(workspace).changes(for: remedy, of: manifest.manifest) } catch {
        throw ScaffoldFailure(reason: "`\(manifest.shown)` cannot be edited: \(error).")
      }
      for change in changes { try await make(change, in: &manifest) }
    }
  }

  /// Declares the modules.
  private func declare(in manifest: inout EditedManifest) async throws {
    for module in request.modules {
      let (target, missing) = try target(module, for: manifest.manifest)
      for change in missing { try await make(change, in: &manifest) }
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
    of target: NewTarget, in manifest: inout EditedManifest, beside neighbours: [String]
  ) async throws {
    guard try await !manifest.addProduct(of: target, beside: neighbours) else { return }
    throw failure(of: manifest, "add the product \(target.name)", "write `\(target.productCode)` into `products:`")
  }

  /// Lets the modules of a package depend on the new ones.
  private func use(in manifest: inout EditedManifest, of user: LoadedPackage) async throws {
    let known = FixPlan(workspace)
    for module in request.modules {
      let folder = folder(of: module)
      for dependent in module.dependents where dependent.package == user.key {
        var reference = ManifestTargetDependency.Reference.byName(module.name)
        if request.makesPackages || user.key != package.key {
          let (product, missing) = manifest.manifest.reference(to: module.name, in: folder, from: user.path) {
            request.makesPackages ? $0.identity == folder.lastComponent.lowercased() : known.leads($0, to: package)
          }
          if let missing { try await make(missing, in: &manifest, beside: module.neighbours) }
          reference = product
        }
        let dependency = ManifestTargetDependency(reference: reference, condition: nil)
        try await make(.declare(dependency, of: dependent.name), in: &manifest, beside: module.neighbours)
      }
    }
  }

  private func make(
    _ change: ManifestChange, in manifest: inout EditedManifest, beside neighbours: [String] = []
  ) async throws {
    guard try await manifest.make(change, beside: neighbours) else {
      throw failure(of: manifest, "add a dependency", change.advice)
    }
  }

  /// What cannot be edited, with what else there is to write.
  private func failure(of manifest: EditedManifest, _ what: String, _ advice: String) -> ScaffoldFailure {
    let all = (request.makesPackages ? [] : request.modules).flatMap { module -> [String] in
      let target = try? target(module, for: manifest.manifest).target
      return (target.map { ["write `\($0.code)` into `targets:`"] } ?? [])
        + module.dependents.map { "write `\"\(module.name)\"` into `dependencies:` of the target “\($0.name)”" }
    }
    return ScaffoldFailure(
      reason: "`\(manifest.shown)` cannot be edited to \(what): no edit has the intended meaning.",
      advice: (all.contains(advice) ? all : [advice] + all).map { "\(manifest.shown): \($0)" })
  }

  /// A module as a manifest has to declare it, and the dependencies on packages that it needs first.
  /// - Parameter members: the new modules of the same package.
  private func target(
    _ module: ScaffoldRequest.NewModule, for manifest: Manifest, with members: Set<String>? = nil
  ) throws(ScaffoldFailure) -> (target: NewTarget, missing: [ManifestChange]) {
    var (dependencies, missing): ([ManifestTargetDependency], [ManifestChange]) = ([], [])
    for word in module.dependencies {
      let (reference, change) = try reference(
        to: word, for: manifest, in: folder(of: module), with: members ?? request.names)
      dependencies.append(ManifestTargetDependency(reference: reference, condition: nil))
      if let change { missing.append(change) }
    }
    return (
      NewTarget(name: module.name, kind: module.kind, dependencies: dependencies, resources: module.resources), missing
    )
  }

  private func reference(
    to word: String, for manifest: Manifest, in folder: String, with members: Set<String>
  ) throws(ScaffoldFailure) -> (ManifestTargetDependency.Reference, missing: ManifestChange?) {
    if members.contains(word) || manifest.target(word) != nil { return (.byName(word), nil) }
    if let other = request.modules.first(where: { $0.name == word }) {
      return manifest.reference(to: word, in: self.folder(of: other), from: folder) { _ in false }
    }
    let modules = workspace.graph.modules.filter { $0.kind != .external }
    guard let module = modules.first(where: { $0.id.description == word || $0.name == word }),
      let other = workspace.package(module.package)
    else {
      let parts = word.split(separator: "/").map(String.init)
      let known = manifest.dependencies.first { $0.identity == parts.first?.lowercased() || $0.name == parts.first }
      if parts.count == 2, let known { return (.product(parts[1], package: manifest.word(for: known)), nil) }
      throw ScaffoldFailure(
        reason: "The template depends on “\(word)”, which is no module of the workspace."
          + modules.map(\.name).nearest(to: word).suggestion)
    }
    if other.key == package.key, !request.makesPackages { return (.byName(module.name), nil) }
    guard let product = other.library(with: module.name) else {
      throw ScaffoldFailure(
        reason: "“\(word)” is in no library product of the package \(other.key), and needs one first.")
    }
    return manifest.reference(to: product, in: other.path, from: folder) { FixPlan(workspace).leads($0, to: other) }
  }

  /// The products of the neighbours, if most of these have one of their own.
  private func products(of module: ScaffoldRequest.NewModule, in manifest: Manifest) -> [String] {
    let own = module.neighbours.filter { name in
      manifest.products.contains { $0.targets == [name] && $0.name == name }
    }
    return own.count * 2 > module.neighbours.count ? own : []
  }
}

/// The packages of new modules in a workspace in which every module has one of its own.
extension Registration {
  /// The folder of a module's package, absolute.
  func folder(of module: ScaffoldRequest.NewModule) -> String {
    request.makesPackages ? Path.normalized("\(package.path)/../\(owner(of: module).name)") : package.path
  }

  /// Tests are in the package of the module whose name theirs begins with.
  private func owner(of module: ScaffoldRequest.NewModule) -> ScaffoldRequest.NewModule {
    let others = request.modules.filter { $0.kind != .test }
    guard module.kind == .test else { return module }
    let own = others.filter { module.name.hasPrefix($0.name) }.max { $0.name.count < $1.name.count }
    return own ?? others.first ?? module
  }

  /// The manifests of the new packages, by their paths.
  func manifests() throws(ScaffoldFailure) -> [(path: String, bytes: [UInt8])] {
    guard request.makesPackages else { return [] }
    let head: (tools: String, platforms: String?, unit: String)
    do throws(FileFailure) {
      let name = package.manifestFile?.lastComponent ?? ManifestFile.name
      head = ManifestEdit.head(of: try FileBytes.read("\(package.path)/\(name)"))
    } catch { throw ScaffoldFailure(reason: "The manifest of \(package.key) cannot be read (\(error.reason)).") }
    var made: [(path: String, bytes: [UInt8])] = []
    for module in request.modules where owner(of: module).name == module.name {
      made.append(("\(folder(of: module))/\(ManifestFile.name)", Array(try manifest(of: module, head).utf8)))
    }
    return made
  }

  private func manifest(
    of module: ScaffoldRequest.NewModule, _ head: (tools: String, platforms: String?, unit: String)
  ) throws(ScaffoldFailure) -> String {
    let empty = Manifest(
      name: module.name, toolsVersion: package.manifest.toolsVersion, dependencies: [], products: [], targets: [],
      traits: [])
    let members = request.modules.filter { owner(of: $0).name == module.name }
    var (paths, targets): (Set<String>, [NewTarget]) = ([], [])
    for member in members {
      let (target, missing) = try target(member, for: empty, with: Set(members.map(\.name)))
      for case .addPackage(let path, _) in missing { paths.insert(path) }
      targets.append(target)
    }
    func list(_ label: String, _ items: [String]) -> String {
      "\(label): [\n" + items.map { "\(head.unit)\(head.unit)\($0),\n" }.joined() + "\(head.unit)]"
    }
    let products = targets.filter { $0.name == module.name }.map(\.productCode)
    let parts = [
      "name: \"\(module.name)\"", head.platforms, list("products", products),
      paths.isEmpty ? nil : list("dependencies", paths.sorted().map { ".package(path: \"\($0)\")" }),
      list("targets", targets.map(\.code)),
    ]
    return "\(head.tools)\nimport PackageDescription\n\nlet package = Package(\n"
      + parts.compactMap { $0.map { head.unit + $0 } }.joined(separator: ",\n") + "\n)\n"
  }
}

extension LoadedPackage {
  /// The library product with a module: the one of its name, if there is one; `nil` if none has it.
  package func library(with module: String) -> String? {
    let names = manifest.products.filter { $0.kind == .library && $0.targets.contains(module) }.map(\.name)
    return names.contains(module) ? module : names.first
  }
}
