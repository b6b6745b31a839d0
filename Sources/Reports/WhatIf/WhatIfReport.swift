package import BuildAnalysis
package import Foresight
import ModuleGraph

/// The prediction for a changed module structure, for people and programs.
package struct WhatIfReport: Report {
  package let forecast: Forecast
  /// The recorded builds on which the forecast is based.
  let recordings: [RecordedStructure]
  /// The workspace's name.
  let name: String
  /// What was recorded, as in `clean debug build of App`.
  let build: String
  let cautions: RecordingCautions
  /// The accuracy of earlier predictions for the workspace; `nil` if none was settled.
  let record: PredictionRecord?
  /// The divided modules with known dependencies between their files.
  let divisions: [ProposedDivision]
  /// Whether an index provided these; empty if no module is divided.
  let index: [IndexUse]
  /// The dependencies that are cut, or lead to a removed module, with the lines that import what they lead to; those
  /// without any are omitted. `nil` if there are none.
  let imports: [ImportedStep]?
  /// The workspace that was generated with the proposed structure; `nil` if not requested.
  let materialization: Materialization?

  /// - Parameter divided: the divided modules for which an index was available, and whether there was one for each.
  package init(
    _ forecast: Forecast, from recordings: [RecordedStructure], of subject: RecordedSubject,
    cautions: RecordingCautions = RecordingCautions(), record: PredictionRecord? = nil,
    divided: (divisions: [ProposedDivision], index: [IndexUse]) = ([], []), imports: [ImportedStep]? = nil,
    materialization: Materialization? = nil
  ) {
    (self.forecast, self.recordings, self.cautions) = (forecast, recordings, cautions)
    (self.record, divisions, index, self.imports) = (record, divided.divisions, divided.index, imports)
    self.materialization = materialization
    name = subject.workspace
    build = subject.build
  }

  package static let hasDetails = true

  package static let renderings: [Rendering<Self>] =
    [
      Rendering("markdown", "md") { Markdown.document($0.page) },
      .text { Text.document($0.page, $1) }.forTerminal,
      .json { try JSON.whatIf($0) },
      .html { report, _ in try WhatIfPage(report).html },
    ] + Rendering.pictures { try Mermaid.text($0.picture) }

  package var pictures: PictureChoice? { PictureChoice(picture) }
}

extension WhatIfReport {
  var title: String { "\(name): \(forecast.proposal.name ?? "what if")" }

  var page: [Block] {
    [.title(Phrase(title)), .paragraph(verdict + " " + replay)]
      + .points(forecast.proposal.changes.map { Phrase($0.description) })
      + trackRecord + cautions.blocks + [.table(figures)] + paths + programs()
      + rebuilds() + visibleChanges() + crossings + linesToChange
      + (materialization.map { [.heading("A workspace to try"), .paragraph(Phrase($0.description))] } ?? [])
      + .trust([], [("Assumed", Array(assumptions.dropFirst())), ("How it was predicted", .points(method))])
  }

  // MARK: The whole build

  private var change: Double { forecast.seconds.value / forecast.measuredSeconds - 1 }

  /// How far off the same computation is for the build as it was: no prediction is better than that.
  var replay: Phrase {
    Phrase(
      "For the build as it was, the same computation is \(Figures.percent(abs(forecast.relativeError))) off the measured time."
    )
  }

  var verdict: Phrase {
    let (low, high) = (Figures.bareSeconds(forecast.seconds.low), Figures.seconds(forecast.seconds.high))
    return "A \(build) is **predicted** to " + Self.becomes(forecast.gain) + ": "
      + Self.predicted(forecast.seconds.value)
      + " instead of the recorded \(Figures.seconds(forecast.measuredSeconds)) (\(Figures.signedPercent(change))). "
      + "A single build varies more: \(low) – \(high)."
  }

  /// What a gain means for builds, for example `become ≈ 1.91 s (0.52 – 3.22) shorter`: the same words wherever a change is
  /// proposed.
  static func becomes(_ gain: Forecast.Estimate) -> Phrase {
    if gain.low > 0 { return "become " + predicted(gain).toned(.good) + " shorter" }
    if gain.high < 0 {
      let loss = Forecast.Estimate(value: -gain.value, low: -gain.high, high: -gain.low)
      return "become " + predicted(loss).toned(.bad) + " longer"
    }
    return
      "take about as long as before, between \(Figures.seconds(-gain.low)) longer and \(Figures.seconds(gain.high)) shorter"
  }

  var trackRecord: [Block] {
    guard let record else { return [] }
    return [.paragraph("Earlier predictions of this workspace: " + record.description + ".")]
  }

  /// For example `≈ 12.3 s (11.8 – 12.9)`.
  static func predicted(_ estimate: Forecast.Estimate) -> Phrase {
    predicted(estimate.value)
      + " (\(Figures.bareSeconds(estimate.low)) – \(Figures.bareSeconds(estimate.high)))"
  }

