package import BuildAnalysis
package import Foresight
package import ModuleGraph

/// The worthwhile changes of a module structure, for people and programs.
package struct SuggestionReport: Sendable {
  package let suggestions: Suggestions
  /// The workspace's name.
  let name: String
  /// What was recorded, as in `clean debug build of App`.
  let build: String

  /// Whether an index was available for dividing the largest modules; empty if irrelevant.
  let index: [IndexUse]

  let cautions: RecordingCautions

  /// `nil` if no lines are known.
  let cuts: CutRanking?

  package init(
    _ suggestions: Suggestions, of subject: RecordedSubject, cautions: RecordingCautions = RecordingCautions(),
    index: [IndexUse] = [], cuts: CutRanking? = nil
  ) {
    (self.suggestions, self.cautions, self.index, self.cuts) = (suggestions, cautions, index, cuts)
    name = subject.workspace
    build = "\(subject.isClean ? "clean" : "incremental") \(subject.configuration) build of \(subject.target)"
  }
}

extension SuggestionReport {
  var page: [Block] {
    let heading = Block.heading("What to cut so that a change recompiles less")
    let ranking = cuts.map { [heading, .paragraph($0.verdict)] + $0.blocks }
    let computing = cuts.map { [("How the lines were computed" as Phrase, [Block].points($0.method))] } ?? []
    return [.title("\(name): worthwhile changes"), .paragraph(verdict)]
      + cautions.blocks + table + details + plan + untouched + (ranking ?? [])
      + .trust([], [("Assumed", .points(assumptions)), ("How it was searched", .points(method))] + computing)
  }

  private var verdict: Phrase {
    let before: Phrase =
      suggestions.goal == .clean
      ? "A \(build) took \(Figures.seconds(suggestions.seconds))."
      : "A build after \(suggestions.commits == nil ? "a change in one module" : "a commit") takes "
        + WhatIfReport.predicted(suggestions.seconds)
        + " on average, if each module is one piece of work that uses all cores."
    if suggestions.suggestions.isEmpty && suggestions.plan.isEmpty {
      return before + " **No change is worthwhile**: none of those that were tried is predicted to gain at least "
        + "\(Figures.seconds(suggestions.leastGain)) (1 % of it, or the error of the prediction if larger) with an interval above zero."
    }
    let count = suggestions.plan.reduce(0) { $0 + $1.parts.count }
    guard count > 1 || suggestions.suggestions.isEmpty else { return before }
    let share = suggestions.planGain.value / suggestions.seconds
    return before + " \(Figures.counted(count, "change")) together are **predicted** to gain "
      + WhatIfReport.predicted(suggestions.planGain) + ", \(Figures.percent(share)) of it."
  }

  private typealias Row = (number: Int, suggestion: Suggestion)

  private func rows(_ suggestions: [Suggestion]) -> [Row] {
    suggestions.enumerated().map { ($0 + 1, $1) }
  }

  private func figures(_ suggestions: [Suggestion], gain: String) -> Table {
    let clean: [Column<Row>] =
      self.suggestions.goal == .clean
      ? [] : [.figures("clean build") { "≈ " + ComparisonReport.signed(-$0.suggestion.clean.gain.value) }]
    return Table(
      rows(suggestions),
      columns: [
        .figures("") { String($0.number) }, .text("change") { Self.title($0.suggestion) },
        .figures(gain, phrase: { WhatIfReport.predicted($0.suggestion.gain) }),
        .figures("then", phrase: { WhatIfReport.predicted($0.suggestion.seconds) }),
      ] + clean + [.figures("rebuilt, CPU") { Self.rebuilt($0.suggestion) }])
  }

  /// For example `≈ 12.1 → 9.4 s`.
  private static func rebuilt(_ suggestion: Suggestion) -> String {
    "≈ \(Figures.bareSeconds(suggestion.rebuiltBefore)) → \(Figures.seconds(suggestion.rebuiltAfter))"
  }

  private var table: [Block] {
    suggestions.suggestions.isEmpty
      ? [] : [.heading("Single changes"), .table(figures(suggestions.suggestions, gain: "gain"))]
  }

  private var details: [Block] {
    let rows = rows(suggestions.suggestions)
    guard !rows.isEmpty else { return [] }
    let points = rows.map { row in
      let words = Self.words(row.suggestion.proposal).map { "Try `\($0)`." as Phrase }
      return "\(row.number). " + verdict(row.suggestion) + " " + Self.explanation(row.suggestion) + " "
        + (words ?? Self.fileToTry)
    }
    return [.list(points)]
  }

