import Foresight
import ModuleGraph

extension JSON {
  package static func forecast(_ report: ForecastReport) throws -> String {
    let (names, forecast) = (report.names, report.forecast)
    let seconds = forecast.incrementalSeconds
    return try pretty([
      "schema": "modgauge.forecast/1", "base": names.base, "head": names.head, "build": report.estimate.build,
      "estimatedIncremental": cpu(forecast.incremental) + [
        "seconds": seconds.value.milli, "secondsLow": seconds.low.milli, "secondsHigh": seconds.high.milli,
      ],
      "correction": forecast.ratio.map { ratio -> Object in
        [
          "incrementalBuilds": ratio.builds, "factor": ratio.factor.milli, "fittedModules": forecast.learned,
          "correctedModules": forecast.corrected.map { ["module": $0.module, "factor": $0.factor.milli] as Object },
        ]
      },
      "estimatedCleanBefore": forecast.cleanBefore.milli, "estimatedClean": cpu(forecast.clean),
      "modules": forecast.rows.map(row),
      "removed": forecast.removed, "withoutSources": forecast.emptied, "checked": forecast.checked,
      "emitted": forecast.emitted, "linked": forecast.linked, "unrecorded": forecast.unrecorded,
      "changesGraph": forecast.changesGraph, "fileCosts": forecast.divided.json,
    ])
  }

  private static func cpu(_ estimate: CommitForecast.Estimate) -> Object {
    ["cpuSeconds": estimate.value.milli, "low": estimate.low.milli, "high": estimate.high.milli]
  }

  private static func row(_ row: CommitForecast.Row) -> Object {
    let module = row.recompiled
    return [
      "module": module.module, "reason": module.reason.rawValue, "changedFiles": module.changedFiles,
      "compiledFiles": module.compiledFiles, "files": module.files, "compiledLines": module.compiledLines,
      "lines": module.lines, "estimatedCPUSeconds": row.cpuSeconds?.milli,
    ]
  }
}
