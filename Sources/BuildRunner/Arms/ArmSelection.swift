import BuildAnalysis
package import ModuleGraph
package import Workspace

/// Resolves the names that a user gives into the arms of a benchmark.
package struct ArmSelection {
  /// The name of the whole package, without its tests.
  package static let everything = RoleSettings.everything

  let workspace: LoadedWorkspace
  /// What builds the arms, if they are schemes.
  let xcodebuild: Xcodebuild?
  /// The schemes that are files; empty if arms are none.
  let schemes: [XcodeScheme]
  /// As seen by a build on this machine.
  let graph: ModuleGraph
  /// The platform that is built for; `nil` if it is not known.
  private let platform: String?
  private let configuration: String
  private let builder: String
  private let appends: Bool
  private let makesApps: Bool
  private let arguments: [String]
  /// The enabled traits of each package.
  private let traits: [String: Set<String>]

  /// - Parameters:
  ///   - configuration: `debug` or `release`, which decides conditional dependencies.
  ///   - builder: the builder's name in runs. Only `swift build` can build products that packages lack.
  ///   - xcodebuild: if it builds, arms are schemes.
  ///   - makesApps: whether a sample app is generated in the copy for features without one; otherwise these are built
  ///     as libraries.
  ///   - arguments: the arguments of every build besides paths and products.
  ///   - traits: the enabled traits.
  package init(
    workspace: LoadedWorkspace, configuration: String, builder: String = Arm.swiftBuilder,
    xcodebuild: Xcodebuild? = nil, makesApps: Bool = true, arguments: [String], traits: TraitSelection = .defaults
  ) {
    self.workspace = workspace
    self.xcodebuild = xcodebuild
    schemes = xcodebuild.map { workspace.schemes(of: $0.container) } ?? []
    self.configuration = configuration
    self.builder = builder
    appends = builder == Arm.swiftBuilder
    self.makesApps = makesApps && appends
    self.arguments = arguments
    self.traits = workspace.enabledTraits(traits)
    platform = if let xcodebuild { xcodebuild.platform } else { workspace.graph.environment?.os }
    graph = workspace.graph.applyingConditions(platform: platform, traits: self.traits)
  }

  /// The compared arms: the combined app first, then the features.
  package struct Compared: Sendable {
    package let arms: [PlannedArm]
    /// The roles by which the app or the features were found; `nil` if both were named.
    package let roles: Roles?
  }

  /// The combined app and the features, in this order. What the settings do not name follows from the modules' roles. A
  /// feature with a sample app is represented by it.
  ///
  /// - Parameter settings: names, and patterns for names of modules other than the combined app.
  /// - Throws: `ArmError` for a name that is not in the workspace, for one that cannot be built alone, and if
  ///   there is nothing to compare.
  package func arms(_ settings: RoleSettings) throws(ArmError) -> Compared {
    let words = (settings.features?.names ?? []) + (settings.sampleApps?.names ?? [])
    let features = try namedArms(settings)
    guard let name = settings.combined?.names.first else {
      let found = try roles(settings, isChecked: !settings.isAppAlone)
      if let module = found.combined.module, !isBuildable(module.package) { throw .onlyXcode(app: module.name) }
      let app = try combined(named: found.combined.module?.description ?? Self.everything)
      let arms = words.isEmpty && !settings.isAppAlone ? try inferredArms(of: found) : features
      return Compared(arms: try checked([app] + arms), roles: found)
    }
    let app = try combined(named: name)
    // Features cannot be inferred for a product of several modules.
    guard words.isEmpty, !settings.isAppAlone, app.roots.map({ $0.count == 1 }) ?? true else {
      return Compared(arms: try checked([app] + features), roles: nil)
    }
    var settings = settings
    if let root = app.roots?.first { settings.combined?.names = [root.description] }
    let found = try roles(settings, isChecked: false)
    guard found.isComparable(in: graph) else { return Compared(arms: [app], roles: nil) }
    return Compared(arms: try checked([app] + inferredArms(of: found)), roles: found)
  }

  /// More features than this are built only if the user names them.
  private static let mostInferred = 100

  private func inferredArms(of roles: Roles) throws(ArmError) -> [PlannedArm] {
    guard roles.features.count <= Self.mostInferred else {
      throw .tooManyFeatures(
        app: roles.combined.name(in: graph), count: roles.features.count, first: roles.features[0].name)
    }
    return try arms(of: roles)
  }

  /// What the user named, features first. A program replaces the arm of the feature that it shows, if only a pattern
  /// matches that feature.
  private func namedArms(_ settings: RoleSettings) throws(ArmError) -> [PlannedArm] {
    let combined = settings.combined?.names.first
    let features = settings.features?.names ?? []
    let stated = RoleSettings(combined: settings.combined, layers: settings.layers)
    let roles = features.isEmpty ? nil : try? Roles(graph, settings: stated)
    let rows = roles.map { FeatureShares($0, in: graph).rows } ?? []
    var arms: [PlannedArm] = []
    for name in try expanded(features, of: settings.features?.source, to: .regular, besides: combined) {
      let planned = try arm(named: name, isCombined: false)
      let isProgram = planned.arm.role == .sampleApp && planned.arm.made != true
      arms.append(try isProgram ? planned : shown(planned, by: rows, settings))
    }
    if let samples = settings.sampleApps {
      for name in try expanded(samples.names, of: samples.source, to: .executable, besides: combined) {
        let planned = try arm(named: name, isCombined: false)
        guard planned.arm.role == .sampleApp, planned.arm.made != true else {
          throw .roles(.notASampleApp(name, source: samples.source))
        }
        if !arms.contains(where: { $0.arm.name == planned.arm.name }) { arms.append(planned) }
      }
    }
    let shown = shownFeatures(of: arms, settings)
    for index in arms.indices {
      guard let root = arms[index].roots?.first, let feature = shown[root] else { continue }
      (arms[index].arm.feature, arms[index].arm.featureModules) = (feature.name, feature.modules.sorted())
    }
    let represented = Set(shown.values.map { $0.modules.sorted() })
    return arms.filter { planned in
      planned.arm.made != true || features.contains(where: { names(planned, $0) })
        || !represented.contains(planned.arm.featureModules ?? [])
    }
  }

  /// A named feature as its sample app shows it, if it has one.
  private func shown(
    _ planned: PlannedArm, by rows: [FeatureShares.Row], _ settings: RoleSettings
  ) throws(ArmError) -> PlannedArm {
    let named = (settings.features?.names ?? []) + (settings.sampleApps?.names ?? [])
    guard let row = rows.first(where: { $0.feature.modules == planned.roots }), let app = row.sampleApp,
      !graph.isAppOfPackage(app), !named.contains(where: { Glob($0).matches(app) })
    else { return planned }
    var arm = try arm(named: app.description, isCombined: false)
    (arm.arm.feature, arm.arm.featureModules) = (row.feature.name, row.feature.modules.sorted())
    return arm
  }

  private func names(_ planned: PlannedArm, _ word: String) -> Bool {
    word == planned.arm.name || planned.roots?.contains { $0.description == word } ?? false
  }

  /// The feature that each named program shows, as `modgauge roles` finds it.
  private func shownFeatures(of arms: [PlannedArm], _ settings: RoleSettings) -> [ModuleID: Feature] {
    let programs = arms.filter { $0.arm.role == .sampleApp && $0.arm.made != true }.compactMap(\.roots?.first)
    guard !programs.isEmpty else { return [:] }
    let stated = RoleSettings(
      combined: settings.combined, sampleApps: .init(programs.map(\.description), by: "--feature"),
      layers: settings.layers)
    // Where there are no roles, programs are compared without a feature.
    let features = (try? Roles(graph, settings: stated))?.features ?? []
    return Dictionary(
      features.flatMap { feature in feature.sampleApps.map { ($0, feature) } }, uniquingKeysWith: { first, _ in first })
  }

  /// For each feature, its sample app, or else a generated one.
  private func arms(of roles: Roles) throws(ArmError) -> [PlannedArm] {
    var arms: [PlannedArm] = []
    for row in FeatureShares(roles, in: graph).rows {
      let app = row.sampleApp.flatMap { graph.isAppOfPackage($0) ? nil : $0 }
      var planned = try arm(named: app?.description ?? row.feature.id, isCombined: false)
      if app != nil { planned.arm.feature = row.feature.name }
      planned.arm.featureModules = row.feature.modules.sorted()
      arms.append(planned)
    }
    return arms
  }

  private func roles(_ settings: RoleSettings, isChecked: Bool) throws(ArmError) -> Roles {
    do throws(RoleError) {
      let found = try Roles(graph, settings: settings, unreadProject: workspace.unreadProject)
      if isChecked { try found.checkComparable(in: graph) }
      return found
    } catch { throw .roles(error) }
  }

  private func checked(_ arms: [PlannedArm]) throws(ArmError) -> [PlannedArm] {
    var seen: Set<String> = []
    if let twice = arms.first(where: { !seen.insert($0.arm.name).inserted }) { throw .armNamedTwice(twice.arm.name) }
    if arms.contains(where: { $0.target.appended != nil }),
      workspace.graph.modules.contains(where: { $0.name == Arm.madeModule })
    {
      throw .nameTaken
    }
    return arms
  }

  /// The combined app alone, by its name or by the modules' roles.
  /// - Throws: `ArmError`, as above.
  package func combinedArm(named name: String?) throws(ArmError) -> PlannedArm {
    if let name { return try combined(named: name) }
    let found = try roles(RoleSettings(), isChecked: false)
    return try combined(named: found.combined.module?.description ?? Self.everything)
  }

  /// The counterparts, in this state of the workspace, of another state's arms: found by their names, or else by the
  /// module that they build. Arms without a counterpart are left out.
  package func arms(like others: [PlannedArm]) -> [PlannedArm] {
    others.compactMap { other in
      let root = other.roots.flatMap { $0.count == 1 ? $0[0].description : nil }
      let isCombined = other.arm.role == .combined
      let found = [other.arm.name, root].compactMap(\.self).lazy.compactMap { name in
        isCombined ? try? combined(named: name) : try? arm(named: name, isCombined: false)
      }.first
      guard var planned = found else { return nil }
      let known = Set(workspace.graph.modules.map(\.id))
      (planned.arm.name, planned.arm.feature) = (other.arm.name, other.arm.feature)
      planned.arm.featureModules = other.arm.featureModules.map { $0.filter(known.contains) }
      return planned
    }
  }

  /// One arm alone.
  ///
  /// - Parameter name: an executable, a product or a module; `nil` for the whole package without tests.
  /// - Throws: `ArmError`, as above.
  package func arm(named name: String?) throws(ArmError) -> PlannedArm {
    try combined(named: name ?? Self.everything)
  }

  private func combined(named name: String) throws(ArmError) -> PlannedArm {
    if name != Self.everything { return try arm(named: name, isCombined: true) }
    if xcodebuild != nil { throw .scheme(.noApp) }
    guard let rootKey else {
      throw workspace.packages.isEmpty ? .noPackage : .noPackageAtRoot(project: workspace.unreadProject)
    }
    guard isBuildable(rootKey) else { throw .appPackage(workspace.name) }
    let own = workspace.graph.modules.filter { $0.package == rootKey && $0.kind != .test && !$0.kind.isOutside }
    // What a condition that fails here names, SwiftPM builds only where something else needs it.
    let applies = condition
    let failing = workspace.graph.dependencies.filter {
      $0.from.package == rootKey && $0.to.package == rootKey && !applies($0)
    }
    let roots = Set(own.map(\.id)).subtracting(failing.map(\.to)).sorted()
    return planned(name: Self.everything, role: .combined, in: rootKey, target: .everything, roots: roots)
  }

  var rootKey: String? { workspace.root?.key }

  /// Whether it is neither an app package of Swift Playgrounds, whose manifest SwiftPM cannot read, nor an Xcode project, if
  /// SwiftPM builds.
  func isBuildable(_ package: String) -> Bool {
    workspace.package(package).map { !$0.manifest.products.contains(where: \.isApp) } ?? (xcodebuild != nil)
  }

  /// The package in whose folder `swift build` runs for a target of a package: the one at the root if that reaches the
  /// package, so that all arms share its resolved dependencies; otherwise the package itself.
  private func builtPackage(for package: String) -> String {
    if let xcodebuild { return xcodebuild.container }
    guard let rootKey, isBuildable(rootKey) else { return package }
    let reached = Set([rootKey]).closed { workspace.package($0)?.dependencies ?? [] }
    return reached.contains(package) ? rootKey : package
  }
}

