import Configuration
import ModuleGraph
import Reports
import Synthesis
import Workspace

/// Where new modules belong in a workspace, and who depends on them.
struct ScaffoldLocations {
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

  /// What a template may say about the module that its parameter `feature` names: the product that has it, that product's
  /// package, and the path to it from a folder of the workspace.
  /// - Throws: `ScaffoldFailure` if there is no such module.
  func facts(about feature: String?) throws(ScaffoldFailure) -> [String: String] {
    var facts = ["product": "", "productPackage": "", "productPath": ""]
    guard let feature else { return facts }
    guard let module = own.first(where: { $0.name == feature }), let package = loaded.package(module.package) else {
      throw ScaffoldFailure(
        reason: "There is no module “\(feature)” in the workspace." + own.map(\.name).nearest(to: feature).suggestion)
    }
    facts["product"] = package.library(with: feature) ?? feature
    facts["productPackage"] = package.manifest.name
    facts["productPath"] = Path.relative(package.path, to: loaded.rootPath + "/folder")
    return facts
  }

  /// - Parameter feature: a module that needs a product.
  /// - Throws: `ScaffoldFailure`.
  func request(for rendered: RenderedTemplate, offering feature: String? = nil) throws -> ScaffoldRequest {
    try checkNames(rendered.modules.map(\.name))
    let like = try rendered.modules.map { (kind: $0.kind, packages: try neighbours(of: $0, in: nil).map(\.package)) }
    let counts = Dictionary(grouping: like.filter { $0.kind != .test }.flatMap(\.packages)) { $0 }.mapValues(\.count)
    let most = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    let offered = own.first { module in
      module.name == feature && loaded.package(module.package).map { $0.library(with: module.name) == nil } ?? false
    }
    guard let package = offered?.package ?? most ?? loaded.root?.key ?? loaded.packages.first?.key else {
      throw ScaffoldFailure(
        reason: "There is no package here to add to. Make one with `swift package init`, and add it to the project.")
    }
    // In a workspace of many packages, a library gets one of its own, as its neighbours have.
    let beside = Set(like.filter { $0.kind == .library }.flatMap(\.packages))
    let makesPackages =
      beside.count > 1
      && beside.allSatisfy { key in own.count { $0.package == key && $0.kind != .test } == 1 }
    let modules = try rendered.modules.map { module in
      ScaffoldRequest.NewModule(
        name: module.name, kind: module.kind.graphKind, dependencies: module.dependencies, resources: module.resources,
        neighbours: try neighbours(of: module, in: makesPackages ? nil : package).map(\.name),
        dependents: try dependents(of: module))
    }
    return ScaffoldRequest(
      package: package, makesPackages: makesPackages, modules: modules,
      files: rendered.files.map { ScaffoldRequest.File(module: $0.module, path: $0.path, bytes: $0.bytes) },
      offered: offered.map { [$0.name] } ?? [])
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
      reason: "The template names a layer “\(layer)”, which .modgauge.yml does not have."
        + names.nearest(to: layer).suggestion)
  }

  private func dependents(of module: ScaffoldTemplate.Module) throws -> [ModuleID] {
    let found = try module.dependents.flatMap { word -> [ModuleID] in
      if word == "app" { return [app].compactMap { $0 } }
      if word.hasPrefix("layer:") {
        let members = Set(try members(of: String(word.dropFirst("layer:".count))))
        return own.filter { members.contains($0.id) && $0.kind != .test }.map(\.id)
      }
      if let named = own.first(where: { $0.name == word || $0.id.description == word }) { return [named.id] }
      throw ScaffoldFailure(
        reason: "The template lets “\(word)” depend on \(module.name), which is no module of the workspace."
          + own.map(\.name).nearest(to: word).suggestion)
    }
    return Set(found).sorted()
  }

  // MARK: What is told

  /// What may be unexpected, before anything is written.
  /// - Parameter template: from which the request is; `nil` for an interface.
  func warnings(for request: ScaffoldRequest, by template: RenderedTemplate? = nil) -> [String] {
    let unused = (template?.modules ?? []).filter { app == nil && $0.dependents.contains("app") }.map {
      "no app was found that could depend on \($0.name); `combined:` in .modgauge.yml names one"
    }
    return unused
      + request.modules.filter { $0.kind != .test }.compactMap { module in
        misplacement(of: module, in: request.package, template?.modules.first { $0.name == module.name }?.layer)
      }
  }

  /// In which layer a new module will be, if that is not the one of the template, or else that of its neighbours.
  private func misplacement(of module: ScaffoldRequest.NewModule, in package: String, _ layer: String?) -> String? {
    func index(_ name: String) -> Int? { settings.layers.index(of: ModuleID(package: package, name: name)) }
    let layers = settings.layers.all
    let places = Set(module.neighbours.map(index))
    let usual = places.count == 1 ? places.first ?? nil : nil
    guard let wanted = layers.firstIndex(where: { $0.name == layer }) ?? usual else { return nil }
    let actual = index(module.name)
    if actual == wanted { return nil }
    let patterns = layers[wanted].modules.map(\.description)
    let place = actual.map { "in the layer “\(layers[$0].name)”" } ?? "in no layer"
    let reason = layers[wanted].name == layer ? "" : ", where its neighbours are"
    let words = "\(module.name) will be \(place), not in “\(layers[wanted].name)”\(reason)"
    return actual == nil
      ? words
        + ". Write into .modgauge.yml for that layer:\n  modules: [\((patterns + [module.name]).joined(separator: ", "))]"
      : words
        + " (\(patterns.listed(atMost: 5))): a pattern that comes first matches the name. Give another name, or put "
        + "\(module.name) before that pattern in .modgauge.yml"
  }

  /// What features cost to build alone, by the newest recorded build or run; `nil` without one, and for what is no feature.
  func cost(of rendered: RenderedTemplate) -> String? {
    let new = rendered.modules.filter { $0.kind == .library }
    guard let roles, let last = new.last,
      let estimate = FormerRuns(of: loaded.rootPath).newestEstimate(in: loaded.graph)
    else { return nil }
    let estimates = estimate.estimates(in: loaded.graph)
    let rows = FeatureShares(roles, in: loaded.graph, estimates: estimates).rows
    let known = rows.compactMap { row in row.part.estimatedSeconds.map { (seconds: $0, feature: row.feature) } }
    guard let least = known.map(\.seconds).min(), let most = known.map(\.seconds).max() else { return nil }
    let modules = Set(known.flatMap(\.feature.modules))
    let lines = own.filter { modules.contains($0.id) }.compactMap(\.lines)
    let mean = known.map(\.seconds).reduce(0, +) / Double(known.count)
    var words =
      "features here take \(Figures.seconds(mean)) to build alone (the mean of \(known.count), from \(Figures.seconds(least)) to "
      + "\(Figures.seconds(most))\(lines.isEmpty ? "" : ", with \(Figures.counted(lines.reduce(0, +) / max(1, lines.count), "line")) a module")), "
      + "estimated from the \(estimate.source.build)"
    let below = Set(new.flatMap(\.dependencies))
    let needed = own.filter { below.contains($0.name) }.map(\.id)
    if !needed.isEmpty, let seconds = estimates.seconds(loaded.graph.closure(of: needed)) {
      words += "; what \(last.name) depends on takes \(Figures.seconds(seconds)) of that"
    }
    return words
  }

  /// The command that builds the new module alone.
  func command(for request: ScaffoldRequest) -> String? {
    guard let module = request.modules.last(where: { $0.kind != .test }) else { return nil }
    var folder = loaded.package(request.package)?.path ?? loaded.rootPath
    if request.makesPackages { folder = Path.normalized("\(folder)/../\(module.name)") }
    // An .xcodeproj is no path of a package.
    let below = Path.relative(folder, to: Path.canonical(".") ?? ".")
    let path = below.hasPrefix("..") ? folder : below
    return "swift build" + (path == "." ? "" : " --package-path \(Shell.word(path))") + " --target \(module.name)"
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
