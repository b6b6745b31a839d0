import ModuleGraph
import BuildAnalysis
package import Foresight
import Documents

/// The outcome of a saved prediction, for people and programs.
package struct SettlementReport: Report {
  private let document: PredictionDocument
  private let outcome: PredictionOutcome

  /// - Returns: `nil` for a prediction that is not settled.
  package init?(_ document: PredictionDocument) {
    guard let outcome = document.outcome else { return nil }
    (self.document, self.outcome) = (document, outcome)
  }

  package static let renderings: [Rendering<Self>] = [
    Rendering("markdown", "md") { Markdown.document($0.page) },
    .text { Text.document($0.page, $1) }.forTerminal,
    .json { try $0.document.json() },
  ]

  private var prediction: SavedPrediction { outcome.prediction }
  private var settlement: Settlement { outcome.settlement }

  private var page: [Block] {
    [.title("\(prediction.subject.workspace): was “\(prediction.name)” right?")]
      + .points(prediction.proposal.changes.map { Phrase($0.description) })
      + [.paragraph(verdict), .table(figures), .heading("Why they differ"), .list(reasons)]
      + costs + [.heading("How it was measured"), .list(method)]
  }

  // MARK: The answer

  private var verdict: Phrase {
    let wall = settlement.wall
    let figures: Phrase =
      "Wall time of a \(prediction.subject.build): **predicted** "
      + "\(Figures.change(prediction.ratio)), measured \(Figures.change(wall.ratio))\(interval(wall))"
    guard wall.verdict != .noisy else {
      return figures + ", which is **too noisy** to judge the prediction."
    }
    let error = Figures.percent(abs(outcome.relativeError))
    let place = outcome.isWithinInterval ? "within" : "outside"
    let tone: Phrase.Tone = outcome.isWithinInterval ? .good : .bad
    let end: Phrase =
      ". The prediction was **off by \(error)**, "
      + Phrase("\(place) its \(Self.level(prediction)) interval").toned(tone)
      + "."
    guard settlement.headMismatch.isOtherStructure else {
      guard wall.verdict == .tooFew else { return figures + end }
      return figures + end
        + " With fewer than \(Figures.count(Self.fewestRounds)) rounds this shows no more than a range, and **does not count**."
    }
    return figures + end + " What was built **is not the predicted structure**, so this does not count."
  }

  /// The fewest rounds from which an interval follows, as in `modgauge compare`.
  static let fewestRounds = 6

  static func level(_ prediction: SavedPrediction) -> String {
    Figures.fixed(100 * prediction.level, decimals: 0) + " %"
  }

  private func interval(_ change: FigureChange) -> String {
    guard let low = change.low, let high = change.high else {
      return " (\(Figures.counted(change.rounds, "round")): too few for an interval)"
    }
    return " (\(Figures.signedPercent(low - 1)) – \(Figures.signedPercent(high - 1)))"
  }

  private typealias Row = (name: String, recorded: Double, predicted: Forecast.Estimate, change: FigureChange?)

  private var figures: Table {
    let rows: [Row] = [
      ("wall time", prediction.measured.seconds, prediction.seconds, settlement.wall),
      ("CPU time", prediction.measured.cpuSeconds, prediction.cpuSeconds, settlement.cpu),
    ]
    return rows.table([
      .text("clean build") { $0.name }, .figure("recorded") { .seconds($0.recorded) },
      .figures("predicted", phrase: { WhatIfReport.predicted($0.predicted) }),
      .figure("before") { .seconds($0.change?.base) }, .figure("after") { .seconds($0.change?.head) },
      .figures("predicted change") { Figures.change($0.predicted.value / $0.recorded) },
      .figures("measured change") { Figures.change($0.change?.ratio) },
      .figures("error") { row in Figures.change(row.change.map { row.predicted.value / row.recorded / $0.ratio }) },
    ])
  }

  // MARK: Why

  private var reasons: [Phrase] { [structure, cost] + sizes + waits + [machine] }

  private static let shown = 5

  private static func list(_ names: [String]) -> String { names.listed(atMost: shown) }

  /// For example `not built: A; not predicted: B → C`; empty if nothing differs.
  package static func words(_ mismatch: StructureMismatch, expected: String = "predicted") -> String {
    func edges(_ edges: [PredictedStructure.Edge]) -> [String] { edges.map { "\($0.from) → \($0.to)" } }
    return [
      ("missing", mismatch.missing + edges(mismatch.missingDependencies)),
      ("not \(expected)", mismatch.unexpected + edges(mismatch.unexpectedDependencies)),
    ].filter { !$0.1.isEmpty }.map { "\($0.0): \(list($0.1))" }.joined(separator: "; ")
  }

  private var structure: Phrase {
    let mismatch = settlement.headMismatch
    guard mismatch.isOtherStructure else {
      return "**Structure**: \(settlement.head) has the predicted modules and dependencies."
    }
    return "**Structure**: \(settlement.head) is not what was predicted. \(Self.words(mismatch).capitalizedFirst)."
  }

  /// The smallest error that is explained.
  private static let noticeable = 0.01

  private var cost: Phrase {
    guard let error = outcome.cpuRelativeError else { return "**Costs**: the CPU time was not measured." }
    guard abs(error) >= Self.noticeable else {
      return "**Costs**: compiling used as much CPU time as predicted (\(Figures.signedPercent(-error)))."
    }
    let direction = error < 0 ? "more" : "less"
    return "**Costs**: compiling used \(Figures.percent(abs(1 / (1 + error) - 1))) \(direction) CPU time than "
      + "predicted, at the same speed of the machine."
  }

  private var sizes: [Phrase] {
    let resized = settlement.headMismatch.resized
    guard !resized.isEmpty else { return [] }
    let words = resized.map {
      "\($0.module) (\(Figures.counted($0.lines, "line")) instead of \(Figures.count($0.predictedLines)))"
    }
    return ["**Sizes**: other sizes than predicted: \(Self.list(words))."]
  }

  /// The part of the wall time's error that the costs do not explain.
  private var waits: [Phrase] {
    guard let cpu = outcome.cpuRelativeError else { return [] }
    let rest = (1 + outcome.relativeError) / (1 + cpu) - 1
    guard abs(rest) >= Self.noticeable else { return [] }
    let words: Phrase =
      rest > 0
      ? "the work was spread over the cores better than predicted"
      : "the work waited longer, or was spread over the cores worse, than predicted"
    return [
      "**Schedule**: costs do not explain \(Figures.percent(abs(rest))) of wall time: " + words + "."
    ]
  }

  private var machine: Phrase {
    let pace = outcome.pace - 1
    let words = "\(Figures.percent(abs(pace))) \(pace < 0 ? "less" : "more") time than the recorded one"
    let base = settlement.baseMismatch
    let state: String =
      base.isOtherStructure
      ? " \(settlement.base) is not the recorded state either: \(Self.words(base, expected: "recorded"))." : ""
    let differences = machineDifferences
    let others: String = differences.isEmpty ? "" : " Different: \(differences.joined(separator: "; "))."
    return "**Machine**: before the change, the build took \(words), which is not part of the error." + Phrase(others)
      + Phrase(state)
  }

  private var machineDifferences: [String] {
    let (then, now) = (prediction.machine, settlement.machine)
    let facts = [
      (then.cpu, now.cpu), ("\(prediction.cores) cores", "\(now.cores) cores"), (then.os, now.os),
      (then.compiler, now.compiler),
    ]
    return facts.compactMap { then, now in then == now ? nil : "\(then ?? "?"), then \(now ?? "?")" }
      + settlement.mismatches.map { "\($0.title.lowercased()): \($0.base), then \($0.head)" }
  }

  private var costs: [Block] {
    guard let costs = outcome.moduleCosts, !costs.isEmpty else { return [] }
    let table = costs.table([
      .text("module") { $0.module },
      .figures("predicted CPU time", phrase: { WhatIfReport.predicted($0.predictedCPUSeconds) }),
      .figure("measured, at the recorded speed") { .seconds($0.cpuSeconds) },
      .figures("difference") { ComparisonReport.signed($0.difference) },
    ])
    return [.heading("Modules whose cost was not as predicted"), .table(table.cut(to: 2 * Self.shown))]
  }

  // MARK: How

  private var method: [Phrase] {
    let rounds = Figures.counted(settlement.wall.rounds, "round")
    let pairs: Phrase =
      settlement.isPaired
      ? "\(settlement.base) and \(settlement.head) were built as a pair in each of \(rounds)."
      : "\(settlement.base) and \(settlement.head) are stored runs of \(rounds), which are not paired."
    let runs = settlement.runs.map { "`\($0)`" }.joined(separator: " and ")
    let again: [Phrase] =
      document.settlements.count > 1
      ? ["It was settled \(document.settlements.count) times; the last one is shown and counts."] : []
    return [
      pairs + (runs.isEmpty ? "" : Phrase(" Runs: \(runs.replacing("`", with: "")).")),
      "The prediction was saved at \(prediction.made)\(prediction.revision.map { " of revision \($0.prefix(10))" } ?? ""), SHA-256 `\(document.sha256)`.",
    ] + again
  }
}

extension RecordedSubject {
  /// For example `clean debug build of App`.
  var build: String { "\(isClean ? "clean" : "incremental") \(configuration) build of \(target)" }
}

extension Figures {
  /// A ratio as a relative change: `−3.1 %`.
  static func change(_ ratio: Double?) -> String { ratio.map { signedPercent($0 - 1) } ?? absent }
}