// MARK: - One name

extension ArmSelection {
  private func arm(named name: String, isCombined: Bool) throws(ArmError) -> PlannedArm {
    if let scheme = schemes.first(where: { $0.name == name }), !scheme.targets.isEmpty {
      return arm(scheme, isCombined: isCombined)
    }
    let products = preferred(workspace.graph.products.filter { $0.name == name || $0.id == name }, package: \.package)
    let modules = preferred(
      workspace.graph.modules.filter { ($0.name == name || $0.id.description == name) && !$0.kind.isOutside },
      package: \.package)
    let packages = Set(products.map(\.package) + modules.map(\.package))
    guard packages.count < 2 else { throw .ambiguousName(name, candidates: packages.map { "\($0)/\(name)" }.sorted()) }
    if let product = products.first(where: { $0.kind == .executable }) ?? products.first(where: { $0.kind == .library })
    {
      guard isBuildable(product.package) else { throw .appPackage(name) }
      return arm(product, isCombined: isCombined)
    }
    guard let module = modules.first else {
      let nearest = buildableNames.nearest(to: name)
      throw xcodebuild == nil ? .unknownName(name, nearest: nearest) : .scheme(.unknown(name, nearest: nearest))
    }
    if xcodebuild != nil { return try schemeArm(module, isCombined: isCombined) }
    return try arm(module, isCombined: isCombined)
  }

