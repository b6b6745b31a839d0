package import BuildAnalysis
import BuildRunner
import Configuration
package import Documents
package import Reports
import Workspace

/// Carries out a request to build two states in rounds.
package struct CompareService {
  package let request: CompareRequest
  /// The part of a plan that this machine carries out; `nil` for all rounds.
  private let share: PlanShare?

  package init(_ request: CompareRequest, share: PlanShare? = nil) {
    (self.request, self.share) = (request, share)
  }

  /// The measurements of two states.
  package struct Outcome {
    package var report: ComparisonReport
    /// The folder of the run.
    package let run: String
    /// The folder of the user's workspace; `nil` in a bare repository.
    let home: String?
  }

  /// What is known before the first build.
  private struct Prepared {
    let pair: StatePair
    let toolchain: Toolchain
    let builder: Builder
    /// Without samples.
    var run: Run
  }

  private var isQuiet: Bool { request.workspace.isQuiet }

  /// The folder that is named, where nothing may be replaced without being asked for.
  private var replaced: ResultFolder? {
    request.folder.map { ResultFolder(path: Path.absolute($0), names: RunFolder.names, isResumable: false) }
  }

  /// Builds both states, and compares them.
  /// - Parameter check: may refuse the run, without samples, before anything is built.
  package func run(checking check: (Run) throws -> Void = { _ in }) async throws -> Outcome {
    if !request.replaces { try replaced?.check() }
    return try await run(source(), checking: check)
  }

  /// Builds the states of a source, and compares them.
  func run(_ source: StateSource, checking check: (Run) throws -> Void = { _ in }) async throws -> Outcome {
    let place = MeasuringEnvironment.Request(
      request.workspace,
      output: request.folder.map(Path.absolute)
        ?? RunFolder.platformDefault(workspaceKey: BenchmarkFolders.key(request.workspace.root)))
    try checkLimits(source.configuration.settings)
    let report = try await MeasuringEnvironment.held(for: place.waiting(request.build.whileBusy)) {
      if request.replaces { try replaced?.clear() }
    } _: { place in
      try await measure(source, in: place, checking: check)
    }
    return Outcome(report: report, run: place.output, home: source.home)
  }

  /// Marks confirmed slowdowns as accepted, and records them in the repository.
  package func accept(_ outcome: inout Outcome, for reason: String) throws {
    guard let decision = outcome.report.gate, decision.outcome == .failed else { return }
    guard decision.isAcceptable, let home = outcome.home else {
      Terminal.note("note: nothing was accepted: counts cannot be accepted; raise their limits under `gate:`")
      return
    }
    let file = AcceptedFile(in: home)
    try file.add(decision.acceptances(for: reason))
    Terminal.note("accepted in \(file.path); commit it")
    outcome.report.gate = decision.accepting(for: reason)
  }

  private func source() async throws -> StateSource {
    let configuration = try request.workspace.foundConfiguration()
    return try await StateSource(
      base: share?.document.base ?? request.base, head: share?.document.revision ?? request.head,
      try request.workspace.opened(configuration, for: request.build), configuration)
  }

  private func checkLimits(_ settings: WorkspaceConfiguration) throws {
    if request.isGated, settings.gate.isEmpty {
      throw ServiceError(
        "The configuration has no `gate:`. Add limits, such as `gate: { clean: { percent: 3, seconds: 1 } }`.")
    }
  }

  // MARK: Plans

  /// The folder with the private copies.
  package var folder: String {
    MeasuringEnvironment.Request(request.workspace, output: request.folder ?? "").folders.work
  }

  /// The plan for several machines.
  /// - Throws: `PlanShare.Unplannable`.
  package func sharedPlan() async throws -> PlanDocument {
    guard request.head != nil else { throw PlanShare.Unplannable.workingTree }
    let run = try await unbuilt(source(), isShared: true)
    guard run.plan.stopping == nil else { throw PlanShare.Unplannable.openEnd }
    return PlanDocument(run, carriedOutBy: request)
  }

  /// What would be built; `nil` if nothing would be. Prints what is left out.
  /// - Parameter check: may refuse the run.
  package func plan(checking check: (Run) throws -> Void = { _ in }) async throws -> PlanReport? {
    try await plan(of: source(), checking: check)
  }

  /// What would be built of the states of a source.
  func plan(of source: StateSource, checking check: (Run) throws -> Void = { _ in }) async throws -> PlanReport? {
    let whole = try await unbuilt(source, isShared: share != nil)
    try check(whole)
    let run = try share?.part(of: whole) ?? whole
    for arm in run.unchanged ?? [] {
      let reason = arm.comments ? "only comments and white space differ" : "nothing that it is built from changed"
      Terminal.note("\(arm.arm): \(reason), so it is not built".visible)
    }
    if run.arms.isEmpty { return nil }
    return PlanReport(run, expected: FormerRuns(of: request.workspace.root).expectedDuration(of: run))
  }

  /// The run that would be made.
  private func unbuilt(_ source: StateSource, isShared: Bool) async throws -> Run {
    try checkLimits(source.configuration.settings)
    return try await request.workspace.planning { try await prepare(source, in: $0, isShared: isShared).run }
  }

  /// - Parameter isShared: whether several machines make the rounds.
  private func prepare(
    _ source: StateSource, in folders: BenchmarkFolders, isShared: Bool
  ) async throws -> Prepared {
    let toolchain = try Toolchain(at: request.workspace.toolchain)
    let settings = source.configuration.settings
    let builder = try request.build.builder(swift: toolchain.swift, settings.bench, of: source.workspace.path)
    let states = ComparedArms(request: request, source: source, builder: builder)
    let (found, selected) = try await states.pair(in: folders)
    let xcode = await builder.xcodebuild?.version()
    let seed = share?.document.plan.seed ?? request.rounds.seed ?? .randomSeed
    func run(of pair: StatePair) throws -> Run {
      var run = pair.run(request.rounds.plan(pair.head.arms, selected, builder, settings.bench, seed: seed))
      if let xcode { run.environment.compiler = xcode }
      run.calibration = CalibrationFile.read(for: run.environment)
      if request.isGated, !run.arms.isEmpty { try request.makeDecidable(&run, settings, isShared: isShared) }
      return run
    }
    let pair = request.isGated && !isShared ? try request.gated(found, settings, run) : found
    return Prepared(pair: pair, toolchain: toolchain, builder: builder, run: try run(of: pair))
  }

  // MARK: Builds

  private func measure(
    _ source: StateSource, in place: MeasuringEnvironment, checking check: (Run) throws -> Void
  ) async throws -> ComparisonReport {
    let settings = source.configuration.settings
    let prepared = try await prepare(source, in: place.folders, isShared: share != nil)
    try check(prepared.run)
    let pair = prepared.pair
    let run = try share?.part(of: prepared.run) ?? prepared.run
    if !isQuiet { request.tellPlan(of: run) }
    let session = ComparisonSession(
      source: source, pair: pair,
      method: try await place.method(
        prepared.builder, prepared.toolchain, run, isRecorded: request.records,
        timeoutSeconds: request.rounds.timeoutSeconds),
      place: place, keepsTraces: request.records)
    // Checked-out revisions are gone after the first session.
    let accepted = request.isGated ? try pair.accepted : AcceptedRegressions()
    // On every second machine the states have each other's folders, so that what a folder does to builds cancels out.
    let isSwapped = share.map { $0.place.index.isMultiple(of: 2) } ?? false
    let findings = run.arms.isEmpty ? RunFindings(run) : try await session.measure(run, isSwapped: isSwapped)
    let results = RunFolder(path: place.folders.output)
    if run.arms.isEmpty { try results.write(findings) }
    let comparison = Self.comparison(findings)
    let timelines = results.timelines(of: comparison, head: results)
    func report(_ decision: GateDecision?) -> ComparisonReport {
      ComparisonReport(
        comparison, gate: decision, timelines: timelines,
        inRepository: source.home.flatMap(Path.placeInRepository), growingFiles: pair.growingFiles)
    }
    guard request.isGated, share == nil else {
      if request.isGated, !isQuiet {
        Terminal.note("the gate is decided by `modgauge merge`, from the runs of all machines")
      }
      return report(nil)
    }
    let decision = GateDecision(on: comparison, settings.gate).accepting(accepted)
    guard !decision.unsettled.isEmpty else { return report(decision) }
    if decision.isObvious, !findings.run.hasTimeToConfirm(decision.pairsToConfirm) {
      return report(decision.awaitingConfirmation())
    }
    let rounds = Gate.roundsToConfirm(decision.pairsToConfirm)
    if !isQuiet {
      Terminal.note("confirming the slowdown in new copies, with \(Figures.counted(rounds, "more round"))")
    }
    let again = Self.comparison(try await session.measureAgain(run, only: decision.unsettled, rounds: rounds))
    return report(decision.confirmed(by: again))
  }

  private static func comparison(_ findings: RunFindings) -> RunComparison {
    guard let comparison = RunComparison(findings) else { preconditionFailure("both states have arms") }
    return comparison
  }
}
