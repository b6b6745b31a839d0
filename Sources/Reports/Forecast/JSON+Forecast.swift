import BuildAnalysis
import Foresight
import ModuleGraph

extension JSON {
  /// `modgauge.forecast/1`.
  package static func forecast(_ report: ForecastReport) throws -> String { try pretty(Document(report)) }
}

private struct Document: Encodable {
  struct Estimate: Encodable {
    let cpuSeconds: Double
    let low: Double
    let high: Double
    let seconds: Double?
    let secondsLow: Double?
    let secondsHigh: Double?

    init(_ estimate: CommitForecast.Estimate, seconds: CommitForecast.Estimate? = nil) {
      (cpuSeconds, low, high) = (estimate.value.milli, estimate.low.milli, estimate.high.milli)
      (self.seconds, secondsLow, secondsHigh) = (seconds?.value.milli, seconds?.low.milli, seconds?.high.milli)
    }
  }

  struct Row: Encodable {
    let module: ModuleID
    let reason: String
    let changedFiles: Int
    let compiledFiles: Int
    let files: Int
    let compiledLines: Int
    let lines: Int
    let estimatedCPUSeconds: Double?

    init(_ row: CommitForecast.Row) {
      let recompiled = row.recompiled
      (module, reason) = (recompiled.module, recompiled.reason.rawValue)
      (changedFiles, compiledFiles, files) = (recompiled.changedFiles, recompiled.compiledFiles, recompiled.files)
      (compiledLines, lines) = (recompiled.compiledLines, recompiled.lines)
      estimatedCPUSeconds = row.cpuSeconds.map(\.milli)
    }
  }

  struct Correction: Encodable {
    let incrementalBuilds: Int
    let factor: Double
    let fittedModules: [ModuleID]
    let correctedModules: [CorrectedModule]

    struct CorrectedModule: Encodable {
      let module: ModuleID
      let factor: Double
    }
  }

  let schema = "modgauge.forecast/1"
  let base: String
  let head: String
  let build: String
  let estimatedIncremental: Estimate
  /// `nil` if no incremental build was given, or none compiled a module of the clean build.
  let correction: Correction?
  let estimatedCleanBefore: Double
  let estimatedClean: Estimate
  let modules: [Row]
  let removed: [ModuleID]
  let withoutSources: [ModuleID]
  let checked: [ModuleID]
  let emitted: [ModuleID]
  let linked: [ModuleID]
  let unrecorded: [ModuleID]
  let changesGraph: Bool
  /// `nil` if all files of each module are recompiled.
  let fileCosts: [DividedEntry]?

  init(_ report: ForecastReport) {
    let forecast = report.forecast
    (base, head, build) = (report.names.base, report.names.head, report.estimate.build)
    estimatedIncremental = Estimate(forecast.incremental, seconds: forecast.incrementalSeconds)
    correction = forecast.ratio.map {
      Correction(
        incrementalBuilds: $0.builds, factor: $0.factor.milli, fittedModules: forecast.learned,
        correctedModules: forecast.corrected.map { .init(module: $0.module, factor: $0.factor.milli) })
    }
    estimatedCleanBefore = forecast.cleanBefore.milli
    estimatedClean = Estimate(forecast.clean)
    modules = forecast.rows.map(Row.init)
    (removed, withoutSources) = (forecast.removed, forecast.emptied)
    (checked, emitted) = (forecast.checked, forecast.emitted)
    (linked, unrecorded) = (forecast.linked, forecast.unrecorded)
    changesGraph = forecast.changesGraph
    fileCosts = forecast.divided.entries
  }
}