  /// Prefers the package at the root, then other packages: Xcode targets cannot be built.
  private func preferred<Part>(_ parts: [Part], package: (Part) -> String) -> [Part] {
    let own = parts.filter { package($0) == rootKey }
    let buildable = parts.filter { isBuildable(package($0)) }
    return own.isEmpty ? (buildable.isEmpty ? parts : buildable) : own
  }

  private func arm(_ product: Product, isCombined: Bool) -> PlannedArm {
    if product.kind == .library, makesApps, !isCombined {
      return madeApp(named: product.name, importing: product.modules, of: product.package)
    }
    let target: BuildTarget =
      product.kind == .library && product.linkage != .static && product.linkage != .dynamic
      ? .appended(AppendedProduct(kind: .staticLibrary, package: product.package, modules: product.modules.map(\.name)))
      : .product(product.name)
    let role: Arm.Role = product.kind == .executable ? .sampleApp : .feature
    return planned(
      name: product.name, role: isCombined ? .combined : role, in: builtPackage(for: product.package), target: target,
      roots: product.modules)
  }

  private func arm(_ module: Module, isCombined: Bool) throws(ArmError) -> PlannedArm {
    guard isBuildable(module.package) else {
      if workspace.package(module.package) != nil { throw .appPackage(module.id.description) }
      throw .xcodeTarget(module.name, kind: module.kind)
    }
    let built = builtPackage(for: module.package)
    switch module.kind {
    case .executable:
      // A product with another name; else the one that SwiftPM creates implicitly, if the package is built alone.
      let product = workspace.graph.products.first { $0.kind == .executable && $0.modules.contains(module.id) }
      let made: BuildTarget =
        module.package == built
        ? .product(module.name)
        : .appended(AppendedProduct(kind: .executable, package: module.package, modules: [module.name]))
      return planned(
        name: module.name, role: isCombined ? .combined : .sampleApp, in: built,
        target: product.map { .product($0.name) } ?? made, roots: [module.id])
    case .regular:
      if makesApps, !isCombined { return madeApp(named: module.name, importing: [module.id], of: module.package) }
      let library = AppendedProduct(kind: .staticLibrary, package: module.package, modules: [module.name])
      return planned(
        name: module.name, role: isCombined ? .combined : .feature, in: built, target: .appended(library),
        roots: [module.id])
    default:
      throw .notBuildable(name: module.name, kind: module.kind.rawValue)
    }
  }

