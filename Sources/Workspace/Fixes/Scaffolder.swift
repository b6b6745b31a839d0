import ManifestSyntax
import ModuleGraph
import Platform

/// Adds modules to a workspace: files, targets, products, and the dependencies on them; moves files, and changes other
/// dependencies with them.
///
/// The manifests are edited in memory, and each edit is evaluated. All is written in one step, after which the workspace
/// is loaded again: if its graph is not the intended one, everything is put back. After a crash,
/// ``ManifestFixer/recover(in:)`` does that.
package struct Scaffolder: Sendable {
  private let loader: WorkspaceLoader
  private let packagePath: String
  private let discovery: DiscoveryOptions
  private let stateFolder: String

  /// - Parameters: as of ``ManifestFixer``.
  package init(
    loader: WorkspaceLoader, packagePath: String, discovery: DiscoveryOptions, stateFolder: String
  ) {
    (self.loader, self.packagePath) = (loader, packagePath)
    (self.discovery, self.stateFolder) = (discovery, stateFolder)
  }

  // MARK: Planning

  /// Finds out what to write.
  /// - Parameter workspace: as just loaded.
  /// - Throws: `ScaffoldFailure`; `WorkspaceError`, `SubprocessError`, `CancellationError`.
  package func plan(_ request: ScaffoldRequest, in workspace: LoadedWorkspace) async throws -> ScaffoldPlan {
    guard let package = workspace.package(request.package) else {
      throw ScaffoldFailure(reason: "There is no package “\(request.package)”.")
    }
    let registration = Registration(request: request, package: package, workspace: workspace)
    let own = request.makesPackages ? [] : [package]
    let users = Set(request.modules.flatMap(\.dependents).map(\.package) + request.remedies.map(\.module.package))
      .subtracting(own.map(\.key))
    let temporary = try await TemporaryFolder.held(in: loader.cacheFolder)
    let reader = try await loader.reader(in: temporary)
    var edited: [EditedManifest] = []
    do {
      for user in own + users.sorted().compactMap(workspace.package) {
        for var manifest in try await EditedManifest.all(of: user, with: reader) {
          try await registration.edit(&manifest, of: user)
          edited.append(manifest)
        }
      }
    } catch let obstacle as FixObstacle { throw ScaffoldFailure(reason: "Nothing can be added: \(obstacle).") }
    withExtendedLifetime(temporary) {}
    let changed = edited.filter { $0.bytes != $0.before }.map {
      ScaffoldPlan.ChangedFile(path: $0.path, shown: $0.shown, before: $0.before, after: $0.bytes)
    }
    let files = try files(registration, edited.first(where: \.isChosen)?.manifest)
    let projects = try XcodeRegistration(registration)
    return ScaffoldPlan(
      request: request, manifests: changed + projects.changed, byHand: projects.byHand, files: files)
  }

  /// The files with their places, which must be new and inside of the workspace.
  /// - Parameter declared: what the manifest will be.
  private func files(
    _ registration: Registration, _ declared: Manifest?
  ) throws(ScaffoldFailure) -> [ScaffoldPlan.NewFile] {
    let (request, workspace) = (registration.request, registration.workspace)
    var files = try registration.manifests().map { (path: $0.path, bytes: $0.bytes, source: String?.none) }
    for file in request.files {
      let module = request.modules.first { $0.name == file.module }
      let place = module.map { folder(of: $0, declared?.target($0.name), registration) } ?? workspace.rootPath
      files.append(("\(place)/\(file.path)", file.bytes, file.source))
    }
    // The packages of an Xcode project may be above its folder.
    let homes = [workspace.rootPath] + workspace.packages.map(\.path) + request.modules.map(registration.folder)
    return try files.map { file throws(ScaffoldFailure) in
      let path = Path.normalized(file.path)
      let shown = Path.relative(path, to: workspace.rootPath)
      guard homes.contains(where: { path.remainder(below: $0) != nil }) else {
        throw ScaffoldFailure(reason: "`\(path)` would be outside of the workspace.")
      }
      if FileStatus(at: path, followsLast: false) != nil {
        throw ScaffoldFailure(reason: "`\(shown)` exists already. Remove it, or give another name.")
      }
      var above = Path.normalized(path + "/..")
      while FileStatus(at: above, followsLast: false) == nil { above = Path.normalized(above + "/..") }
      guard Path.canonical(above) == above else {
        throw ScaffoldFailure(
          reason: "`\(shown)` would be behind a link, which leads to `\(Path.canonical(above) ?? above)`.")
      }
      return ScaffoldPlan.NewFile(
        path: path, shown: shown, bytes: file.bytes, source: file.source,
        moved: file.source.map { Path.relative($0, to: workspace.rootPath) })
    }
  }

  /// A module's folder: what the manifest says, or beside its neighbours.
  private func folder(
    of module: ScaffoldRequest.NewModule, _ target: ManifestTarget?, _ registration: Registration
  ) -> String {
    let (package, workspace) = (registration.package, registration.workspace)
    if !registration.request.makesPackages {
      if let path = target?.path { return Path.normalized("\(package.path)/\(path)") }
      for name in module.neighbours where package.manifest.target(name)?.path == nil {
        let path = workspace.graph.modules.first { $0.id == ModuleID(package: package.key, name: name) }?.path
        if let path, path.lastComponent == name {
          return Path.normalized("\(workspace.rootPath)/\(path)/../\(module.name)")
        }
      }
    }
    return "\(registration.folder(of: module))/\(module.kind == .test ? "Tests" : "Sources")/\(module.name)"
  }

  // MARK: Writing

  /// Writes everything, or nothing.
  /// - Parameter judge: says why the result is not wanted; `nil` if it is.
  /// - Returns: the workspace with the new modules.
  /// - Throws: `ScaffoldFailure`, `ManifestFixer.Failure`, `SubprocessError`, `CancellationError`, after everything was
  ///   put back.
  package func carryOut(
    _ plan: ScaffoldPlan, in workspace: LoadedWorkspace, judge: (LoadedWorkspace) throws -> String?
  ) async throws -> LoadedWorkspace {
    var journal = try ManifestFixer.journal(in: stateFolder)
    _ = journal.recover()
    do {
      try journal.create(plan.files)
      for file in plan.request.sources + plan.manifests {
        try journal.replace(file.path, holding: file.before, by: file.after, shownAs: file.shown)
      }
      let made = plan.files.filter { plan.request.makesPackages && $0.path.lastComponent == ManifestFile.name }
      let after = try await loader.load(
        packagePath: packagePath, discovery: discovery, besides: made.map { Path.normalized($0.path + "/..") })
      let difference = Self.difference(plan, workspace.graph, after)
      if let reason = try difference ?? judge(after) { throw ScaffoldFailure(reason: reason) }
      journal.close()
      return after
    } catch {
      let stuck = journal.putBack()
      let reason: String? =
        switch error {
        case let obstacle as FixObstacle: "Nothing was added: \(obstacle)."
        case let failure as ScaffoldFailure: failure.reason
        case let error as WorkspaceError: "Everything was put back, since the workspace would not load: \(error)"
        default: nil
        }
      guard let reason else { throw error }
      throw ScaffoldFailure(
        reason: stuck.reduce(reason) {
          "\($0)\n`\($1)` was changed by another program in the meantime, and was left unchanged."
        })
    }
  }

  /// How the graph differs from the intended one; `nil` if it does not.
  private static func difference(
    _ plan: ScaffoldPlan, _ before: ModuleGraph, _ workspace: LoadedWorkspace
  ) -> String? {
    let (request, after) = (plan.request, workspace.graph)
    // Packages of files that the template writes, such as `.swiftpm` folders, hold what they say.
    let written = Set(plan.files.map(\.path))
    let others = Set(
      workspace.packages.filter { !request.makesPackages && written.contains("\($0.path)/\(ManifestFile.name)") }
        .map(\.key))
    func modules(of graph: ModuleGraph) -> Set<ModuleID> {
      Set(graph.modules.filter { $0.kind != .external && !others.contains($0.package) }.map(\.id))
    }
    let (former, present) = (modules(of: before), modules(of: after))
    let new = present.subtracting(former)
    guard former.isSubset(of: present), new.map(\.name).sorted() == request.names.sorted() else {
      let different = Set(former.symmetricDifference(present).map(\.name)).subtracting(request.names)
      return "Everything was put back, since the workspace would have other modules than intended: "
        + different.union(request.names.subtracting(new.map(\.name))).sorted().joined(separator: ", ") + "."
    }
    // Snippets depend on every library.
    let snippets = Set(after.modules.filter { $0.kind == .snippet }.map(\.id))
    let edges = after.dependencies.filter {
      !others.contains($0.from.package) && !new.contains($0.from)
        && !(snippets.contains($0.from) && new.contains($0.to))
    }
    let changed = Set(edges.map(FixPlan.Edge.init)).symmetricDifference(before.dependencies.map(FixPlan.Edge.init))
    let wanted = Set(request.modules.flatMap { module in module.dependents.map { [$0.name, module.name] } })
      .subtracting(plan.byHand.map { [$0.user.name, $0.module] })
      .union(request.remedies.map { [$0.module.name, $0.end.name] })
    let differences = wanted.symmetricDifference(changed.map { [$0.from.name, $0.to.name] })
      .map { $0.joined(separator: " → ") }.sorted()
    guard differences.isEmpty else {
      return "Everything was put back, since the graph would not be the intended one: "
        + differences.prefix(3).joined(separator: ", ") + "."
    }
    // SwiftPM evaluates manifests with cycles, and builds none of them.
    let uses = Dictionary(grouping: after.dependencies, by: \.from).mapValues { $0.map(\.to) }
    return new.sorted().first { uses.reached(from: $0).contains($0) }.map {
      "Everything was put back, since \($0.name) would depend on itself, through what it depends on."
    }
  }
}
