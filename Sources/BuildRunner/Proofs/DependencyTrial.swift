package import ModuleGraph
package import Workspace

/// Builds a workspace without dependencies that nothing imports, in a private copy, to prove that nothing needs them.
package struct DependencyTrial: Sendable {
  private let workspace: LoadedWorkspace
  private let swiftBuild: SwiftBuild
  private let place: MeasuringEnvironment
  private let loader: WorkspaceLoader
  /// Called before each build with its package and the number of removed dependencies.
  private let onBuild: @Sendable (_ package: String, _ away: Int) -> Void

  /// - Parameter loader: reads the copy's manifests in the same way as the workspace's.
  package init(
    of workspace: LoadedWorkspace, with swiftBuild: SwiftBuild, in place: MeasuringEnvironment, loader: WorkspaceLoader,
    onBuild: @escaping @Sendable (_ package: String, _ away: Int) -> Void
  ) {
    self.workspace = workspace
    self.swiftBuild = swiftBuild
    self.place = place
    self.loader = loader
    self.onBuild = onBuild
  }

  /// Tries them.
  ///
  /// - Parameter candidates: for each, the dependencies of one declaration, on one module or product.
  /// - Returns: a proof for each candidate.
  /// - Throws: `BenchmarkError` if nothing could be built; `SubprocessError`, `CancellationError`.
  package func proofs(of candidates: [[Dependency]]) async throws -> [Proof] {
    let copy = try await PrivateCopy(of: workspace, at: place.folders.copy, leavingOut: place.folders.own)
    try place.folders.prepare(arms: workspace.packages.map(\.key))
    var proofs = [Proof](repeating: .untried(reason: "its module has no package"), count: candidates.count)
    let os = workspace.graph.environment?.os
    let isBuilt = candidates.map { $0.contains { $0.condition?.decided(platform: os, traits: nil) != .fails } }
    for index in candidates.indices where !isBuilt[index] {
      proofs[index] = .untried(reason: "its condition leaves it out of builds for \(os ?? "this machine")")
    }
    let packages = Dictionary(grouping: candidates.indices.filter { isBuilt[$0] }) { index in
      candidates[index].first?.from.package ?? ""
    }
    var builds = TrialBuilds(self, copy: copy)
    for (key, indices) in packages.sorted(by: { $0.key < $1.key }) {
      guard let package = workspace.package(key), let folder = copy.packagePaths[key] else { continue }
      let found = try await settle(indices.map { candidates[$0] }, of: package, in: folder, &builds)
      for (index, proof) in zip(indices, found) { proofs[index] = proof }
    }
    try place.folders.tidy()
    return proofs
  }

  /// Tries the dependencies of one package's modules.
  private func settle(
    _ candidates: [[Dependency]], of package: LoadedPackage, in folder: String, _ builds: inout TrialBuilds
  ) async throws -> [Proof] {
    func untried(_ reason: String) -> [Proof] { candidates.map { _ in .untried(reason: reason) } }
    let affected = packages(above: Set(candidates.flatMap { $0 }.map(\.from)))
    for key in affected { if let reason = try await builds.prepare(key) { return untried(reason) } }
    do {
      let manifest = try await TrialManifest(
        of: package, in: folder, loader: loader, os: workspace.graph.environment?.os ?? "")
      let ready = builds
      var search = ProofSearch { removed in
        let away = removed.sorted().map { candidates[$0] }
        if let reason = untimelyImport(without: away) { return .untried(reason: reason) }
        do { try await manifest.write(without: away, in: workspace) } catch let obstacle as TrialManifest.Obstacle {
          return .untried(reason: obstacle.reason)
        }
        for key in affected {
          onBuild(key, removed.count)
          if let error = try await ready.failure(of: key) { return .fails(error: error) }
        }
        return .builds
      }
      try await search.settle(count: candidates.count)
      try manifest.restore()
      return candidates.indices.map { search.proofs[$0] ?? .untried(reason: "nothing was built") }
    } catch let obstacle as TrialManifest.Obstacle {
      return untried(obstacle.reason)
    }
  }

  /// Why a build without dependencies proves nothing, as a clause: it could build a module too late for an import.
  private func untimelyImport(without dependencies: [[Dependency]]) -> String? {
    guard let imports = workspace.imports else { return nil }
    let graph = workspace.graph.applyingConditions(platform: nil, traits: imports.enabledTraits)
    guard let finding = ImportFindings.untimely(without: Set(dependencies.joined()), in: graph, imports: imports) else {
      return nil
    }
    let (module, imported) = (finding.module.name, finding.imported.name)
    return "\(module) imports \(imported) without declaring it, and may then be built before it"
  }

  /// The packages of modules and of what depends on them, sorted.
  private func packages(above modules: Set<ModuleID>) -> [String] {
    let dependents = Dictionary(grouping: workspace.graph.dependencies, by: \.to)
    let above = modules.closed { (dependents[$0] ?? []).map(\.from) }
    return Set(above.map(\.package)).filter { workspace.package($0) != nil }.sorted()
  }

  /// The builds of a trial, each on top of the previous ones of its package.
  private struct TrialBuilds {
    private let trial: DependencyTrial
    private let copy: PrivateCopy
    /// The arguments that include tests in the build, by package; absent if it was not built yet.
    private var arguments: [String: Buildable] = [:]
    private var dependencies: ResolvedDependencies

    private enum Buildable {
      case with([String])
      case not(reason: String)
    }

    init(_ trial: DependencyTrial, copy: PrivateCopy) {
      self.trial = trial
      self.copy = copy
      dependencies = ResolvedDependencies(of: trial.workspace)
    }

    /// Builds an unchanged package, with its tests if they build.
    /// - Returns: why it cannot be built; `nil` if it can.
    mutating func prepare(_ key: String) async throws -> String? {
      if arguments[key] == nil {
        try dependencies.provide(trial.place.folders.scratch(key), for: key, resolvedIn: copy)
        trial.onBuild(key, 0)
        if try await failure(of: key, ["--build-tests"]) == nil {
          arguments[key] = .with(["--build-tests"])
        } else {
          let error = try await failure(of: key, [])
          arguments[key] = error.map { .not(reason: "\(key) does not build as it is: \($0)") } ?? .with([])
        }
      }
      return if case .not(let reason)? = arguments[key] { reason } else { nil }
    }

    /// - Returns: the compiler's first error; `nil` if the build succeeds.
    func failure(of key: String) async throws -> String? {
      guard case .with(let words)? = arguments[key] else { return nil }
      return try await failure(of: key, words)
    }

    private func failure(of key: String, _ words: [String]) async throws -> String? {
      let command = trial.swiftBuild.command(
        package: copy.packagePaths[key] ?? copy.path, scratch: trial.place.folders.scratch(key).path, product: nil,
        mayResolve: true)
      return try await trial.place.failure(of: command + words, in: copy)
    }
  }
}

extension MeasuringEnvironment {
  /// The output of the last build that is not measured.
  var log: String { folders.output + "/build.log" }

  /// Makes a build that is not measured.
  /// - Returns: the compiler's first error, or what else ended the build; `nil` if it succeeds.
  func failure(of command: [String], in copy: PrivateCopy, timeoutSeconds: Int = 3600) async throws -> String? {
    let build = try await supervisor.run(command, log: log, timeoutSeconds: timeoutSeconds)
    guard let reason = build.supervised.failure(timeoutSeconds: timeoutSeconds) else { return nil }
    try folders.checkSpace(log: log)
    return CompilerErrors.firstError(inLog: log, copy: copy.path) ?? reason
  }
}