  /// What `what-if` says of the same proposal.
  private func verdict(_ suggestion: Suggestion) -> Phrase {
    "A \(build) is predicted to " + WhatIfReport.becomes(suggestion.clean.gain) + "."
  }

  /// What any of the predictions assumes, as `what-if` tells it.
  private var assumptions: [Phrase] {
    (suggestions.suggestions + suggestions.plan).flatMap(\.clean.assumptions).map(\.description).uniqued
      .map { Phrase($0) }
  }

  /// Whether the best plan is a combination, not a single change.
  private var hasPlan: Bool { suggestions.plan.flatMap(\.parts).count > 1 }

  private var plan: [Block] {
    guard let last = suggestions.plan.last, hasPlan else { return [] }
    return [
      .heading("The best combination"),
      .paragraph(
        "Each gain is what the step adds to those before it. Changes without which the combination gains nearly as much are left out."
      ),
      .table(figures(suggestions.plan, gain: "more gain")),
      .list(rows(suggestions.plan).map { "\($0.number). " + Self.explanation($0.suggestion) }),
    ]
      + [.paragraph(verdict(last) + " " + (Self.words(last.proposal).map { "Try `\($0)`." } ?? Self.fileToTry))]
      + (suggestions.changesBefore.map { before in [Block.table(distribution(before, suggestions.changesAfter))] } ?? [])
  }

  private static let fileToTry: Phrase =
    "Try it: `modgauge suggest -o proposal.yml`, then `modgauge what-if --proposal proposal.yml`."

  /// A proposal: the best combination or else the best single change, and every single change as a comment.
  var proposals: String {
    let best = hasPlan ? suggestions.plan.last : suggestions.suggestions.first
    let others = rows(suggestions.suggestions).dropFirst(hasPlan ? 0 : 1).map { row in
      let lines = row.suggestion.proposal.yaml.split(separator: "\n").map { "# \($0)\n" }
      return "\n# Instead, change \(row.number): \(Self.title(row.suggestion))\n" + lines.joined()
    }
    return (best?.proposal.yaml ?? "# No change is worthwhile.\nchanges: []\n") + others.joined()
  }

  private func distribution(_ before: Suggestions.Distribution, _ after: Suggestions.Distribution?) -> Table {
    var rows: [(name: String, value: (Suggestions.Distribution) -> Double)] = [
      ("mean", \.mean), ("median", \.median), ("90th percentile", \.p90),
    ]
    if let commits = suggestions.commits {
      rows.append(("all \(Figures.counted(commits, "commit"))", { $0.mean * Double(commits) }))
    }
    return rows.map { (name: $0.name, before: $0.value(before), after: after.map($0.value)) }.table([
      .text("builds after changes") { $0.name }, .figures("now", phrase: { WhatIfReport.predicted($0.before) }),
      .figures("with the plan", phrase: { WhatIfReport.predicted($0.after) }),
    ])
  }

  private var untouched: [Block] {
    guard !suggestions.untouched.isEmpty else { return [] }
    return [
      .heading("Better left alone"),
      .list(
        suggestions.untouched.map { module in
          "\(module.module.name) costs \(Figures.seconds(module.cpuSeconds)) of CPU time, but if it cost nothing, the build would gain "
            + "at most " + WhatIfReport.predicted(module.gainSeconds) + ". Splitting it gains no more."
        }),
    ]
  }

  // MARK: One suggestion

  private static let longestTitle = 3
  private static let mostNames = 8

  /// For example `split Core into CoreModels and CoreServices; then cut CoreModels → Log`.
  static func title(_ suggestion: Suggestion) -> String {
    suggestion.parts.map { ($0.isFollowUp ? "then " : "") + title($0) }.joined(separator: "; ")
  }

  private static func title(_ part: Candidate) -> String {
    part.changes.map { change in
      guard case .merge(let modules, let name) = change, modules.count > longestTitle else { return "\(change)" }
      return
        "merge \(modules.prefix(longestTitle).joined(separator: ", ")) and \(modules.count - longestTitle) more into \(name)"
    }.joined(separator: "; ")
  }

  /// Why each of the changes may be worthwhile, and the work involved; of several changes, with their titles.
  private static func explanation(_ suggestion: Suggestion) -> Phrase {
    suggestion.parts.map { part in
      (suggestion.parts.count > 1 ? Phrase("“\(title(part))”: ") : "") + why(part) + " " + effort(part)
    }.joined(separator: " ")
  }

