import ArgumentParser
import BuildAnalysis
import BuildRunner
import Documents
import Reports
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Settles a saved prediction by a measurement.
struct SettlementSession {
  let prediction: SavedPrediction
  /// Whether to accept runs that differ in more than the code.
  let isForced: Bool

  /// - Parameter paths: a run of two states, or the runs before and after.
  /// - Throws: what `StoredRuns` throws, and `ExitCode` after reporting a failed build.
  func settled(byRuns paths: [String]) throws -> Settlement {
    let comparison =
      try paths.count == 1
      ? StoredRuns.comparison(inRun: paths[0])
      : StoredRuns(base: paths[0], head: paths[1]).comparison(isForced: isForced || prediction.changesMachine)
    return try settlement(comparison, runs: paths)
  }

  /// Builds the two states of a command.
  /// - Throws: `Refusal`, what the command throws, and `ExitCode` after reporting a failed build.
  func settled(by command: CompareCommand) async throws -> Settlement {
    guard !prediction.changesMachine else { throw Refusal.machine(prediction) }
    guard let base = command.base else { preconditionFailure("it names a base") }
    let outcome = try await command.measured(since: base)
    Terminal.note("run: \(outcome.run)")
    return try settlement(outcome.report.comparison, runs: [outcome.run])
  }

  private func settlement(_ comparison: RunComparison, runs: [String]) throws -> Settlement {
    do {
      return try Settlement(of: prediction, comparison, settled: Date.now.formatted(.iso8601), runs: runs)
    } catch .failed(let target, let state) {
      Terminal.note("error: \(Settlement.Refusal.failed(target: target, state: state))")
      throw ExitCode(1)
    }
  }

  enum Refusal: Error, CustomStringConvertible {
    case machine(SavedPrediction)

    var description: String {
      switch self {
      case .machine(let prediction):
        "“\(prediction.name)” changes cores, jobs or when dependents start, which no revision carries out. Settle it with two "
          + "runs of `modgauge bench`: --settle \(prediction.name) BEFORE AFTER."
      }
    }
  }
}

extension RecordedStructures {
  /// A prediction from these recordings, as a document to save.
  func document(
    of forecast: Forecast, named name: String, in loaded: LoadedWorkspace
  ) async throws -> PredictionDocument {
    let circumstances = SavedPrediction.Circumstances(
      made: Date.now.formatted(.iso8601), workspace: await .current(loaded), subject: subject, arguments: arguments,
      cores: cores, machine: .current(compiler: "Swift \(subject.toolchain)"), sources: try sources())
    return try PredictionDocument(SavedPrediction(forecast, named: name, in: circumstances))
  }
}
