import BuildAnalysis
package import Foresight

/// The saved predictions of a workspace, and their accuracy.
package struct LedgerReport: Report {
  /// A saved prediction, or a file that cannot be read as one.
  package enum Entry: Sendable {
    case prediction(PredictionDocument)
    /// - Parameter reason: as a sentence.
    case unreadable(name: String, reason: String)
  }

  let workspace: String
  let entries: [Entry]

  package init(_ entries: [Entry], of workspace: String) { (self.entries, self.workspace) = (entries, workspace) }

  package static let renderings: [Rendering<Self>] = [
    Rendering("markdown", "md") { Markdown.document($0.page) },
    .text { Text.document($0.page, $1) }.forTerminal,
    .json { try JSON.ledger($0) },
  ]

  /// The predictions that have not been modified since they were saved.
  var intact: [PredictionDocument] {
    entries.compactMap { if case .prediction(let document) = $0, document.isIntact { document } else { nil } }
  }

  /// `nil` if no settled prediction counts.
  package var record: PredictionRecord? { PredictionRecord(intact.compactMap(\.outcome)) }

  private var page: [Block] {
    guard !entries.isEmpty else {
      return [
        .title("\(workspace): saved predictions"),
        .paragraph(
          "No predictions are saved. Save one with `modgauge what-if … --save NAME` before you make the change."),
      ]
    }
    return [.title("\(workspace): saved predictions"), .paragraph(answer), .table(table)] + .points(notes)
  }

  private var answer: Phrase {
    guard let record else {
      let isSettled = intact.contains { !$0.settlements.isEmpty }
      return "None of \(Figures.counted(entries.count, "prediction")) \(isSettled ? "counts" : "is settled") yet."
    }
    return record.description + " (largest error: \(Figures.percent(record.largestRelativeError)))."
  }

  enum State: String, Encodable {
    case open, settled
    /// Settled by a structure that differs from the predicted one.
    case otherStructure = "other-structure"
    case noisy = "too-noisy"
    case tooFew = "too-few-rounds"
    /// Modified since it was saved.
    case changed
    case unreadable

    var description: String {
      switch self {
      case .open: "open"
      case .settled: "settled"
      case .otherStructure: "other structure built"
      case .noisy: "too noisy"
      case .tooFew: "too few rounds"
      case .changed: "changed since it was saved"
      case .unreadable: "cannot be read"
      }
    }
  }

  private struct Row {
    let name: String
    let state: State
    let document: PredictionDocument?

    /// `nil` unless the prediction is settled and unmodified.
    var outcome: PredictionOutcome? { state == .changed ? nil : document?.outcome }
  }

  private var rows: [Row] {
    entries.map {
      switch $0 {
      case .prediction(let document):
        Row(name: document.prediction.name, state: document.state, document: document)
      case .unreadable(let name, _): Row(name: name, state: .unreadable, document: nil)
      }
    }
  }

  private var table: Table {
    return rows.table([
      .text("prediction") { $0.name },
      .text("saved") { $0.document.map { String($0.prediction.made.prefix(10)) } ?? Figures.absent },
      .text("changes") { row in
        row.document.map { $0.prediction.proposal.changes.map(\.description).joined(separator: "; ") } ?? ""
      },
      .figures("predicted") { row in
        row.state == .changed ? Figures.absent : Figures.change(row.document?.prediction.ratio)
      },
      .figures("measured") { Figures.change($0.outcome?.settlement.wall.ratio) },
      .figures("error") { $0.outcome.map { Figures.signedPercent($0.relativeError) } ?? Figures.absent },
      .text("within its interval") { $0.outcome.map { $0.isWithinInterval ? "yes" : "no" } ?? "" },
      .text("state") { $0.state.description },
    ])
  }

  private var notes: [Phrase] {
    let unreadable = entries.compactMap { entry -> Phrase? in
      if case .unreadable(let name, let reason) = entry { "\(name): \(reason)" } else { nil }
    }
    let changed = rows.contains { $0.state == .changed }
    let others = rows.contains { [.otherStructure, .noisy, .tooFew].contains($0.state) }
    return unreadable
      + (changed ? ["A prediction that was changed since it was saved does not count: its SHA-256 differs."] : [])
      + (others
        ? [
          "A prediction counts only if its structure was built, in at least \(Figures.count(SettlementReport.fewestRounds)) rounds of a session that was not too noisy."
        ] : [])
  }
}

extension PredictionDocument {
  var state: LedgerReport.State {
    guard isIntact else { return .changed }
    guard let outcome else { return .open }
    if outcome.counts { return .settled }
    if outcome.settlement.headMismatch.isOtherStructure { return .otherStructure }
    return outcome.settlement.wall.verdict == .noisy ? .noisy : .tooFew
  }
}

extension PredictionRecord {
  /// For example `**3 predictions were settled: median error 2.3 %, 3 within their intervals**`.
  var description: Phrase {
    let one = withinInterval == 1 ? "within its interval" : "outside its interval"
    let within = settled == 1 ? one : "\(withinInterval) of \(settled) within their intervals"
    let errors = "median error \(Figures.percent(medianRelativeError))"
    return "**\(Figures.counted(settled, "prediction")) settled: \(errors), \(within)**"
  }
}

extension JSON {
  static func ledger(_ report: LedgerReport) throws -> String {
    try pretty([
      "schema": "modgauge.ledger/1", "workspace": report.workspace, "record": report.record,
      "predictions": report.entries.map(\.json),
    ])
  }
}

extension LedgerReport.Entry {
  fileprivate var json: JSON.Object {
    switch self {
    case .unreadable(let name, let reason):
      return ["name": name, "state": LedgerReport.State.unreadable, "reason": reason]
    case .prediction(let document):
      let (prediction, state) = (document.prediction, document.state)
      let outcome = state == .changed ? nil : document.outcome
      return [
        "name": prediction.name, "state": state, "made": prediction.made, "sha256": document.sha256,
        "changes": prediction.proposal.changes.map(\.description),
        "predictedRatio": state == .changed ? nil : prediction.ratio.milli,
        "measuredRatio": outcome?.settlement.wall.ratio.milli, "relativeError": outcome?.relativeError.milli,
        "isWithinInterval": outcome?.isWithinInterval,
      ]
    }
  }
}