  private static func why(_ suggestion: Candidate) -> Phrase {
    let place = suggestion.isOnCriticalPath ? "On the critical path." : ""
    let reason: String =
      switch suggestion.reason {
      case .unused: "No import uses it."
      case .cycle(let modules):
        "It closes a cycle: \((modules + modules.prefix(1)).map(\.name).joined(separator: " → "))."
      case .rarelyImported(let files, let count):
        "Only \(files.count) of \(Figures.counted(count, "file")) \(files.count == 1 ? "imports" : "import") it: "
          + files.prefix(longestTitle).joined(separator: ", ") + (files.count > longestTitle ? " …" : ".")
      case .importsUnknown: "The files that import it are unknown."
      case .interface: "The interface may need less than the module behind it."
      case .waitedFor(let count): "\(Figures.counted(count, "module")) \(count == 1 ? "waits" : "wait") for all of it."
      case .seam: "Divided where its files need one another least."
      case .large(.folders): "Divided by its folders, as if they did not need one another, so this is an upper bound."
      case .large(.halves):
        "Divided by size alone, as if its parts did not need one another, so this is an upper bound."
      case .small(let share):
        "\(Figures.percent(share)) of their cost is fixed overhead per module."
      }
    return Phrase([place, reason].filter { !$0.isEmpty }.joined(separator: " "))
  }

  private static func effort(_ suggestion: Candidate) -> Phrase {
    let others = suggestion.dependents == 0 ? "No other module" : Figures.counted(suggestion.dependents, "module")
    switch suggestion.reason {
    case .unused: return "It takes one line of the manifest."
    case .cycle, .importsUnknown: return "The code of it that the dependent uses has to be moved or injected."
    case .interface: return "This requires that the interface mentions none of its types."
    case .rarelyImported(let files, _):
      let users = files.count == 1 ? "this file uses" : "these files use"
      return "The code of it that \(users) has to be moved or injected."
    case .waitedFor(let count):
      let (subject, use) = count == 1 ? ("It", "it uses") : ("They", "they use")
      return "\(subject) would import the interface, which declares what \(use) of it."
    case .seam(let openings):
      guard !openings.isEmpty else {
        return "\(others) would import its parts. No symbol has to be made more visible."
      }
      let names = openings.prefix(mostNames).map { "`\($0)`" as Phrase }.joined(separator: ", ")
      let rest = openings.count > mostNames ? " and \(Figures.count(openings.count - mostNames)) more" : ""
      return "\(others) would import its parts. These symbols have to be made more visible: " + names + "\(rest)."
    case .large:
      return "\(others) would import its parts. Without an index, the symbols to make public are not known."
    case .small: return "\(others) would import the merged one, and the manifest changes."
    }
  }

  /// A longer command is shown as a file instead.
  private static let longestCommand = 160

  /// The command that tries changes; `nil` if it is too long to be read, or if options cannot express them.
  private static func words(_ proposal: Proposal) -> String? {
    command(proposal).flatMap { $0.count <= longestCommand ? $0 : nil }
  }

  /// For example `modgauge what-if --cut 'A->B'`; `nil` if options cannot express the changes.
  static func command(_ proposal: Proposal) -> String? {
    proposal.options.map { options in
      "modgauge what-if "
        + options.map { "--\($0.kind.rawValue) '\($0.value.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    }
  }

  // MARK: How

  private var method: [Phrase] {
    let recordings: Phrase =
      suggestions.recordings == 1
      ? "One \(build) was recorded." : "\(suggestions.recordings) recordings of a \(build) were used."
    let weights: [Phrase] =
      suggestions.goal == .clean
      ? []
      : [
        (suggestions.commits.map {
          "The changes are those of \(Figures.counted($0, "commit")), each with all modules that it changed."
        } ?? "How often modules change is unknown: they are weighted by their lines.")
          + " What a change rebuilds is modeled as one piece of work for each module, using all cores: `what-if` does not "
          + "state the time of a build after an average change, but the clean build and the CPU time that a change rebuilds, which "
          + "are those above."
      ]
    let same = suggestions.goal == .clean ? "`what-if` computes the same gain with the same interval. " : ""
    return [
      recordings
        + " Computed in the same way, the build as it was is \(Figures.percent(suggestions.relativeError)) off its measured time.",
      "\(Figures.count(suggestions.candidates)) changes were considered, and \(Figures.counted(suggestions.replays, "build")) "
        + "predicted. Changes that move no code come first, then those with the greatest gain. A single change that gains less "
        + "than \(Figures.seconds(suggestions.leastGain)) is not suggested.",
      "The interval is that of the average gain, by the error of that computation and of the costs of new modules; a single build "
        + "varies more. \(same)*Rebuilt* is what a change rebuilds at most, averaged over "
        + (suggestions.commits == nil ? "the modules, weighted by their lines." : "the commits."),
    ] + weights + index.sentences + suggestions.divided.sentences
  }
}
