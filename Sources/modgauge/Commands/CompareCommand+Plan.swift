import BuildAnalysis
import BuildRunner
import Documents
import Reports
import Workspace

extension CompareCommand {
  /// The plan for several machines with these arguments.
  /// - Parameter words: the arguments.
  func planned(_ words: [String]) async throws -> PlanDocument {
    guard let base else { throw PlanCommand.Refusal.noRevisions }
    guard head != nil else { throw PlanCommand.Refusal.workingTree }
    let source = try await source(since: base)
    try gate.check(source.configuration.settings)
    let run = try await unbuilt(source, seed: rounds.seed ?? .random(in: 0..<1_000_000), isShared: true)
    guard run.plan.stopping == nil else { throw PlanCommand.Refusal.openEnd }
    return PlanDocument(run, carriedOutBy: .compare, words: words)
  }

  /// The run that would be made. Planning measures nothing, so that it need not wait for a benchmark: it reads the
  /// revisions in a folder of its own.
  private func unbuilt(_ source: StateSource, seed: UInt64, isShared: Bool) async throws -> Run {
    let temporary = try await TemporaryFolder.held(in: Path.absolute(workspace.cacheDir))
    let own = "\(temporary.path)/plan-\(ProgramFile.processID)"
    let folders = BenchmarkFolders(cache: own, workspaceRoot: root, output: own)
    let run = try await prepare(source, in: folders, seed: seed, isShared: isShared).run
    withExtendedLifetime(temporary) {}
    return run
  }

  /// Prints what would be built.
  func tellPlan(_ share: ShardOptions.Share?) async throws {
    let source = try await source(since: base ?? "", share)
    try gate.check(source.configuration.settings)
    let seed = share?.document.plan.seed ?? rounds.seed ?? .random(in: 0..<1_000_000)
    let whole = try await unbuilt(source, seed: seed, isShared: share != nil)
    let run = try share?.part(of: whole) ?? whole
    for arm in run.unchanged ?? [] {
      let words = arm.comments ? "only comments and white space differ" : "nothing that it is built from changed"
      Terminal.note("\(arm.arm): \(words), so it is not built".visible)
    }
    if run.arms.isEmpty { return Terminal.note("nothing would be built") }
    let plan = PlanReport(run, expected: FormerRuns(of: root).expectedDuration(of: run))
    try Terminal.write(PlanReport.standardRendering.bytes(of: plan, style: result.style))
  }
}
