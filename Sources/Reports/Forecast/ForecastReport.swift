package import Foresight
package import ModuleGraph

/// The predicted cost of the builds after a change.
package struct ForecastReport: Report {
  package static let renderings: [Rendering<Self>] = [
    .text { Text.document($0.blocks, $1) }, .markdown { Markdown.document($0.blocks) }, .json(JSON.forecast),
  ]

  let forecast: CommitForecast
  let names: (base: String, head: String)
  let estimate: BuildEstimate
  private let labels: [ModuleID: String]

  /// - Parameter graph: the graph of the later state.
  package init(
    _ forecast: CommitForecast, names: (base: String, head: String), in graph: ModuleGraph, estimate: BuildEstimate
  ) {
    (self.forecast, self.names, self.estimate) = (forecast, names, estimate)
    labels = graph.modules.labels
  }

  private var blocks: [Block] {
    let files = forecast.rows.reduce(0) { $0 + $1.recompiled.compiledFiles }
    let failing = RolesReport.list(forecast.emptied.map { labels[$0] ?? $0.description })
    let title: Phrase =
      !forecast.emptied.isEmpty
      ? "\(names.base) → \(names.head): \(failing) \(forecast.emptied.count == 1 ? "has" : "have") no sources left: the build will fail."
      : forecast.rows.isEmpty
        ? "\(names.base) → \(names.head): nothing is recompiled."
        : "\(names.base) → \(names.head): \(Figures.counted(forecast.rows.count, "module")) recompiled, \(Figures.counted(files, "file"))."
    return [.title(title)] + (forecast.emptied.isEmpty ? .points(answers) : [])
      + (forecast.rows.isEmpty ? [] : [.table(table)]) + .points(notes)
  }

  private var table: Table {
    let labels = labels
    return forecast.rows.table([
      .text("module") { labels[$0.recompiled.module] ?? $0.recompiled.module.description },
      .text("because") { $0.recompiled.description },
      .figures("files") { "\(Figures.count($0.recompiled.compiledFiles)) of \(Figures.count($0.recompiled.files))" },
      .figures("lines", phrase: { Phrase(.count($0.recompiled.compiledLines)) }),
      .figure("CPU, estimated") { .seconds($0.cpuSeconds) },
    ])
  }

  private var answers: [Phrase] {
    let (own, clean) = (forecast.incremental, forecast.clean)
    let seconds = forecast.incrementalSeconds
    let wall = ", \(Figures.seconds(seconds.value)) of wall time (\(Self.range(seconds)))"
    let share = forecast.cleanBefore > 0 ? (clean.value - forecast.cleanBefore) / forecast.cleanBefore : nil
    let change = share.map { " (\(Figures.signedPercent($0)))" } ?? ""
    return [
      "**The build after pulling this change**: about \(Figures.seconds(own.value)) of CPU time (\(Self.range(own)))\(wall).",
      "**A clean build** of \(extent): about \(Figures.seconds(clean.value)) of CPU time (\(Self.range(clean))) instead of \(Figures.seconds(forecast.cleanBefore))\(change).",
    ]
  }

  /// The modules of the clean build, which may be more than the recorded build had.
  private var extent: String {
    let lacking = forecast.unrecorded.count
    let all = forecast.cleanModules == 1 ? "the one module" : "all \(Figures.counted(forecast.cleanModules, "module"))"
    return "\(all) except tests"
      + (lacking > 0 ? ", of which the recorded build compiled \(Figures.count(forecast.cleanModules - lacking))" : "")
  }

  private static func range(_ estimate: CommitForecast.Estimate) -> String {
    "\(Figures.seconds(estimate.low)) to \(Figures.seconds(estimate.high))"
  }

  private func list(_ ids: [ModuleID]) -> String { RolesReport.list(ids.map { labels[$0] ?? $0.description }) }

  private var notes: [Phrase] {
    var notes = doubts
    notes += [
      "All of this is estimated from a \(estimate.build), not measured. CPU time is that of compilers and linkers; \(ranges) the cost of nine out of "
        + "ten batches of files in that build, and the noise of builds (3 % each). Wall time is predicted by a schedule of these processes\(durationCorrection); its range is as wide in proportion. SwiftPM's own work is not included.",
      forecast.compilesModulesAsWholes
        ? "The recorded build compiles each module as a whole, so every changed module is recompiled, and so are its direct dependents if its declarations, inlinable bodies or C files changed; "
          + "tests and code generators are not considered."
        : "Which files are recompiled follows from their declarations and names, as in Swift 6.3's driver; tests and code generators are "
          + "not considered.",
    ]
    notes += correction
    let others = forecast.checked.filter { !forecast.emitted.contains($0) }
    if !others.isEmpty { notes.append("Only checked by their drivers: \(list(others)).") }
    if !forecast.emitted.isEmpty {
      notes.append("Emitted again, though none of their files is compiled: \(list(forecast.emitted)).")
    }
    if !forecast.linked.isEmpty { notes.append("Relinked: \(list(forecast.linked)).") }
    if !forecast.removed.isEmpty {
      notes.append("Removed: \(RolesReport.list(forecast.removed.map(\.name))).")
    }
    if forecast.changesGraph { notes.append("The module graph changes; `modgauge diff` shows how.") }
    return notes + missing + forecast.divided.sentences
  }

  private var durationCorrection: String {
    forecast.durationCorrection.map {
      ", times \(Figures.ratio($0.factor)): the median of what \(Figures.counted($0.builds, "recorded incremental build")) took, relative to such a schedule, where those of similar length count most"
    } ?? ""
  }

  /// What the ranges contain, up to the last of it.
  private var ranges: String {
    guard let ratio = forecast.ratio, ratio.relativeRange != nil else { return "the ranges contain" }
    return "the range after the change contains what the \(ratio.builds) recorded incremental builds took relative to "
      + "what is estimated for their files, that of a clean build"
  }

  private var missing: [Phrase] {
    let learned = Set(forecast.learned)
    let (known, unknown) = (
      forecast.unrecorded.filter(learned.contains), forecast.unrecorded.filter { !learned.contains($0) }
    )
    return [
      unknown.isEmpty
        ? nil
        : "Not in the recorded build, so estimated from their lines and the median cost of a line: \(list(unknown)).",
      known.isEmpty
        ? nil : "Not in the recorded build, so estimated from their lines in a clean build: \(list(known)).",
    ].compactMap(\.self)
  }

  private var doubts: [Phrase] {
    let isTooHigh = forecast.mayBeFarTooHigh && !forecast.rows.isEmpty
    return [
      estimate.disturbance,
      isTooHigh
        ? "**May be far too high**: nearly all compilers of the recorded build started at once, so that what the first make for later builds cannot be told from their own work. "
          + "A recorded incremental build (`--incremental`) corrects most of this, best one for which all sources were touched."
        : nil,
    ].compactMap(\.self)
  }

  private var correction: [Phrase] {
    guard let ratio = forecast.ratio else { return [] }
    let builds = Figures.counted(ratio.builds, "recorded incremental build")
    var phrases: [Phrase] = []
    if !forecast.learned.isEmpty {
      phrases.append("What batches and lines of \(list(forecast.learned)) cost is fitted to \(builds).")
    }
    let factors = forecast.corrected.map(\.factor)
    if let lowest = factors.min().map(Figures.ratio), let highest = factors.max().map(Figures.ratio) {
      phrases.append(
        "The CPU time of compilers of \(list(forecast.corrected.map(\.module))) is multiplied by "
          + "\(lowest == highest ? lowest : "\(lowest) to \(highest)"), as recorded builds of each module show.")
    }
    let known = forecast.learned.count + forecast.corrected.count
    if known < forecast.rows.count {
      let compilers = known == 0 ? "compilers" : "the other modules’ compilers"
      phrases.append("The CPU time of \(compilers) \(common(ratio, builds)).")
    }
    return phrases
  }

  private func common(_ ratio: IncrementalRatio, _ builds: String) -> String {
    if ratio.factor != 1 {
      return "after the change is multiplied by \(Figures.ratio(ratio.factor)): the median of what \(builds) took, "
        + "relative to what is estimated for their files"
    }
    let reason =
      ratio.builds < ratio.fewest
      ? "three are needed" : "they were not clearly slower or faster than estimated for their files"
    return "is not corrected by \(builds): \(reason)"
  }
}

extension RecompiledModule {
  fileprivate var description: String {
    switch reason {
    case .new: "it is new"
    case .settings: "its compiler options changed"
    case .removedFile: "it lost a file"
    case .changed: Figures.counted(changedFiles, "changed file")
    case .dependency: "a dependency changed"
    case .header: "a C header changed"
    }
  }
}
