import ModuleGraph

extension HotspotReport {
  private var churn: Churn { hotspots.churn }
  private var history: CommitHistory { churn.history }

  var headline: String {
    let period = "from \(Figures.date(history.start)) to \(Figures.date(history.end))"
    let noun = hotspots.graph.noun
    guard !hotspots.rebuilds.isEmpty else {
      return history.commits.isEmpty
        ? "\(name): no commits \(period)."
        : "\(name): no \(noun) of the graph was changed by \(Figures.counted(history.commits.count, "commit")) \(period)."
    }
    return "\(name): \(Figures.counted(hotspots.rebuilds.count, "commit")) of "
      + "\(Figures.counted(churn.authors, "author")) changed \(Figures.counted(hotspots.nodes.count, noun)) \(period)."
  }

  var notes: [Phrase] {
    meaning + [source, hotspots.rebuilds.isEmpty ? nil : estimate?.disturbance, apart].compactMap(\.self) + ending
  }

  private var meaning: [Phrase] {
    guard !hotspots.rebuilds.isEmpty else { return [] }
    return [
      "*Rebuilt* is what one change rebuilds at most: the whole module and everything that depends on it. A change that "
        + "dependents cannot see costs less.",
      "A commit that changes several \(hotspots.graph.noun)s counts for each, so the rows add up to more than the sum.",
      isOfYear
        ? "*A year* is the total for one person who builds each commit once, at the pace of this period."
        : "The period is too short to say anything about a year.",
    ]
  }

  private var source: Phrase? {
    guard !hotspots.rebuilds.isEmpty else { return nil }
    guard let estimate else {
      return "For seconds, record a build with `modgauge record` and name its folder with --run."
    }
    let way =
      switch estimate.method {
      case .replay(let error):
        "wall time is computed from the recorded steps of these modules alone (with all of them, that is off by \(Figures.percent(error)))"
      case .cpuShare: "there is no wall time, since what that build waited for is not known"
      }
    let lacking = hotspots.unrecorded.count
    let absent = "\(Figures.counted(lacking, "module")) of the graph \(lacking == 1 ? "was" : "were") not in it"
    let rest = lacking > 0 ? " \(absent), and cost nothing here." : ""
    return
      "Seconds are estimated, not measured: CPU time is that of the modules in a \(estimate.build), without the work that its first compilers do for all; \(way).\(rest)"
  }

  private var apart: Phrase? {
    let elsewhere = history.commits.count - hotspots.rebuilds.count
    let manifests = churn.effects.count { $0.changesManifest }
    func part(_ count: Int, _ noun: String, _ what: String) -> String? {
      count > 0 ? "\(Figures.counted(count, noun)) that \(what)" : nil
    }
    let parts = [
      part(elsewhere, "commit", "changed none of these"),
      part(manifests, "commit", "changed a manifest, which may rebuild more"),
      part(churn.goneFiles, "file", "\(churn.goneFiles == 1 ? "is" : "are") gone, counted for the module alone"),
      part(churn.movedFiles, "file", "had another name before"),
    ].compactMap(\.self)
    return parts.isEmpty ? nil : "Apart: \(parts.joined(separator: "; "))."
  }

  private var ending: [Phrase] {
    switch history.ending {
    case .period: []
    case .beginning: ["The repository begins in this period; its first commit is left out."]
    case .limit: ["There are earlier commits: --max-commits ended the period at \(Figures.date(history.start))."]
    case .shallow(let clone):
      [
        "This clone is shallow: its history ends at \(Figures.date(history.start)). "
          + "`git -C \(clone) fetch --shallow-since=DATE` or `git -C \(clone) fetch --unshallow` gets more of it."
      ]
    }
  }
}