  static func predicted(_ seconds: Double?) -> Phrase {
    guard let seconds else { return .absent }
    var figure = Figure.seconds(seconds)
    figure.isEstimate = true
    return "≈ " + Phrase(figure)
  }

  private typealias Row = (name: String, before: Phrase, after: Phrase, change: Phrase)

  var figures: Table {
    let (before, after) = (forecast.before, forecast.after)
    func counts(_ name: String, _ value: (Forecast.Figures) -> Int) -> Row {
      let difference = value(after) - value(before)
      let signed = difference == 0 ? "" : (difference > 0 ? "+" : "") + Figures.count(difference)
      return (name, Phrase(.count(value(before))), Phrase(.count(value(after))), Phrase(signed))
    }
    func seconds(_ name: String, _ before: Phrase, _ after: Phrase, _ change: Double) -> Row {
      (name, before, after, Phrase(ComparisonReport.signed(change)))
    }
    let undisturbed = seconds(
      "compiling without other load", Self.predicted(before.undisturbedSeconds),
      Self.predicted(after.undisturbedSeconds),
      after.undisturbedSeconds - before.undisturbedSeconds)
    let rows =
      [
        seconds(
          "wall time", Phrase(.seconds(forecast.measuredSeconds)), Self.predicted(forecast.seconds),
          forecast.seconds.value - forecast.measuredSeconds),
        seconds(
          "CPU time", Phrase(.seconds(forecast.measuredCPUSeconds)), Self.predicted(forecast.cpuSeconds),
          forecast.cpuSeconds.value - forecast.measuredCPUSeconds),
      ] + (cautions.busyness == nil ? [] : [undisturbed]) + [
        seconds(
          "critical path", Phrase(.seconds(before.criticalPathSeconds)), Self.predicted(after.criticalPathSeconds),
          after.criticalPathSeconds - before.criticalPathSeconds),
        seconds(
          "idle cores", Self.idle(before), Self.idle(after), after.idleCoreSeconds - before.idleCoreSeconds),
        counts("modules", \.modules), counts("cores", \.cores), counts("jobs", \.jobs),
      ]
    return rows.table([
      .text("clean build") { $0.name }, .figures("recorded", phrase: { $0.before }),
      .figures("predicted", phrase: { $0.after }), .figures("difference", phrase: { $0.change }),
    ])
  }

  private static func idle(_ figures: Forecast.Figures) -> Phrase {
    predicted(figures.idleCoreSeconds) + " (\(Figures.percent(figures.idleShare)))"
  }

  private var paths: [Block] {
    func words(_ path: [String]) -> String { path.joined(separator: " → ") }
    let (before, after) = (forecast.before.criticalPath.names, forecast.after.criticalPath.names)
    if before == after { return .points(["Critical path, before and after: \(words(before))"]) }
    return .points(["Critical path before: \(words(before))", "Critical path after: \(words(after))"])
  }

  // MARK: Parts of it

  private static let shownRows = 20

  func programs(most: Int = shownRows) -> [Block] {
    guard !forecast.programs.isEmpty else { return [] }
    let table = forecast.programs.table([
      .text("program") { $0.module.name }, .figures("before", phrase: { Self.predicted($0.secondsBefore) }),
      .figures("after", phrase: { Self.predicted($0.secondsAfter) }),
      .figures("difference") { row in
        row.secondsBefore.flatMap { before in row.secondsAfter.map { ComparisonReport.signed($0 - before) } }
          ?? Figures.absent
      },
      .figures("modules") { Self.pair($0.modulesBefore, $0.modulesAfter) },
    ])
    return [.heading("Clean builds of single programs, predicted"), .table(table.cut(to: most))]
  }

  func rebuilds(most: Int = shownRows) -> [Block] {
    let title: Block = .heading("What a change in a module rebuilds, at most")
    guard !forecast.rebuilds.isEmpty else {
      return [title, .paragraph("A change in any module rebuilds the same as before.")]
    }
    let table = forecast.rebuilds.table([
      .text("change in") { Self.origin($0) },
      .figures("modules") { Self.pair($0.before?.modules, $0.after?.modules) },
      .figures("lines") { Self.pair($0.before?.lines, $0.after?.lines) },
      .figures("CPU before", phrase: { Self.predicted($0.before?.cpuSeconds) }),
      .figures("CPU after", phrase: { Self.predicted($0.after?.cpuSeconds) }),
      .figures("seconds before", phrase: { Self.predicted($0.before?.seconds) }),
      .figures("seconds after", phrase: { Self.predicted($0.after?.seconds) }),
    ])
    return [title, .table(table.withoutEmptyColumns.cut(to: most))]
  }

