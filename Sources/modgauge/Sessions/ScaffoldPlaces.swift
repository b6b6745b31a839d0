import Configuration
import ModuleGraph
import Synthesis
import Workspace

/// Where new modules belong in a workspace, and who depends on them.
struct ScaffoldPlaces {
  private let loaded: LoadedWorkspace
  private let settings: WorkspaceConfiguration
  private let roles: Roles?

  init(_ loaded: LoadedWorkspace, _ settings: WorkspaceConfiguration) {
    (self.loaded, self.settings) = (loaded, settings)
    // Without an app, or with names in the configuration that match nothing, there is just no app to add to.
    roles = try? Roles(loaded.graph, settings: settings.roles)
  }

  var app: ModuleID? { roles?.combined.module }

  /// The end that the names of all features have in common.
  var commonSuffix: String {
    ModuleName.commonSuffix(of: app == nil ? [] : roles?.features.flatMap(\.modules).map(\.name) ?? [])
  }

  private var own: [Module] { loaded.graph.modules.filter { $0.kind != .external } }

  // MARK: The request

  /// - Throws: `ScaffoldFailure`.
  func request(for rendered: RenderedTemplate) throws -> ScaffoldRequest {
    try checkNames(rendered.modules.map(\.name))
    let like = try rendered.modules.map { try neighbours(of: $0, in: nil) }
    let packages = zip(rendered.modules, like).flatMap { $0.kind == .test ? [] : $1.map(\.package) }
    let counts = Dictionary(grouping: packages, by: { $0 }).mapValues(\.count)
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    guard let package = most ?? loaded.root?.key ?? loaded.packages.first?.key else {
      throw ScaffoldFailure(reason: "There is no package here to add to.")
    }
    // In a workspace of many packages, a library gets one of its own, as its neighbours have.
    let beside = zip(rendered.modules, like).flatMap { $0.kind == .library ? $1.map(\.package) : [] }
    let makesPackages =
      Set(beside).count > 1
      && Set(beside).allSatisfy { key in own.count { $0.package == key && $0.kind != .test } == 1 }
    let modules = try rendered.modules.map { module in
      ScaffoldRequest.NewModule(
        name: module.name, kind: module.kind.graphKind, dependencies: module.dependencies, resources: module.resources,
        neighbours: try neighbours(of: module, in: makesPackages ? nil : package).map(\.name),
        dependents: try dependents(of: module))
    }
    return ScaffoldRequest(
      package: package, makesPackages: makesPackages, modules: modules,
      files: rendered.files.map { ScaffoldRequest.File(module: $0.module, path: $0.path, bytes: $0.bytes) })
  }

  private func checkNames(_ names: [String]) throws(ScaffoldFailure) {
    let taken = own.map { ($0.name, "module") } + loaded.graph.products.map { ($0.name, "product") }
    for name in names {
      guard let (other, what) = taken.first(where: { $0.0.lowercased() == name.lowercased() }) else { continue }
      throw ScaffoldFailure(
        reason: other == name
          ? "There is a \(what) “\(name)” already. Give another name."
          : "There is a \(what) “\(other)” already, whose name differs from “\(name)” only in case. Give another name.")
    }
  }

  /// The modules beside which a new one belongs, in the order of the graph: those of its layer or role, else of its kind.
  private func neighbours(of module: ScaffoldTemplate.Module, in package: String?) throws -> [ModuleID] {
    let kind = module.kind.graphKind
    let candidates = own.filter { $0.kind == kind && (package == nil || $0.package == package) }.map(\.id)
    guard let layer = module.layer else { return candidates }
    let members = Set(try self.members(of: layer))
    let found = candidates.filter(members.contains)
    let others = candidates.filter { $0 != app }
    return found.isEmpty ? others.isEmpty ? candidates : others : found
  }

  /// The modules of a layer of the configuration, or with a role of that name.
  private func members(of layer: String) throws(ScaffoldFailure) -> [ModuleID] {
    if let index = settings.layers.all.firstIndex(where: { $0.name == layer }) {
      return own.map(\.id).filter { settings.layers.index(of: $0) == index }
    }
    if let role = Role(rawValue: layer) {
      return roles?.assignments.filter { $0.role == role }.map(\.module) ?? []
    }
    let names = settings.layers.all.map(\.name) + Role.allCases.map(\.rawValue)
    throw ScaffoldFailure(
      reason: "The template names a layer “\(layer)”, which .modgauge.yml does not have"
        + "." + names.nearest(to: layer).suggestion)
  }

  private func dependents(of module: ScaffoldTemplate.Module) throws -> [ModuleID] {
    var found: [ModuleID] = []
    for word in module.dependents {
      if word == "app" {
        found += [app].compactMap { $0 }
      } else if word.hasPrefix("layer:") {
        found += try members(of: String(word.dropFirst("layer:".count))).filter { id in
          own.contains { $0.id == id && $0.kind != .test }
        }
      } else if let named = own.first(where: { $0.name == word || $0.id.description == word }) {
        found.append(named.id)
      } else {
        throw ScaffoldFailure(
          reason: "The template lets “\(word)” depend on \(module.name), which is no module of the workspace"
            + "." + own.map(\.name).nearest(to: word).suggestion)
      }
    }
    return Set(found).sorted()
  }

  // MARK: Warnings

  /// What may be unexpected, before anything is written.
  func warnings(for rendered: RenderedTemplate) -> [String] {
    rendered.modules.flatMap { module in
      var warnings: [String] = []
      if module.dependents.contains("app"), app == nil {
        warnings.append("no app was found that could depend on \(module.name); `combined:` in .modgauge.yml names one")
      }
      let id = ModuleID(package: loaded.root?.key ?? "", name: module.name)
      if let wanted = settings.layers.all.firstIndex(where: { $0.name == module.layer }),
        settings.layers.index(of: id) != wanted
      {
        let actual = settings.layers.index(of: id).map { "in “\(settings.layers.all[$0].name)”" } ?? "in no layer"
        let patterns = settings.layers.all[wanted].modules.map(\.description).joined(separator: ", ")
        warnings.append(
          "\(module.name) will be \(actual), not in “\(module.layer ?? "")” (\(patterns)): add it there in .modgauge.yml, "
            + "or give a name that matches")
      }
      return warnings
    }
  }
}

extension ScaffoldTemplate.Module.Kind {
  fileprivate var graphKind: Module.Kind {
    switch self {
    case .library: .regular
    case .executable: .executable
    case .test: .test
    }
  }
}
