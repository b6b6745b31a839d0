import ManifestSyntax
import ModuleGraph
import Platform

/// The packages of new modules in a workspace in which every module has one of its own.
struct NewPackages {
  let request: ScaffoldRequest
  /// A neighbour's package, beside which the new ones go.
  let model: LoadedPackage
  let workspace: LoadedWorkspace

  /// The folder of a new package, absolute.
  func folder(of module: ScaffoldRequest.NewModule) -> String {
    Path.normalized("\(model.path)/../\(owner(of: module).name)")
  }

  /// Tests are in the package of the module whose name theirs begins with.
  private func owner(of module: ScaffoldRequest.NewModule) -> ScaffoldRequest.NewModule {
    let others = request.modules.filter { $0.kind != .test }
    guard module.kind == .test else { return module }
    let own = others.filter { module.name.hasPrefix($0.name) }.max { $0.name.count < $1.name.count }
    return own ?? others.first ?? module
  }

  /// The manifests, by their paths.
  /// - Throws: `ScaffoldFailure`.
  func manifests() throws(ScaffoldFailure) -> [(path: String, bytes: [UInt8])] {
    let head: (tools: String, platforms: String?, unit: String)
    do throws(FileFailure) {
      let name = model.manifestFile?.lastComponent ?? ManifestFile.name
      head = ManifestEdit.head(of: try FileBytes.read("\(model.path)/\(name)"))
    } catch { throw ScaffoldFailure(reason: "The manifest of \(model.key) cannot be read (\(error.reason)).") }
    var made: [(path: String, bytes: [UInt8])] = []
    for module in request.modules where owner(of: module).name == module.name {
      made.append(("\(folder(of: module))/Package.swift", Array(try manifest(of: module, head).utf8)))
    }
    return made
  }

  private func manifest(
    of module: ScaffoldRequest.NewModule, _ head: (tools: String, platforms: String?, unit: String)
  ) throws(ScaffoldFailure) -> String {
    let members = request.modules.filter { owner(of: $0).name == module.name }
    var (paths, targets): (Set<String>, [String]) = ([], [])
    for member in members {
      var dependencies: [ManifestTargetDependency] = []
      for word in member.dependencies {
        let (reference, path) = try reference(to: word, from: module, members.map(\.name))
        dependencies.append(ManifestTargetDependency(reference: reference, condition: nil))
        if let path { paths.insert(path) }
      }
      let target = NewTarget(
        name: member.name, kind: member.kind, dependencies: dependencies, resources: member.resources)
      targets.append(target.code)
    }
    func list(_ label: String, _ items: [String]) -> String {
      "\(head.unit)\(label): [\n" + items.map { "\(head.unit)\(head.unit)\($0),\n" }.joined() + "\(head.unit)]"
    }
    let call = module.kind == .executable ? "executable" : "library"
    var parts = ["\(head.unit)name: \"\(module.name)\""]
    if let platforms = head.platforms { parts.append(head.unit + platforms) }
    parts.append(list("products", [".\(call)(name: \"\(module.name)\", targets: [\"\(module.name)\"])"]))
    if !paths.isEmpty { parts.append(list("dependencies", paths.sorted().map { ".package(path: \"\($0)\")" })) }
    parts.append(list("targets", targets))
    return "\(head.tools)\nimport PackageDescription\n\nlet package = Package(\n"
      + parts.joined(separator: ",\n") + "\n)\n"
  }

  private func reference(
    to word: String, from module: ScaffoldRequest.NewModule, _ own: [String]
  ) throws(ScaffoldFailure) -> (ManifestTargetDependency.Reference, path: String?) {
    if own.contains(word) { return (.byName(word), nil) }
    if request.names.contains(word) { return (.product(word, package: word), "../\(word)") }
    let found = workspace.graph.modules.first { ($0.name == word || $0.id.description == word) && $0.kind != .external }
    guard let found, let package = workspace.package(found.package),
      let product = package.library(with: found.name)
    else {
      let names = workspace.graph.modules.filter { $0.kind != .external }.map(\.name)
      throw ScaffoldFailure(
        reason: "The template depends on “\(word)”, which is in no library product of the workspace"
          + names.filter { $0 != word }.nearest(to: word).suggestionInSentence + ".")
    }
    return (
      .product(product, package: package.path.lastComponent), Path.relative(package.path, to: folder(of: module))
    )
  }
}
