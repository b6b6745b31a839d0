import BuildRunner
import Documents
import ModuleGraph
import Reports
import Workspace

extension CheckService {
  // MARK: Proofs

  /// Builds without the dependencies that nothing imports, if requested.
  /// - Throws: `BenchmarkError`, `SubprocessError`, `CancellationError`.
  func proved(_ state: State) async throws -> State {
    try demandRule()
    let found = removable(in: state)
    guard request.proves, !found.isEmpty else { return state }
    let leftOut = try await LeftOutFiles.paths(neededBy: state.loaded)
    guard leftOut.isEmpty else { throw RevisionError.leftOut(leftOut) }
    let candidates = Array(Set(found.map(\.1))).sorted { $0[0] < $1[0] }
    if !workspace.isQuiet {
      Terminal.note(
        "trying \(Figures.counted(candidates.count, "dependency", "dependencies")) with builds in a private copy")
    }
    let proofs: [Proof]
    do { proofs = try await self.proofs(of: candidates, in: state.loaded) } catch BenchmarkError.machineBusy(
      let holder, let lock)
    {
      throw ServiceError(
        "A proof needs builds, which would disturb the measurement that runs on this machine (\(holder)). "
          + "Wait until it has finished; its lock is `\(lock)`.")
    }
    let known = Dictionary(uniqueKeysWithValues: zip(candidates, proofs))
    return try state.again(
      proofs: Dictionary(found.map { ($0.0, known[$0.1] ?? .untried(reason: "")) }, uniquingKeysWith: { $1 }))
  }

  /// What proofs would build.
  func planOfProofs(_ state: State) throws -> PlannedBuilds {
    try demandRule()
    let candidates = Set(removable(in: state).map(\.dependencies)).sorted { $0[0] < $1[0] }
    guard !candidates.isEmpty else { return .none(because: "the rule finds no dependency that nothing imports") }
    let place = MeasuringEnvironment.Request(
      state.loaded, workspace, output: workspace.cacheFolder(for: "proofs", of: state.loaded))
    let packages = Dictionary(grouping: candidates) { $0[0].from.package }.sorted { $0.key < $1.key }
    return PlannedBuilds(
      builds: packages.map { key, found in
        let edges = found.map { "\($0[0].from.name) → \($0[0].product ?? $0[0].to.name)" }.joined(separator: ", ")
        let more = found.count == 1 ? "" : " if nothing needs them, and more to find those that are needed"
        return "\(key) as it is, with its tests, and then 1 build without \(edges)\(more)"
      }, place: place.folders.copy)
  }

  private func demandRule() throws {
    if request.fixes || request.proves, !rules.contains(where: { $0.type == "imports" }) {
      throw ServiceError(
        "\(request.fixes ? "A change of manifests" : "A proof") needs a rule of the type `imports`, and none is checked. Add "
          + "`- { id: imports, type: imports }` under `rules:` of .modgauge.yml.")
    }
  }

  private func removable(in state: State) -> [(key: Violation.Key, dependencies: [Dependency])] {
    state.judged.counting.map(\.violation).compactMap { violation in
      if case .remove(let dependencies, _)? = violation.remedy { (violation.key, dependencies) } else { nil }
    }
  }

  private func proofs(of candidates: [[Dependency]], in loaded: LoadedWorkspace) async throws -> [Proof] {
    let swiftBuild = request.build.swiftBuild(
      swift: try Toolchain(at: workspace.toolchain).swift, configuration.settings.bench)
    let loader = try workspace.loader(configuration)
    let place = MeasuringEnvironment.Request(
      loaded, workspace, output: workspace.cacheFolder(for: "proofs", of: loaded))
    defer { Terminal.live?.hide() }
    return try await MeasuringEnvironment.held(for: place.waiting(request.build.whileBusy)) { place in
      let trial = DependencyTrial(of: loaded, with: swiftBuild, in: place, loader: loader) { package, away in
        let words = away == 0 ? "as it is" : "without \(Figures.counted(away, "dependency", "dependencies"))"
        let line = "building \(Text.printable(package)) \(words)".prefix(max(0, Terminal.liveColumns - 1))
        Terminal.live?.show { String(line) }
      }
      return try await Interruption.cancelling { try await trial.proofs(of: candidates) }
    }
  }

  // MARK: Changes of manifests

  /// Changes manifests, if requested, and checks again.
  /// - Throws: `ManifestFixer.Failure`, `WorkspaceError`, `SubprocessError`, `CancellationError`.
  func fixed(_ state: State) async throws -> State {
    guard request.fixes else { return state }
    var remedies: [Remedy] = []
    for violation in state.judged.counting.map(\.violation) {
      guard let remedy = violation.remedy, !remedies.contains(remedy) else { continue }
      if case .remove = remedy, !request.removes || request.proves && violation.proof != .proven { continue }
      remedies.append(remedy)
    }
    guard !remedies.isEmpty else { return state }
    let fixer = ManifestFixer(
      loader: try workspace.loader(configuration, reads: reads, fillsCheckout: true),
      packagePath: workspace.path, discovery: workspace.discovery(configuration), stateFolder: StateFolder.ofFixes)
    let (wanted, loaded) = (remedies, state.loaded)
    let outcome = try await Interruption.cancelling { try await fixer.fix(wanted, in: loaded) }
    if !workspace.isQuiet { tell(outcome) }
    return try state.again(outcome.workspace)
  }

  private func tell(_ outcome: ManifestFixer.Outcome) {
    for made in outcome.made {
      Terminal.note("fixed: \(made.remedy.done) (\(made.files.joined(separator: ", ")))".visible)
    }
    for left in outcome.left {
      let place = left.location.map { " (\($0.file):\($0.line))" } ?? ""
      let advice = left.advice.isEmpty ? "" : "; by hand, " + left.advice.joined(separator: ", and ") + place
      Terminal.note("not fixed: \(left.remedy.wish), since \(left.reason)\(advice)".visibleLines)
    }
    for path in outcome.notPutBack {
      Terminal.note("warning: `\(path)` was changed by another program in the meantime, and was left unchanged".visible)
    }
  }
}

extension Remedy {
  /// As a sentence about what has been done.
  fileprivate var done: String {
    switch self {
    case .declare(let imported, let module, let platforms):
      "\(module.name) declares \(imported.name)" + platforms.description
    case .remove(let dependencies, let tests):
      "\(module.name) no longer declares \(Self.name(dependencies))"
        + (tests.isEmpty ? "" : ", \(tests.map(\.name).joined(separator: ", ")) does")
    }
  }

  /// As a clause about what should be done.
  fileprivate var wish: String {
    switch self {
    case .declare(let imported, let module, _): "\(module.name) should declare \(imported.name)"
    case .remove(let dependencies, _): "\(module.name) should not declare \(Self.name(dependencies))"
    }
  }

  private static func name(_ dependencies: [Dependency]) -> String {
    dependencies[0].product ?? dependencies[0].to.name
  }
}

extension ImportPlatforms {
  fileprivate var description: String {
    if case .some(let names) = self { " for " + names.joined(separator: ", ") } else { "" }
  }
}
