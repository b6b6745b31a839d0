import ArgumentParser
import BuildAnalysis
import Foresight
import BuildRunner
import ModuleGraph
import Reports
import Workspace

struct WhatIfCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "what-if", _superCommandName: Modgauge.name,
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
  private static let ledgerWord = "ledger"

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
    if showsLedger { return try await showLedger() }
    if let name = ledger.settle { return try await settle(name) }
    try await predict()
  }

  // MARK: The prediction

  private func predict() async throws {
    let places = try result.destinations(named: "what-if")
    var proposal = try proposed.changes()
    let configuration = try workspace.configuration()
    let loaded = try await workspace.load(configuration, reads: [.imports, .interfaces])
    let folder = LedgerFolder(named: ledger.ledger, root: loaded.rootPath)
    try ledger.save.map { try folder.check(new: $0, isForced: force) }
    let materialization = materialize.map {
      MaterializationSession(folder: Path.absolute($0), workspace: workspace)
    }
    try materialization?.check(loaded)
    let divided = try await DivisionSession(workspace: workspace).divided(proposal, of: loaded)
    proposal = divided.proposal
    let recorded = try await RecordingSession(
      workspace: workspace, timeout: rounds.timeout, isForced: force
    ).structures(at: recordings, of: loaded, for: proposal)
    let forecast = try Forecast(recorded.structures, proposal)
    let report = WhatIfReport(
      forecast, from: recorded.structures, of: recorded.subject, cautions: recorded.cautions,
      record: try folder.report.record, divided: (divided.divisions, divided.index),
      imports: proposal.cutImports(in: loaded.graph, loaded.imports),
      materialization: try await materialization?.write(forecast, of: loaded))
    var saved: String?
    if let name = ledger.save {
      saved = try folder.save(try await recorded.document(of: forecast, named: name, in: loaded), isForced: force)
    }
    try result.deliver(report, to: places, isQuiet: workspace.quiet)
    if let saved { Terminal.note("saved: \(saved.visible)") }
    try workspace.finish(loaded.graph)
  }

  // MARK: Saved predictions

  private var folder: LedgerFolder {
    get throws {
      guard let root = WorkspaceLocation.folder(of: workspace.packagePath) else {
        throw WorkspaceError.folderMissing(path: workspace.packagePath)
      }
      return LedgerFolder(named: ledger.ledger, root: root)
    }
  }

  private func showLedger() async throws {
    let options = try result.options(for: LedgerReport.self)
    let places = try options.destinations(named: Self.ledgerWord)
    try options.deliver(try folder.report, to: places, isQuiet: workspace.quiet)
  }

  private func settle(_ name: String) async throws {
    let options = try result.options(for: SettlementReport.self)
    let places = try options.destinations(named: "settlement")
    let folder = try folder
    var document = try folder.prediction(named: name)
    if let last = document.settlements.last, !force {
      throw LedgerFolder.Refusal.settledAlready(name, when: last.settled)
    }
    let session = SettlementSession(
      prediction: document.prediction, isForced: force, isQuiet: workspace.quiet)
    let settlement =
      try await ledger.base == nil
      ? session.settled(byRuns: recordings)
      : session.settled(by: comparison(of: document.prediction))
    try document.settle(settlement)
    let file = try folder.write(document)
    guard let report = SettlementReport(document) else { preconditionFailure("it was settled") }
    try options.deliver(report, to: places, isQuiet: workspace.quiet)
    Terminal.note("saved: \(file.visible)")
  }

  /// The command that builds the two states in the same way as the recorded build.
  private func comparison(of prediction: SavedPrediction) throws -> CompareCommand {
    var command = try CompareCommand.parse(["--base", ledger.base ?? ""])
    command.head = ledger.head
    command.onlyCombined = true
    command.named.combined = prediction.subject.target
    command.scenario = [Scenario.clean.rawValue]
    command.build.configuration = BuildOptions.Configuration(rawValue: prediction.subject.configuration) ?? .debug
    command.build.buildArgument = prediction.arguments
    (command.workspace, command.rounds) = (workspace, rounds)
    return command
  }
}

extension Proposal {
  /// The dependencies of the workspace that are cut, or lead to a removed module, with the lines that import what they lead
  /// to; those without any are omitted. `nil` if there are none.
  fileprivate func cutImports(in graph: ModuleGraph, _ imports: WorkspaceImports?) -> [ImportedStep]? {
    let cuts = cuts(in: graph) + dependenciesOnRemoved(in: graph)
    guard let imports, !cuts.isEmpty else { return nil }
    return cuts.compactMap { from, to in
      let sites = imports.sites(from: [from], to: [to])
      return sites.isEmpty ? nil : ImportedStep(name: "\(from.name) → \(to.name)", sites: sites)
    }
  }
}
