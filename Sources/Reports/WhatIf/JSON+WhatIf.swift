import BuildAnalysis
import Foresight
import ModuleGraph

extension JSON {
  static func whatIf(_ report: WhatIfReport) throws -> String {
    let (forecast, costs) = (report.forecast, report.forecast.costs)
    return try pretty([
      "schema": "modgauge.what-if/1", "workspace": report.name, "build": report.build,
      "name": forecast.proposal.name, "changes": forecast.proposal.changes.map(\.description),
      "measured": report.measured,
      "predicted": [
        "level": Forecast.level, "seconds": forecast.seconds.json, "cpuSeconds": forecast.cpuSeconds.json,
        // By how much clean builds become shorter on average.
        "gain": forecast.gain.json,
        "before": forecast.before.json, "after": forecast.after.json,
      ] as Object,
      "costModel": [
        "modules": costs.modules, "secondsPerModule": costs.secondsPerModule.milli,
        // Absent if there are too few modules to estimate it.
        "typicalRelativeError": costs.errors.isEmpty ? nil : costs.typicalError.milli,
      ] as Object,
      "fileCosts": forecast.divided.json, "assumptions": forecast.assumptions.map(\.description),
      "record": report.record, "index": report.index.json, "divisions": report.divided,
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
          "module": rebuild.module, "origins": rebuild.origins, "before": rebuild.before?.json,
          "after": rebuild.after?.json,
        ]
      },
    ])
  }
}

extension WhatIfReport {
  fileprivate var measured: JSON.Object {
    [
      "recordings": forecast.recordings, "seconds": forecast.measuredSeconds.milli,
      "cpuSeconds": forecast.measuredCPUSeconds.milli,
      "replayRelativeError": forecast.relativeError.rounded(decimals: 4),
      "otherProgramsShare": cautions.otherProgramsShare?.milli, "otherState": cautions.otherState,
    ]
  }

  /// `nil` if no module is divided, or no index with the dependencies of its files was available.
  fileprivate var divided: [JSON.Object]? {
    divisions.isEmpty
      ? nil : divisions.map { ["module": $0.graph.module, "division": $0.division.json(in: $0.graph)] }
  }
}

extension Forecast.Figures {
  fileprivate var json: JSON.Object {
    [
      "cores": cores, "jobs": jobs, "modules": modules, "criticalPath": criticalPath.names,
      "criticalPathSeconds": criticalPathSeconds.milli, "idleCoreSeconds": idleCoreSeconds.milli,
      "idleShare": idleShare.milli, "undisturbedSeconds": undisturbedSeconds.milli,
    ]
  }
}

extension RebuildForecast.Cost {
  fileprivate var json: JSON.Object {
    [
      "modules": modules, "lines": lines, "cpuSeconds": cpuSeconds.milli, "seconds": seconds?.milli,
      "visible": visible?.json,
    ]
  }
}

extension RebuildForecast.Visible {
  fileprivate var json: JSON.Object {
    ["changedFile": changedFile, "files": files, "cpuSeconds": cpuSeconds.json, "seconds": seconds.json]
  }
}
