import Configuration
package import Documents
package import ModuleGraph
package import Reports
import Workspace

/// A request to check a workspace's rules.
package struct CheckRequest: Hashable, Sendable {
  package var graph: GraphRequest
  /// The ids of rules; empty for all.
  package var rules: [String] = []
  /// The lowest severity that fails the check; `nil` if none does.
  package var failsAt: Rule.Severity?
  /// Violations that existed at the merge base with this revision are known; `nil` for those of a baseline.
  package var base: String?
  package var baseline = BaselineRequest()
  /// Whether builds try to do without the dependencies that nothing imports.
  package var proves = false
  /// Whether manifests are changed, and whether what nothing imports is then removed as well.
  package var (fixes, removes) = (false, false)
  /// How those builds are made.
  package var build = BuildRequest()

  package init(_ graph: GraphRequest = GraphRequest()) { self.graph = graph }
}

/// Carries out a request to check a workspace's rules.
package struct CheckService {
  package let request: CheckRequest
  let configuration: LoadedConfiguration
  let rules: [Rule]

  /// - Parameter rules: those to check; `nil` for what the request says.
  package init(
    _ request: CheckRequest, _ configuration: LoadedConfiguration, rules: [Rule]? = nil
  ) throws(ServiceError) {
    (self.request, self.configuration) = (request, configuration)
    if let rules {
      self.rules = rules
    } else {
      self.rules = try NamedRules(configuration).rules(request.rules, isBranch: request.base != nil)
    }
  }

  var workspace: WorkspaceRequest { request.graph.workspace }
  /// Whether these are all rules of the configuration.
  private var isWhole: Bool { request.rules.isEmpty }
  /// What is read of files.
  var reads: FileReadings { FileReadings(rules.map(\.reads)) }

  /// Checks the rules, then tries and changes manifests, and writes the baseline, as far as that was requested.
  /// - Parameters:
  ///   - version: the program's.
  ///   - style: of pictures.
  package func run(version: String, style: PictureStyle) async throws -> CheckReport {
    let file = try baselines.read()
    let known = request.base == nil ? file : nil
    let loaded = try await checked(known)
    let state = try await fixed(try await proved(loaded))
    let judged = state.judged
    let written = try baselines.write(judged, over: known, unknown: state.loaded.unknownFolders)
    let origin = request.base.map { "the merge base with \($0)" } ?? written?.path ?? known?.path
    var report = CheckReport(
      written.map { judged.judgedAgain(by: $0.baseline) } ?? judged, failsAt: request.failsAt, origin: origin,
      folders: state.folders, version: version, style: style)
    if request.base != nil, isWhole, let file {
      report.outdated = (file.path, judged.judgedAgain(by: file.baseline).stale)
    }
    return report
  }

  /// What would be built to prove that dependencies are not needed.
  package func plan() async throws -> PlannedBuilds {
    try planOfProofs(try await checked(request.base == nil ? try baselines.read() : nil))
  }

  private var baselines: BaselineFiles {
    BaselineFiles(request: request.baseline, configuration: configuration, workspace: workspace)
  }

  private func checked(_ known: BaselineFiles.File?) async throws -> State {
    let state = if let base = request.base { try await since(base) } else { try await now(known?.baseline) }
    try workspace.finish(state.judged.check.graph)
    return state
  }

  /// A working tree and its check.
  struct State {
    let loaded: LoadedWorkspace
    let judged: JudgedCheck
    /// Judges the changed working tree, given the proofs so far.
    let judge: (LoadedWorkspace, [Violation.Key: Proof]) throws -> JudgedCheck
    private let proofs: [Violation.Key: Proof]

    init(
      _ loaded: LoadedWorkspace, proofs: [Violation.Key: Proof] = [:],
      _ judge: @escaping (LoadedWorkspace, [Violation.Key: Proof]) throws -> JudgedCheck
    ) throws {
      self.loaded = loaded
      self.judge = judge
      self.proofs = proofs
      judged = try judge(loaded, proofs)
    }

    /// The same check after changes of files, or with more proofs.
    func again(_ loaded: LoadedWorkspace? = nil, proofs: [Violation.Key: Proof] = [:]) throws -> State {
      try State(loaded ?? self.loaded, proofs: self.proofs.merging(proofs) { $1 }, judge)
    }

    /// The folders that the paths of findings are relative to.
    var folders: CheckReport.Folders {
      CheckReport.Folders(workspace: loaded.rootPath, inRepository: Path.placeInRepository(of: loaded.rootPath))
    }
  }

  /// Checks the working tree.
  /// - Parameter known: the violations of the baseline.
  private func now(_ known: Baseline?) async throws -> State {
    let loaded = try await workspace.load(configuration, reads: reads, fillsCheckout: true)
      .enabling(request.graph.traits.selection)
    request.graph.explain(try request.graph.graph(of: loaded), layers: configuration.settings.layers)
    return try State(loaded) { loaded, proofs in
      JudgedCheck(
        try check(try request.graph.graph(of: loaded), of: loaded).proving(proofs), known: known.map { .baseline($0) },
        comments: loaded.ignoreComments, isWhole: isWhole
      ).withoutStale { !loaded.knows($0) }
    }
  }

  /// Checks the working tree, and which of its violations existed at the merge base with a revision.
  private func since(_ revision: String) async throws -> State {
    let (before, after, successions) = try await ComparedStates(workingTreeSince: revision).load(
      request.graph, configuration, reads: reads)
    guard let loaded = after.workspace else { preconditionFailure("a working tree is a workspace") }
    try workspace.finish(before.graph)
    let moves = ModuleMove.between(before.graph, after.graph, successions: successions)
    let earlierGraph = before.graph.renaming(moves)
    let former = try check(earlierGraph, reading: before.workspace, moves, isCurrent: false)
    let formerComments = before.workspace?.ignoreComments ?? []
    // A violation that a comment excused is not known any more once the comment is gone.
    let earlier = JudgedCheck(former, comments: formerComments).baseline
    let known = Set(formerComments.map { [$0.place.file, $0.rule, $0.reason ?? ""] })
    let unknown = before.unknownFolders
    let shares = try await changeShares(before, loaded, moves)
    return try State(loaded) { loaded, proofs in
      let graph = try request.graph.graph(of: loaded).leavingOut(unknown)
      return JudgedCheck(
        try check(graph, of: loaded, since: earlierGraph, shares, isWhole: unknown.isEmpty).proving(proofs),
        known: .earlier(earlier),
        comments: loaded.ignoreComments, isWhole: isWhole
      ).withoutUnused { known.contains([$0.place.file, $0.rule, $0.reason ?? ""]) }
    }
  }

  /// How often the commits before two states change modules, if a rule compares that.
  private func changeShares(
    _ before: ComparedState, _ now: LoadedWorkspace, _ moves: [ModuleMove]
  ) async throws -> ChangeShares? {
    guard rules.contains(where: \.comparesHistories), let base = before.workspace, let commit = before.commit else {
      return nil
    }
    let repository = try await GitRepository.withHistory(around: now.rootPath)
    let (earlier, later) = try await Interruption.cancelling {
      let earlier = try await repository.history(of: commit, since: nil, limit: nil)
      return (earlier, try await repository.history(of: "HEAD", since: nil, limit: nil))
    }
    return ChangeShares(
      from: Churn(earlier, in: base.places(in: repository)), to: Churn(later, in: now.places(in: repository)), moves)
  }

  /// The violations that a cut fixes, and those that it adds. The lines that import what is cut count as removed.
  /// - Parameter imports: of all sources; absent if no rule needs them.
  package func difference(
    _ cut: Cut, in graph: ModuleGraph, _ imports: WorkspaceImports?
  ) throws -> (mended: [Violation], brought: [Violation]) {
    let gone = Set(cut.dependencies)
    let before = try check(graph, imports, isCurrent: graph.failures.isEmpty)
    let after = try check(graph.removing(gone), imports?.removing(importsOf: gone, in: graph), isCurrent: false)
    return (before.violations(missingIn: after), after.violations(missingIn: before))
  }

  private func check(
    _ graph: ModuleGraph, of loaded: LoadedWorkspace, since earlier: ModuleGraph? = nil, _ shares: ChangeShares? = nil,
    isWhole: Bool = true
  ) throws -> RuleCheck {
    let isCurrent = isWhole && graph.failures.isEmpty && loaded.unknownFolders.isEmpty
    let check = try check(graph, reading: loaded, since: earlier, shares, isCurrent: isCurrent)
    return check.placing(
      loaded.declarations(of: check.unplacedModules), loaded.declarations(of: check.requirements))
  }

  /// - Parameter moves: renames of the graph's modules since its files were read.
  func check(
    _ graph: ModuleGraph, reading loaded: LoadedWorkspace?, _ moves: [ModuleMove] = [],
    since earlier: ModuleGraph? = nil, _ shares: ChangeShares? = nil, isCurrent: Bool
  ) throws -> RuleCheck {
    try check(graph, loaded?.imports?.renaming(moves), isCurrent: isCurrent) { settings in
      (settings.earlier, settings.changeShares) = (earlier, shares)
      settings.take(loaded, moves)
    }
  }

  private func check(
    _ graph: ModuleGraph, _ imports: WorkspaceImports?, isCurrent: Bool, adding: (inout RuleSettings) -> Void = { _ in }
  ) throws -> RuleCheck {
    var settings = configuration.settings.ruleSettings
    settings.uses = imports
    settings.imports = imports.map {
      ImportFindings(of: graph, imports: $0, platform: request.graph.platformOfConditions)
    }
    adding(&settings)
    do throws(RuleProblems) {
      return try RuleCheck(graph, rules: rules, settings: settings, isCurrent: isCurrent)
    } catch {
      let file = configuration.file ?? WorkspaceConfiguration.fileName
      throw ServiceError(
        error.all.map { "\(file):\($0.line.map { "\($0):" } ?? "") \($0)" }.joined(separator: "\n"))
    }
  }
}

extension LoadedWorkspace {
  /// Whether an entry of a baseline can be judged: not if it may be about a package that nobody can read here.
  fileprivate func knows(_ entry: Baseline.Entry) -> Bool {
    guard !unknownFolders.isEmpty else { return true }
    let ids = Set(graph.modules.lazy.map { "\($0.id)" })
    return entry.key.subject.allSatisfy(ids.contains)
  }
}

extension RuleSettings {
  /// What rules read besides imports.
  /// - Parameter moves: renames of modules since the files were read.
  mutating func take(_ loaded: LoadedWorkspace?, _ moves: [ModuleMove] = []) {
    owners = loaded?.owners?.renaming(moves)
    resources = loaded?.resources?.renaming(moves)
    types = loaded?.types?.renaming(moves)
    mentions = loaded?.mentions?.renaming(moves)
    interfaces = (loaded?.interfaces?.modules.renaming(moves)).map { WorkspaceInterfaces(modules: $0) }
  }
}
