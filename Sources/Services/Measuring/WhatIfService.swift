package import Documents
package import Foresight
package import ModuleGraph
package import Reports
import Workspace

/// A request to predict the builds of another structure, or to settle such a prediction.
package struct WhatIfRequest: Hashable, Sendable {
  package var workspace = WorkspaceRequest()
  /// Recorded builds; empty for the newest, or a new one. Of a settlement, stored runs.
  package var recordings: [String] = []
  /// The name under which the prediction is saved; `nil` if it is not.
  package var name: String?
  /// The folder of the saved predictions; `nil` for the workspace's.
  package var ledger: String?
  /// The new folder into which the structure is written; `nil` for none.
  package var materialized: String?
  /// Of each build.
  package var timeoutSeconds = 3600
  /// Whether recordings of another state are accepted, predictions replaced, and settled again or without their change.
  package var isForced = false

  package init() {}
}

/// Carries out a request to predict the builds of another structure, or to settle such a prediction.
package struct WhatIfService {
  package let request: WhatIfRequest

  package init(_ request: WhatIfRequest) { self.request = request }

  private var workspace: WorkspaceRequest { request.workspace }

  /// A prediction, and the workspace's graph.
  package struct Outcome {
    package let report: WhatIfReport
    /// The file of the saved prediction; `nil` if it is not saved.
    package let saved: String?
    package let graph: ModuleGraph
  }

  package func predict(_ proposal: Proposal) async throws -> Outcome {
    let loaded = try await workspace.load(reads: [.imports, .interfaces])
    let folder = LedgerFolder(named: request.ledger, root: loaded.rootPath)
    try request.name.map { try folder.check(new: $0, isForced: request.isForced) }
    let materialization = request.materialized.map {
      MaterializationSession(folder: Path.absolute($0), workspace: workspace)
    }
    try materialization?.check(loaded)
    let divided = try await DivisionSession(workspace: workspace).divided(proposal, of: loaded)
    let recorded = try await recordings.structures(at: request.recordings, of: loaded, for: divided.proposal)
    let forecast = try Forecast(recorded.structures, divided.proposal)
    let report = WhatIfReport(
      forecast, from: recorded.structures, of: recorded.subject, cautions: recorded.cautions,
      record: try folder.report.record, divided: (divided.divisions, divided.index),
      imports: divided.proposal.cutImports(in: loaded.graph, loaded.imports),
      materialization: try await materialization?.write(forecast, of: loaded))
    var saved: String?
    if let name = request.name {
      saved = try folder.save(
        try await recorded.document(of: forecast, named: name, in: loaded), isForced: request.isForced)
    }
    return Outcome(report: report, saved: saved, graph: loaded.graph)
  }

  /// The build that would be recorded to predict, if there is no recorded one.
  package func plan(_ proposal: Proposal) async throws -> PlannedBuilds {
    let loaded = try await workspace.load(reads: [.imports, .interfaces])
    let divided = try await DivisionSession(workspace: workspace).divided(proposal, of: loaded)
    return try await recordings.plan(at: request.recordings, of: loaded, for: divided.proposal)
  }

  private var recordings: RecordingSession {
    RecordingSession(workspace: workspace, timeoutSeconds: request.timeoutSeconds, isForced: request.isForced)
  }

  // MARK: Saved predictions

  private var folder: LedgerFolder {
    get throws {
      guard let root = WorkspaceLocation.folder(of: workspace.path) else {
        throw WorkspaceError.folderMissing(path: workspace.path)
      }
      return LedgerFolder(named: request.ledger, root: root)
    }
  }

  /// All saved predictions.
  package func ledger() throws -> LedgerReport { try folder.report }

  /// Settles a saved prediction.
  /// - Parameter comparison: the two states to build; `nil` to take the stored runs.
  /// - Returns: the report, and the prediction's file.
  package func settle(
    _ name: String, by comparison: CompareRequest?
  ) async throws -> (report: SettlementReport, file: String) {
    let folder = try folder
    var document = try unsettled(name)
    let session = settlement(of: document.prediction)
    let settlement =
      if let comparison { try await session.settled(by: comparison) } else {
        try session.settled(byRuns: request.recordings)
      }
    try document.settle(settlement)
    let file = try folder.write(document)
    guard let report = SettlementReport(document) else { preconditionFailure("it was settled") }
    return (report, file)
  }

  /// What would be built to settle a saved prediction; `nil` if nothing would be.
  package func planOfSettlement(_ name: String, by comparison: CompareRequest) async throws -> PlanReport? {
    try await settlement(of: try unsettled(name).prediction).plan(by: comparison)
  }

  private func unsettled(_ name: String) throws -> PredictionDocument {
    let document = try folder.prediction(named: name)
    if let last = document.settlements.last, !request.isForced {
      throw ServiceError(
        "The prediction “\(name)” was settled at \(last.settled). Settle it once more with --force; both settlements are kept, "
          + "and the last one counts.")
    }
    return document
  }

  private func settlement(of prediction: SavedPrediction) -> SettlementSession {
    SettlementSession(prediction: prediction, isForced: request.isForced, isQuiet: workspace.isQuiet)
  }
}
