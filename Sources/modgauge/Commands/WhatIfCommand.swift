import ArgumentParser
import Documents
import Reports
import Services
import Workspace

struct WhatIfCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "what-if", _superCommandName: Program.name,
    abstract: "Predicts the build time of another module structure.",
    usage: """
      modgauge what-if [<recording> ...] <changes> [--save <name>] [<options>]
      modgauge what-if --settle <name> (--base <revision> [--head <revision>] | <run> [<run>]) [<options>]
      modgauge what-if ledger [<options>]
      """,
    discussion: """
      Applies changes to the module graph and to a build that `modgauge record` recorded, and computes when each of its steps would run: wall time and \
      CPU time with an interval, the critical path and idle cores before and after, each program, and what a change in each \
      module rebuilds. All figures are predicted, not measured. The changes of --proposal are applied first, then those of \
      the options, in the order in which they are written. Pictures show what changes.

      --save keeps a prediction before its change is carried out. --settle measures the change afterwards, and reports what \
      was predicted, what was measured, and why they differ. `modgauge what-if ledger` shows how accurate saved predictions \
      were.
      """)

  /// The argument that asks for the saved predictions; a recording in a folder of that name is `./ledger`.
  static let ledgerWord = "ledger"

  @Argument(
    help: ArgumentHelp(
      """
      Recorded builds of the workspace as it is: folders of `modgauge record`, or traces. Default: the newest one; if there \
      is none, one is recorded first. With --settle: a run of `modgauge compare`, or the runs before and after.
      """,
      valueName: "recording"))
  var recordings: [String] = []

  @OptionGroup(title: "Changes") var proposed: ProposalOptions
  @OptionGroup(title: "Saved Predictions") var ledger: LedgerOptions
  @OptionGroup(title: "Rounds of --settle") var rounds: RoundOptions
  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var planned: DryRunOptions
  @OptionGroup var result: ResultOptions<WhatIfReport>

  @Option(
    help: ArgumentHelp(
      "Write the proposed structure into a new folder, as a workspace that builds.", valueName: "folder"))
  var materialize: String?

  @Flag(
    help: """
      Predict from a recorded build even if it is of another revision; replace a saved prediction; settle one again, or by \
      revisions without its change.
      """)
  var force = false

  private var showsLedger: Bool { recordings == [Self.ledgerWord] }

  func validate() throws {
    if ledger.settle == nil, recordings.count > 1, recordings.contains(Self.ledgerWord) {
      throw ValidationError("ledger takes no other arguments. A recording in a folder of that name is ./ledger.")
    }
    if let mode = showsLedger ? Self.ledgerWord : ledger.settle != nil ? "--settle" : nil {
      guard !proposed.hasChanges else {
        throw ValidationError("\(mode) concerns saved predictions: remove the changes.")
      }
      let others = [
        ("--save", ledger.save != nil), ("--materialize", materialize != nil),
        ("--settle", showsLedger && ledger.settle != nil), ("--force", showsLedger && force),
        ("--dry-run", planned.dryRun && ledger.base == nil),
      ]
      if let other = others.first(where: \.1) { throw ValidationError("\(mode) and \(other.0) cannot be combined.") }
    }
    guard ledger.settle != nil else {
      if ledger.base ?? ledger.head != nil { throw ValidationError("--base and --head are for --settle.") }
      if let option = rounds.firstStated { throw ValidationError("\(option) is for --settle.") }
      return
    }
    guard (ledger.base != nil) != !recordings.isEmpty, recordings.count <= 2 else {
      throw ValidationError("--settle needs --base and --head, or one run of `modgauge compare`, or two runs.")
    }
    guard ledger.base == nil else { return }
    if ledger.head != nil { throw ValidationError("--head needs --base.") }
    if let option = rounds.firstStated {
      throw ValidationError("\(option) needs --base: stored runs are not built again.")
    }
  }

  func run() async throws {
    if showsLedger { return try showLedger() }
    if let name = ledger.settle { return try await settle(name) }
    let places = try result.destinations(named: "what-if")
    let proposal = try proposed.changes()
    if planned.dryRun { return try Terminal.write(await service.plan(proposal).text) }
    let outcome = try await service.predict(proposal)
    try result.deliver(outcome.report, to: places, isQuiet: workspace.quiet)
    if let saved = outcome.saved { Terminal.note("saved: \(saved.visible)") }
    try workspace.request.finish(outcome.graph)
  }

  private var service: WhatIfService {
    var request = WhatIfRequest()
    (request.workspace, request.recordings, request.timeoutSeconds) = (workspace.request, recordings, rounds.timeout)
    (request.name, request.ledger, request.materialized) = (ledger.save, ledger.ledger, materialize)
    request.isForced = force
    return WhatIfService(request)
  }

  private func showLedger() throws {
    let options = try result.options(for: LedgerReport.self)
    let places = try options.destinations(named: Self.ledgerWord)
    try options.deliver(try service.ledger(), to: places, isQuiet: workspace.quiet)
  }

  private func settle(_ name: String) async throws {
    let options = try result.options(for: SettlementReport.self)
    let places = try options.destinations(named: "settlement")
    var comparison = CompareRequest()
    (comparison.workspace, comparison.rounds) = (workspace.request, rounds.request)
    (comparison.base, comparison.head) = (ledger.base ?? "", ledger.head)
    if planned.dryRun {
      guard let plan = try await service.planOfSettlement(name, by: comparison) else {
        return Terminal.note("nothing would be built")
      }
      return try Terminal.write(PlanReport.standardRendering.bytes(of: plan, style: options.style))
    }
    let (report, file) = try await service.settle(name, by: ledger.base == nil ? nil : comparison)
    try options.deliver(report, to: places, isQuiet: workspace.quiet)
    Terminal.note("saved: \(file.visible)")
  }
}