  /// A generated sample app in the package of the feature.
  private func madeApp(named name: String, importing feature: [ModuleID], of package: String) -> PlannedArm {
    let modules = feature.compactMap { id in workspace.graph.modules.first { $0.id == id } }
      .filter { $0.kind != .plugin }
    let app = GeneratedApp(
      named: name, importing: modules, toolsVersion: workspace.package(package)?.manifest.toolsVersion ?? "")
    var planned = planned(
      name: name, role: .sampleApp, in: builtPackage(for: package),
      target: .appended(AppendedProduct(kind: .sampleApp(app), package: package, modules: modules.map(\.name))),
      roots: feature)
    (planned.arm.feature, planned.arm.featureModules, planned.arm.made) = (name, feature.sorted(), true)
    return planned
  }

  func planned(
    name: String, role: Arm.Role, in package: String, target: BuildTarget, roots: [ModuleID]
  ) -> PlannedArm {
    let target = appends || target == .everything ? target : .product(name)
    let shown = role == .sampleApp ? feature(of: roots, name: name) : nil
    return PlannedArm(
      arm: Arm(
        name: name, role: role, feature: shown?.name,
        featureModules: role == .feature ? roots.sorted() : shown.map { [$0] },
        targets: target.productName.map { [$0] } ?? [], modules: closure(of: roots), builder: builder,
        arguments: arguments),
      package: package, target: target, roots: target == .everything ? nil : roots)
  }

  /// What a build on this machine compiles: dependencies whose condition does not hold here are left out.
  func closure(of roots: [ModuleID]) -> [ModuleID] {
    workspace.graph.closure(of: roots, following: condition)
  }

  /// Whether the condition of a dependency does not fail on this machine.
  private var condition: (Dependency) -> Bool {
    let platform = xcodebuild == nil ? platform ?? "" : platform
    return { dependency in
      let decision = dependency.condition?.decided(
        platform: platform, configuration: configuration, traits: traits[dependency.from.package] ?? [])
      return decision != .fails
    }
  }

  /// The feature of a sample app: among the modules that it depends on directly, the longest name that its own begins
  /// with.
  private func feature(of roots: [ModuleID], name: String) -> ModuleID? {
    workspace.graph.dependencies
      .filter { roots.contains($0.from) && name.hasPrefix($0.to.name) && $0.to.name != name }
      .map(\.to)
      .max { ($0.name.count, $1) < ($1.name.count, $0) }
  }
}
