import BuildAnalysis

extension HistoryTrend {
  var json: JSON.Object {
    [
      "workspace": line.workspace, "machine": line.machine, "compiler": line.compiler,
      "configuration": line.configuration, "arm": series.arm, "scenario": series.scenario.rawValue,
      "setup": series.setup.isEmpty ? nil : series.setup, "module": series.module, "measure": measure.rawValue,
      "points": points, "spread": spread.map(json), "steps": steps.map(json),
    ]
  }

  /// With indices of points, from 0, and the commits before the step and the last one that may have caused it.
  private func json(_ step: Step) -> JSON.Object {
    let bounds = bounds(of: step)
    return [
      "point": step.index, "firstCandidate": step.candidates.lowerBound, "lastCandidate": step.candidates.upperBound,
      "after": bounds.before?.revision, "upTo": bounds.last.revision, "probability": step.probability,
      "beforeSeconds": step.before, "afterSeconds": step.after, "ratio": step.ratio,
    ]
  }

  private func json(_ spread: BuildSpread) -> JSON.Object {
    [
      "builds": spread.builds, "medianSeconds": spread.median, "ninetiethPercentileSeconds": spread.ninetiethPercentile,
      "dayMedianSeconds": spread.dayMedian, "newestDay": spread.newestDay, "newestDaySeconds": spread.newestDaySeconds,
    ]
  }
}
