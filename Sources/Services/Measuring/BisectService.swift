package import BuildAnalysis
import BuildRunner
import Configuration
package import Documents
import Reports
import RunHistory
import Workspace

/// Carries out a request to find the revision at which builds became slower, or faster.
package struct BisectService {
  package let request: BisectRequest
  /// A search that is resumed; `nil` for a new one.
  private let former: Bisection?
  package let folder: BisectionFolder

  package init(_ request: BisectRequest) {
    (self.request, former) = (request, nil)
    folder = BisectionFolder(
      path: request.folder.map(Path.absolute)
        ?? RunFolder.platformDefault(workspaceKey: BenchmarkFolders.key(request.workspace.root)))
  }

  /// Resumes a search.
  package init(_ request: BisectRequest, resuming former: Bisection, in folder: BisectionFolder) {
    (self.request, self.former, self.folder) = (request, former, folder)
  }

  /// Searches until there is an answer, or the builds are used up.
  /// - Throws: `ServiceError`, and what builds throw.
  package func run() async throws -> BisectionFindings {
    if former == nil, !request.replaces { try folder.check() }
    return try await prepared { prepared, place in
      try await search(prepared, in: place)
    } clearing: {
      if former == nil, request.replaces { try folder.clear() }
    }
  }

  /// What would be built.
  package func plan() async throws -> PlannedBuilds {
    let source = try await source()
    let commits = try await source.repository.commits(from: request.good, to: request.bad)
    let prepared = try await request.workspace.planning { try await prepare(commits, of: source, in: $0) }
    var model = prepared.model
    (model.plan.warmups, model.plan.rounds) = (0, request.mostBuilds)
    model.calibration = CalibrationFile.read(for: model.environment)
    let place = MeasuringEnvironment.Request(request.workspace, output: folder.path)
    return PlannedBuilds(
      builds: [prepared.bisection.planWords], place: place.folders.work,
      expected: FormerRuns(of: request.workspace.root).expectedDuration(of: model), scope: " if all of them are made")
  }

  /// What is known before the first build.
  private struct Prepared {
    let source: RevisionSource
    let settings: WorkspaceConfiguration
    let toolchain: Toolchain
    let builder: Builder
    /// A run of what is built, by the bad revision.
    let model: Run
    let arm: PlannedArm
    let selected: ScenarioSelection.Selected
    let bisection: Bisection
  }

  private func prepared<Value>(
    _ body: (Prepared, MeasuringEnvironment) async throws -> Value, clearing: () throws -> Void = {}
  ) async throws -> Value {
    let source = try await source()
    let commits = try await source.repository.commits(from: request.good, to: request.bad)
    let place = MeasuringEnvironment.Request(request.workspace, output: folder.path)
    return try await MeasuringEnvironment.held(for: place.waiting(request.build.whileBusy), clearing: clearing) {
      place in
      try await body(try await prepare(commits, of: source, in: place.folders), place)
    }
  }

  private func source() async throws -> RevisionSource {
    let configuration = try request.workspace.foundConfiguration()
    return try await RevisionSource(try request.workspace.opened(configuration, for: request.build), configuration)
  }

  private func prepare(
    _ commits: [GitRepository.Commit], of source: RevisionSource, in folders: BenchmarkFolders
  ) async throws -> Prepared {
    let toolchain = try Toolchain(at: request.workspace.toolchain)
    let settings = source.configuration.settings
    let builder = try request.build.builder(swift: toolchain.swift, settings.bench, of: source.request.path)
    let (model, arm, selected) = try await model(commits, builder, settings, from: source, in: folders)
    let fresh = bisection(of: model, arm, commits, builder)
    let bisection = try former.map { try resumed($0, as: fresh) } ?? informed(fresh, model)
    return Prepared(
      source: source, settings: settings, toolchain: toolchain, builder: builder, model: model, arm: arm,
      selected: selected, bisection: bisection)
  }

  private func search(_ prepared: Prepared, in place: MeasuringEnvironment) async throws -> BisectionFindings {
    let (model, builder) = (prepared.model, prepared.builder)
    if former == nil { try folder.begin(prepared.bisection, of: request) }
    if !request.workspace.isQuiet { Terminal.note(prepared.bisection.planWords) }
    let subject = BisectionSession.Subject(
      source: prepared.source, wanted: prepared.arm, scenarios: prepared.selected
    ) { request.build.armSelection($0, builder, makesApps: prepared.settings.bench.makesApps) }
    var session = BisectionSession(
      prepared.bisection, of: subject, plan: model.plan,
      by: try await place.method(
        builder, prepared.toolchain, model, isRecorded: false, timeoutSeconds: request.timeoutSeconds),
      in: place, folder)
    do { try await session.search() } catch is CancellationError {
      Terminal.note("resume with `modgauge bisect --resume \(folder.path.shellWord)`")
      throw CancellationError()
    }
    try folder.end()
    return BisectionFindings(session.bisection)
  }

  /// What is built, by the bad revision: a run of its arm, and the scenario.
  private func model(
    _ commits: [GitRepository.Commit], _ builder: Builder, _ settings: WorkspaceConfiguration,
    from source: RevisionSource, in folders: BenchmarkFolders
  ) async throws -> (run: Run, arm: PlannedArm, selected: ScenarioSelection.Selected) {
    let loaded = try await source.load(
      commits[commits.count - 1].hash, calling: "bad revision", in: folders.revision(.head))
    let selection = request.build.armSelection(loaded.workspace, builder, makesApps: settings.bench.makesApps)
    let arm = try arm(selection, settings)
    let selected = try ScenarioSelection(workspace: loaded.workspace, arms: [arm]).selected([request.scenario])
    guard selected.scenarios.count == 1 else {
      throw ServiceError("“\(request.scenario)” stands for several scenarios; a search takes one.")
    }
    if selected.scenarios.contains(.tests) { throw ScenarioError.testsOnlyInBench }
    try builder.check([arm], selected.scenarios)
    let toolchain = loaded.workspace.graph.environment?.toolchain ?? ""
    let run = Run(
      environment: .current(compiler: await builder.xcodebuild?.version() ?? "Swift \(toolchain)"),
      workspace: loaded.subject,
      plan: Run.Plan(
        arms: [arm.arm.name], scenarios: selected.scenarios, warmups: 1, rounds: 1, seed: 0,
        configuration: builder.configuration, prepare: builder.prepare?.arguments, cleanup: builder.cleanup?.arguments),
      arms: [arm.arm])
    return (run, arm, selected)
  }

  private func arm(_ selection: ArmSelection, _ settings: WorkspaceConfiguration) throws -> PlannedArm {
    let known = try comparedArms(selection, settings)
    let name = request.arm
    if let found = name == nil ? known.first : known.first(where: { $0.arm.name == name }) { return found }
    guard let name else { return try selection.combinedArm(named: settings.roles.combined?.names.first) }
    return try selection.arm(named: name)
  }

  /// None for an app without features, which can be built nevertheless.
  private func comparedArms(_ selection: ArmSelection, _ settings: WorkspaceConfiguration) throws -> [PlannedArm] {
    do { return try selection.arms(settings.roles).arms } catch {
      guard case .roles = error else { throw error }
      return []
    }
  }

  private func bisection(
    of model: Run, _ arm: PlannedArm, _ commits: [GitRepository.Commit], _ builder: Builder
  ) -> Bisection {
    Bisection(
      workspace: model.workspace.name, started: Moment.now, environment: model.environment,
      plan: Bisection.Plan(
        arm: arm.arm.name, scenario: model.plan.scenarios[0], measure: request.measure, direction: request.direction,
        confidence: request.confidence, maxBuilds: request.mostBuilds, configuration: builder.configuration,
        arguments: builder.statedArguments),
      revisions: commits.map { commit in
        Bisection.Revision(
          commit: commit.hash, subject: commit.subject,
          authored: Moment.text(Double(commit.authored)),
          merged: commit.parents.count == 2 ? commit.parents[1] : nil)
      })
  }

  /// An earlier search, if it is the same one.
  private func resumed(_ former: Bisection, as asked: Bisection) throws -> Bisection {
    let changes = [
      ("the toolchain", former.environment.compiler == asked.environment.compiler),
      (
        "the machine",
        former.environment.cpu == asked.environment.cpu && former.environment.cores == asked.environment.cores
      ),
      ("the revisions", former.revisions == asked.revisions), ("what is built", former.plan == asked.plan),
    ].filter { !$0.1 }.map(\.0)
    guard changes.isEmpty else {
      throw ServiceError(
        "Cannot resume `\(folder.path.visible)`: these changed since the search was started: \(changes.joined(separator: ", ")). Start a new "
          + "search.")
    }
    return former
  }

  /// Adds the history's medians of these revisions on this machine with this toolchain. A history that cannot be read
  /// is a warning.
  private func informed(_ bisection: Bisection, _ model: Run) -> Bisection {
    guard request.history.isUsed, let what = model.cases.first, let series = model.series(of: what) else {
      return bisection
    }
    var bisection = bisection
    do {
      let file = try HistoryFile(
        named: request.history.file, configuration: request.workspace.foundConfiguration(), root: request.workspace.root
      )
      guard request.history.file != nil || Path.isFile(file.path) else { return bisection }
      let records = try file.open(creates: false).records { $0 == series }
      let places = Dictionary(bisection.revisions.enumerated().map { ($1.commit, $0) }) { first, _ in first }
      for point in records.first(where: { $0.line == model.line })?.points ?? [] where point.entry.dirty != true {
        guard let revision = point.entry.revision.flatMap({ places[$0] }) else { continue }
        bisection.builds.append(
          Bisection.Build(
            revision: revision, seconds: point.figure.seconds, cpuSeconds: point.figure.cpuSeconds,
            run: point.entry.identity))
      }
    } catch { Terminal.note("warning: the history is not used: \("\(error)".visibleLines)") }
    return bisection
  }
}

extension Bisection {
  /// What is built, and at most how often and how long.
  var planWords: String {
    let known = builds.filter { $0.run != nil }.compactMap(\.seconds)
    let most = Figures.counted(plan.maxBuilds, "build")
    let words =
      "\(plan.arm), \(plan.scenario.rawValue): \(Figures.counted(revisions.count, "revision")), at most \(most)"
    guard let median = known.median else { return words }
    return words + ", so at most \(Figures.roughly(median * Double(plan.maxBuilds)))"
      + "; the history knows \(Figures.counted(known.count, "median"))"
  }
}
