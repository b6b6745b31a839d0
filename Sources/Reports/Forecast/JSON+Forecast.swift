import Foresight
import ModuleGraph

extension JSON {
  package static func forecast(_ report: ForecastReport) throws -> String {
    let (names, forecast) = (report.names, report.forecast)
    let seconds = forecast.incrementalSeconds
    return try pretty([
      "schema": "modgauge.forecast/1", "base": names.base, "head": names.head, "build": report.estimate.build,
      "estimatedIncremental": forecast.incremental.ofCPU + [
        "seconds": seconds.value.milli, "secondsLow": seconds.low.milli, "secondsHigh": seconds.high.milli,
      ],
      "correction": forecast.ratio.map { ratio -> Object in
        [
          "incrementalBuilds": ratio.builds, "factor": ratio.factor.milli, "fittedModules": forecast.learned,
          "correctedModules": forecast.corrected.map { ["module": $0.module, "factor": $0.factor.milli] as Object },
        ]
      },
      "estimatedCleanBefore": forecast.cleanBefore.milli, "estimatedClean": forecast.clean.ofCPU,
      "modules": forecast.rows.map(\.json),
      "removed": forecast.removed, "withoutSources": forecast.emptied, "checked": forecast.checked,
      "emitted": forecast.emitted, "linked": forecast.linked, "unrecorded": forecast.unrecorded,
      "changesGraph": forecast.changesGraph, "fileCosts": forecast.divided.json,
    ])
  }
}

extension CommitForecast.Estimate {
  fileprivate var ofCPU: JSON.Object { ["cpuSeconds": value.milli, "low": low.milli, "high": high.milli] }
}

extension CommitForecast.Row {
  fileprivate var json: JSON.Object {
    [
      "module": recompiled.module, "reason": recompiled.reason.rawValue, "changedFiles": recompiled.changedFiles,
      "compiledFiles": recompiled.compiledFiles, "files": recompiled.files,
      "compiledLines": recompiled.compiledLines, "lines": recompiled.lines, "estimatedCPUSeconds": cpuSeconds?.milli,
    ]
  }
}
