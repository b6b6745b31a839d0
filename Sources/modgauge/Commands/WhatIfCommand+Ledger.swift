import ArgumentParser
import BuildAnalysis
import Documents
import Reports
import Services
import Workspace

/// Saved predictions.
extension WhatIfCommand {
  private var folder: LedgerFolder {
    get throws {
      guard let root = WorkspaceLocation.folder(of: workspace.packagePath) else {
        throw WorkspaceError.folderMissing(path: workspace.packagePath)
      }
      return LedgerFolder(named: ledger.ledger, root: root)
    }
  }

  func showLedger() async throws {
    let options = try result.options(for: LedgerReport.self)
    let places = try options.destinations(named: Self.ledgerWord)
    try options.deliver(try folder.report, to: places, isQuiet: workspace.quiet)
  }

  func settle(_ name: String) async throws {
    let options = try result.options(for: SettlementReport.self)
    let places = try options.destinations(named: "settlement")
    let folder = try folder
    var document = try folder.prediction(named: name)
    if let last = document.settlements.last, !force {
      throw LedgerFolder.Refusal.settledAlready(name, when: last.settled)
    }
    let session = SettlementSession(
      prediction: document.prediction, isForced: force, isQuiet: workspace.quiet)
    if planned.dryRun {
      guard let plan = try await session.plan(by: comparison) else { return Terminal.note("nothing would be built") }
      return try Terminal.write(PlanReport.standardRendering.bytes(of: plan, style: options.style))
    }
    let settlement =
      try await ledger.base == nil
      ? session.settled(byRuns: recordings)
      : session.settled(by: comparison)
    try document.settle(settlement)
    let file = try folder.write(document)
    guard let report = SettlementReport(document) else { preconditionFailure("it was settled") }
    try options.deliver(report, to: places, isQuiet: workspace.quiet)
    Terminal.note("saved: \(file.visible)")
  }

  private var comparison: CompareRequest {
    var request = CompareRequest()
    (request.workspace, request.rounds) = (workspace.request, rounds.request)
    (request.base, request.head) = (ledger.base ?? "", ledger.head)
    return request
  }
}