  /// What a change that other modules can see rebuilds; empty if the names in files are unknown.
  func visibleChanges(most: Int = shownRows) -> [Block] {
    let rows = forecast.rebuilds.filter { $0.before?.visible != nil || $0.after?.visible != nil }
    guard !rows.isEmpty else { return [] }
    let table = rows.table([
      .text("change in") { Self.origin($0) },
      .figures("files") { Self.pair($0.before?.visible?.files, $0.after?.visible?.files) },
      .figures("CPU before", phrase: { Self.predicted($0.before?.visible?.cpuSeconds.value) }),
      .figures("CPU after", phrase: { Self.predicted($0.after?.visible?.cpuSeconds.value) }),
      .figures("seconds before", phrase: { Self.interval($0.before?.visible?.seconds) }),
      .figures("seconds after", phrase: { Self.interval($0.after?.visible?.seconds) }),
    ])
    let rule = recordings.contains(where: \.compilesModulesAsWholes) ? Self.visibleWholes : Self.visible
    return [
      .heading("What another public function in a module rebuilds"), .table(table.cut(to: most)),
      .paragraph(rule + Self.otherCPU),
    ]
  }

  private static let visibleWholes: Phrase =
    "The recorded build compiles each module as a whole, so that the module and those that depend on it directly are compiled."

  private static let visible: Phrase =
    "A build compiles the changed file, the files of its module that mention a name of it, and in direct dependents (with swiftbuild, in all "
    + "dependents) the files that mention a name of the module; names are compared as they are written. Of the module's files, the one with the median rebuild is changed; the "
    + "intervals contain the others."

  private static let otherCPU: Phrase =
    " CPU time contains what belongs to no module, such as `swift build` itself; that of the table above does not."

  private static func interval(_ estimate: Forecast.Estimate?) -> Phrase { estimate.map(predicted) ?? .absent }

  /// For example `Views (part of Screens)`.
  private static func origin(_ rebuild: RebuildForecast) -> String {
    if rebuild.after == nil { return "\(rebuild.module.name) (removed)" }
    if rebuild.origins == [rebuild.module] { return rebuild.module.name }
    let origins = rebuild.origins.map(\.name).joined(separator: ", ")
    return "\(rebuild.module.name) (\(origins.isEmpty ? "new" : "from \(origins)"))"
  }

  /// For example `12 → 9`.
  private static func pair(_ before: Int?, _ after: Int?) -> String {
    before == after && before != nil
      ? Figures.count(before) : "\(Figures.count(before)) → \(Figures.count(after))"
  }

  // MARK: Parts of modules

  /// The dependencies between the parts of divided modules, and the changes that they require.
  var crossings: [Block] {
    divisions.flatMap { found -> [Block] in
      let (graph, division) = (found.graph, found.division)
      let title: Block = .heading("Dependencies between the parts of \(graph.module.name)")
      guard !division.crossings.isEmpty else {
        return [title, .paragraph("None, according to the compiler's index.")]
      }
      let openings: [Phrase] =
        division.openings.isEmpty
        ? []
        : [
          "\(Figures.counted(division.openings.count, "symbol")) must become more visible: "
            + "\(division.openingWords(in: graph))."
        ]
      return [title, .table(division.crossingTable(in: graph))] + .points(openings)
    }
  }

  var linesToChange: [Block] { imports.map { ImportedStep.linesToChange($0, limit: Self.shownRows) } ?? [] }

  // MARK: How

  var assumptions: [Block] {
    forecast.assumptions.isEmpty
      ? [] : [.heading("Assumed")] + .points(forecast.assumptions.map { Phrase($0.description) })
  }

  var method: [Phrase] {
    let recordings: Phrase =
      forecast.recordings == 1
      ? "One \(build) was recorded." : "\(forecast.recordings) recordings of a \(build) were used; figures are medians."
    let costs = forecast.costs
    let model: Phrase =
      costs.errors.isEmpty
      ? "Too few modules were recorded to estimate how well the cost of a new module is predicted."
      : "The costs of new modules follow from \(Figures.counted(costs.modules, "recorded module")); each predicted from "
        + "the others, 9 of 10 are within \(Figures.percent(costs.typicalError)). A module costs "
        + "\(Figures.seconds(costs.secondsPerModule)) of CPU time regardless of its lines."
    return [
      recordings,
      "The prediction computes when each recorded process would run with other waits, sizes or cores. The interval of the wall time should contain "
        + "\(Figures.fixed(100 * Forecast.level, decimals: 0)) % of single builds; it combines the error of that computation, that of "
        + "new costs, and the noise of builds. That of the gain is without this noise, since it is the difference of two computations.",
      model,
    ] + index.sentences + forecast.divided.sentences
  }
}

extension Forecast.Figures {
  var criticalPathSeconds: Double { criticalPath.workNanoseconds.asSeconds }
}

extension Text {
  package static func verdict(of report: WhatIfReport, _ style: TextStyle) -> String {
    document([.paragraph(report.verdict)], style)
  }
}
