import BuildAnalysis
import Foresight
import ModuleGraph

extension JSON {
  static func whatIf(_ report: WhatIfReport) throws -> String {
    let (forecast, costs) = (report.forecast, report.forecast.costs)
    return try pretty([
      "schema": "modgauge.what-if/1", "workspace": report.name, "build": report.build,
      "name": forecast.proposal.name, "changes": forecast.proposal.changes.map(\.description),
      "measured": measured(report),
      "predicted": [
        "level": Forecast.level, "seconds": forecast.seconds.json, "cpuSeconds": forecast.cpuSeconds.json,
        // By how much clean builds become shorter on average.
        "gain": forecast.gain.json,
        "before": figures(forecast.before), "after": figures(forecast.after),
      ] as Object,
      "costModel": [
        "modules": costs.modules, "secondsPerModule": costs.secondsPerModule.milli,
        // Absent if there are too few modules to estimate it.
        "typicalRelativeError": costs.errors.isEmpty ? nil : costs.typicalError.milli,
      ] as Object,
      "fileCosts": forecast.divided.json, "assumptions": forecast.assumptions.map(\.description),
      "record": report.record, "index": report.index.json, "divisions": divisions(report),
      "imports": report.imports?.flatMap(\.sites).map(\.json), "materialized": report.materialization,
      "modules": forecast.cpuSecondsByModule.sorted { $0.key < $1.key }.map {
        ["module": $0.key, "cpuSeconds": $0.value.milli] as Object
      },
      "programs": forecast.programs.map { program -> Object in
        [
          "module": program.module, "secondsBefore": program.secondsBefore?.milli,
          "secondsAfter": program.secondsAfter?.milli, "modulesBefore": program.modulesBefore,
          "modulesAfter": program.modulesAfter,
        ]
      },
      "rebuilds": forecast.rebuilds.map { rebuild -> Object in
        [
          "module": rebuild.module, "origins": rebuild.origins, "before": rebuild.before.map(cost),
          "after": rebuild.after.map(cost),
        ]
      },
    ])
  }

  private static func measured(_ report: WhatIfReport) -> Object {
    let (forecast, cautions) = (report.forecast, report.cautions)
    return [
      "recordings": forecast.recordings, "seconds": forecast.measuredSeconds.milli,
      "cpuSeconds": forecast.measuredCPUSeconds.milli,
      "replayRelativeError": forecast.relativeError.rounded(decimals: 4),
      "otherProgramsShare": cautions.otherProgramsShare?.milli, "otherState": cautions.otherState,
    ]
  }

  /// `nil` if no module is divided, or no index with the dependencies of its files was available.
  private static func divisions(_ report: WhatIfReport) -> [Object]? {
    let divisions = report.divisions.map { division -> Object in
      ["module": division.graph.module, "division": division.division.json(in: division.graph)]
    }
    return divisions.isEmpty ? nil : divisions
  }

  private static func figures(_ figures: Forecast.Figures) -> Object {
    [
      "cores": figures.cores, "jobs": figures.jobs, "modules": figures.modules,
      "criticalPath": figures.criticalPath.names, "criticalPathSeconds": figures.criticalPathSeconds.milli,
      "idleCoreSeconds": figures.idleCoreSeconds.milli, "idleShare": figures.idleShare.milli,
      "undisturbedSeconds": figures.undisturbedSeconds.milli,
    ]
  }

  private static func cost(_ cost: RebuildForecast.Cost) -> Object {
    [
      "modules": cost.modules, "lines": cost.lines, "cpuSeconds": cost.cpuSeconds.milli,
      "seconds": cost.seconds?.milli,
      "visible": cost.visible.map { visible -> Object in
        [
          "changedFile": visible.changedFile, "files": visible.files, "cpuSeconds": visible.cpuSeconds.json,
          "seconds": visible.seconds.json,
        ]
      },
    ]
  }
}
