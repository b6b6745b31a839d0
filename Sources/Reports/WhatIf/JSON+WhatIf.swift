import BuildAnalysis
import Foresight
import ModuleGraph

extension JSON {
  /// `modgauge.what-if/1`.
  static func whatIf(_ report: WhatIfReport) throws -> String { try pretty(Document(report)) }
}

private struct Document: Encodable {
  struct Figures: Encodable {
    let cores: Int
    let jobs: Int
    let modules: Int
    let criticalPathSeconds: Double
    let criticalPath: [String]
    let idleCoreSeconds: Double
    let idleShare: Double
    let undisturbedSeconds: Double

    init(_ figures: Forecast.Figures) {
      (cores, jobs, modules) = (figures.cores, figures.jobs, figures.modules)
      (criticalPath, criticalPathSeconds) = (figures.criticalPath.names, figures.criticalPathSeconds.milli)
      (idleCoreSeconds, idleShare) = (figures.idleCoreSeconds.milli, figures.idleShare.milli)
      undisturbedSeconds = figures.undisturbedSeconds.milli
    }
  }

  struct Measured: Encodable {
    let recordings: Int
    let seconds: Double
    let cpuSeconds: Double
    let replayRelativeError: Double
    let otherProgramsShare: Double?
    let otherState: String?
  }

  struct Predicted: Encodable {
    let level: Double
    let seconds: JSON.Estimate
    let cpuSeconds: JSON.Estimate
    /// By how much clean builds become shorter on average.
    let gain: JSON.Estimate
    let before: Figures
    let after: Figures
  }

  struct CostModelEntry: Encodable {
    let modules: Int
    let secondsPerModule: Double
    /// `nil` if there are too few modules to estimate it.
    let typicalRelativeError: Double?
  }

  struct Rebuild: Encodable {
    struct Cost: Encodable {
      let modules: Int
      let lines: Int?
      let cpuSeconds: Double
      let seconds: Double?
      let visible: Visible?

      init?(_ cost: RebuildForecast.Cost?) {
        guard let cost else { return nil }
        (modules, lines) = (cost.modules, cost.lines)
        (cpuSeconds, seconds) = (cost.cpuSeconds.milli, cost.seconds?.milli)
        visible = cost.visible.map(Visible.init)
      }
    }

    struct Visible: Encodable {
      let changedFile: String
      let files: Int
      let cpuSeconds: JSON.Estimate
      let seconds: JSON.Estimate

      init(_ visible: RebuildForecast.Visible) {
        (changedFile, files) = (visible.changedFile, visible.files)
        (cpuSeconds, seconds) = (JSON.Estimate(visible.cpuSeconds), JSON.Estimate(visible.seconds))
      }
    }

    let module: ModuleID
    let origins: [ModuleID]
    let before: Cost?
    let after: Cost?
  }

  struct Program: Encodable {
    let module: ModuleID
    let secondsBefore: Double?
    let secondsAfter: Double?
    let modulesBefore: Int?
    let modulesAfter: Int?
  }

  /// A divided module for which an index was available.
  struct DividedModule: Encodable {
    let module: ModuleID
    let division: AnsweredDivision
  }

  struct MaterializedWorkspace: Encodable {
    let folder: String
    let method: Materialization.Method
    let reason: String
  }

  struct ModuleEntry: Encodable {
    let module: ModuleID
    let cpuSeconds: Double
  }

  let schema = "modgauge.what-if/1"
  let workspace: String
  let build: String
  let name: String?
  let changes: [String]
  let measured: Measured
  let predicted: Predicted
  let costModel: CostModelEntry
  /// `nil` if no module is divided.
  let fileCosts: [DividedEntry]?
  let assumptions: [String]
  /// `nil` if no earlier prediction was settled.
  let record: PredictionRecord?
  /// Whether an index provided the dependencies between files; `nil` if no module is divided.
  let index: [IndexEntry]?
  /// `nil` if no module is divided, or no index with the dependencies of its files was available.
  let divisions: [DividedModule]?
  /// The lines that import what is cut; `nil` if nothing is cut.
  let imports: [AnsweredImport]?
  /// `nil` unless the proposed structure was written.
  let materialized: MaterializedWorkspace?
  let modules: [ModuleEntry]
  let programs: [Program]
  let rebuilds: [Rebuild]

  init(_ report: WhatIfReport) {
    let forecast = report.forecast
    (workspace, build, name) = (report.name, report.build, forecast.proposal.name)
    changes = forecast.proposal.changes.map(\.description)
    measured = Measured(
      recordings: forecast.recordings, seconds: forecast.measuredSeconds.milli,
      cpuSeconds: forecast.measuredCPUSeconds.milli, replayRelativeError: forecast.relativeError.rounded(decimals: 4),
      otherProgramsShare: report.cautions.otherProgramsShare?.milli, otherState: report.cautions.otherState)
    predicted = Predicted(
      level: Forecast.level, seconds: JSON.Estimate(forecast.seconds), cpuSeconds: JSON.Estimate(forecast.cpuSeconds),
      gain: JSON.Estimate(forecast.gain), before: Figures(forecast.before), after: Figures(forecast.after))
    costModel = CostModelEntry(
      modules: forecast.costs.modules, secondsPerModule: forecast.costs.secondsPerModule.milli,
      typicalRelativeError: forecast.costs.errors.isEmpty ? nil : forecast.costs.typicalError.milli)
    fileCosts = forecast.divided.entries
    assumptions = forecast.assumptions.map(\.description)
    record = report.record
    index = report.index.entries
    let divided = report.divisions.map {
      DividedModule(module: $0.graph.module, division: AnsweredDivision($0.division, in: $0.graph))
    }
    divisions = divided.isEmpty ? nil : divided
    imports = report.imports?.flatMap(\.sites).map(AnsweredImport.init)
    materialized = report.materialization.map {
      MaterializedWorkspace(folder: $0.folder, method: $0.method, reason: $0.reason)
    }
    modules = forecast.cpuSecondsByModule.sorted { $0.key < $1.key }.map {
      ModuleEntry(module: $0.key, cpuSeconds: $0.value.milli)
    }
    programs = forecast.programs.map {
      Program(
        module: $0.module, secondsBefore: $0.secondsBefore?.milli, secondsAfter: $0.secondsAfter?.milli,
        modulesBefore: $0.modulesBefore, modulesAfter: $0.modulesAfter)
    }
    rebuilds = forecast.rebuilds.map {
      Rebuild(module: $0.module, origins: $0.origins, before: .init($0.before), after: .init($0.after))
    }
  }
}
