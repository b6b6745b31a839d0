import BuildAnalysis
import BuildRunner
package import Documents
package import Foresight
package import Reports
package import Workspace

/// Settles a saved prediction by a measurement.
package struct SettlementSession {
  let prediction: SavedPrediction
  /// Whether to accept runs that differ in more than the code, and revisions without the predicted change.
  let isForced: Bool
  let isQuiet: Bool

  package init(prediction: SavedPrediction, isForced: Bool, isQuiet: Bool) {
    (self.prediction, self.isForced, self.isQuiet) = (prediction, isForced, isQuiet)
  }

  /// - Parameter paths: a run of two states, or the runs before and after.
  /// - Throws: what `StoredRuns` throws, and `Reported` after a failed build.
  package func settled(byRuns paths: [String]) throws -> Settlement {
    let comparison =
      try paths.count == 1
      ? StoredRuns.comparison(inRun: paths[0])
      : StoredRuns(base: paths[0], head: paths[1]).comparison(isForced: isForced || prediction.changesMachine)
    return try settlement(comparison, runs: paths)
  }

  /// Builds the two states of a request in the same way as the recorded build, if the predicted change lies between them.
  /// - Throws: `ServiceError`, what `CompareService` throws, and `Reported` after a failed build.
  package func settled(by request: CompareRequest) async throws -> Settlement {
    let outcome = try await CompareService(settling(request)).run(checking: check)
    Terminal.note("run: \(outcome.run)")
    return try settlement(outcome.report.comparison, runs: [outcome.run])
  }

  /// What ``settled(by:)`` would build; `nil` if nothing would be built.
  package func plan(by request: CompareRequest) async throws -> PlanReport? {
    try await CompareService(settling(request)).plan(checking: check)
  }

  private func settling(_ request: CompareRequest) throws(ServiceError) -> CompareRequest {
    guard !prediction.changesMachine else {
      throw ServiceError(
        "“\(prediction.name)” changes cores, jobs or when dependents start, which no revision carries out. Settle it with two "
          + "runs of `modgauge bench`: --settle \(prediction.name) BEFORE AFTER.")
    }
    var request = request
    request.isOfCombinedOnly = true
    request.arms.combined = prediction.subject.target
    request.scenarios = [Scenario.clean.rawValue]
    request.build.configuration = prediction.subject.configuration
    request.build.arguments = prediction.arguments
    return request
  }

  /// Compares the structure of both states with the prediction, and prints what differs.
  private func check(_ run: Run) throws {
    let name = prediction.name
    guard let change = CarriedOutChange(of: prediction, in: run) else {
      throw ServiceError(
        "“\(name)” cannot be settled without the state before the change. Name a revision that can be loaded as the base."
      )
    }
    guard change.extent == .some || isForced else {
      throw ServiceError(
        "Nothing was built: \(Self.reason(name, change)). Name the revision with the change as the head and the one before it "
          + "as the base, or build these anyway with --force.")
    }
    guard change.headMismatch.isOtherStructure, !isQuiet else { return }
    let words = SettlementReport.words(change.headMismatch)
    Terminal.note(
      "warning: \(change.head) is not what was predicted, so the settlement will not count: \(words)".visible)
  }

  private func settlement(_ comparison: RunComparison, runs: [String]) throws -> Settlement {
    do {
      return try Settlement(of: prediction, comparison, settled: Moment.now, runs: runs)
    } catch .failed(let target, let state) {
      Terminal.note("error: \(Settlement.SettlementError.failed(target: target, state: state))")
      throw Reported(exitCode: 1)
    }
  }

  private static func reason(_ name: String, _ change: CarriedOutChange) -> String {
    guard change.extent == .none else {
      return "what \(change.head) has of the change of “\(name)” is already in \(change.base)"
    }
    let words = SettlementReport.words(change.headMismatch)
    return "\(change.head) has none of the change of “\(name)”" + (words.isEmpty ? "" : " (\(words))")
  }
}

extension RecordedStructures {
  /// A prediction from these recordings, as a document to save.
  package func document(
    of forecast: Forecast, named name: String, in loaded: LoadedWorkspace
  ) async throws -> PredictionDocument {
    try PredictionDocument(
      SavedPrediction(
        forecast, named: name, made: Moment.now, workspace: await .current(loaded), subject: subject,
        arguments: arguments, cores: cores, machine: .current(compiler: "Swift \(subject.toolchain)"),
        sources: try sources()))
  }
}
