package import BuildAnalysis
import ModuleGraph

/// A prediction that was saved before anything was built, with its inputs.
package struct SavedPrediction: Sendable, Hashable, Codable {
  /// A recorded build on which the prediction is based.
  package struct Source: Sendable, Hashable, Codable {
    /// The path of the trace as the user gave it.
    package let path: String
    /// The SHA-256 of the trace, in hexadecimal digits.
    package let sha256: String

    package init(path: String, sha256: String) { (self.path, self.sha256) = (path, sha256) }
  }

  /// A change, written as an option of `modgauge what-if`.
  package struct Change: Sendable, Hashable, Codable {
    package let option: String
    package let value: String
  }

  /// The recorded build, or the medians of several.
  package struct Measured: Sendable, Hashable, Codable {
    package let seconds: Double
    package let cpuSeconds: Double
    /// The relative error of replaying the unchanged build.
    package let replayRelativeError: Double
  }

  package let name: String
  /// When the prediction was made, in UTC: `2026-02-03T04:05:06Z`.
  package let made: String
  /// The checked-out commit; `nil` outside git.
  package let revision: String?
  /// Whether the working tree differed from that commit; `nil` outside git.
  package let dirty: Bool?
  /// What the recorded build built, and how.
  package let subject: RecordedSubject
  /// The `swift build` arguments of the recorded build, without paths and the configuration.
  package let arguments: [String]
  /// The number of logical processors of the recorded build.
  package let cores: Int
  /// The machine on which the prediction was made.
  package let machine: Run.Machine
  package let sources: [Source]
  /// The name of the proposal; `nil` if it has none.
  package let title: String?
  package let changes: [Change]
  package let measured: Measured
  /// The nominal coverage of the intervals, as a share.
  package let level: Double
  /// The predicted wall time of a clean build.
  package let seconds: Forecast.Estimate
  package let cpuSeconds: Forecast.Estimate
  /// The structure that the recorded build compiled.
  package let before: PredictedStructure
  /// The structure that a build is predicted to compile after the proposed changes.
  package let after: PredictedStructure
}

extension SavedPrediction {
  /// - Parameters:
  ///   - made: the current time, in UTC.
  ///   - workspace: the workspace in its current state.
  ///   - subject: what was recorded, with `arguments` of `swift build` and on `cores` logical processors.
  ///   - machine: the machine on which the prediction is made.
  package init(
    _ forecast: Forecast, named name: String, made: String, workspace: Run.Subject, subject: RecordedSubject,
    arguments: [String], cores: Int, machine: Run.Machine, sources: [Source]
  ) {
    (self.name, self.made) = (name, made)
    (revision, dirty) = (workspace.revision, workspace.dirty)
    (self.subject, self.arguments, self.cores) = (subject, arguments, cores)
    (self.machine, self.sources) = (machine, sources)
    title = forecast.proposal.name
    changes = forecast.proposal.changes.map { Change(option: $0.option.kind.rawValue, value: $0.option.value) }
    measured = Measured(
      seconds: forecast.measuredSeconds.kept, cpuSeconds: forecast.measuredCPUSeconds.kept,
      replayRelativeError: forecast.relativeError.kept)
    level = Forecast.level
    (seconds, cpuSeconds) = (forecast.seconds.kept, forecast.cpuSeconds.kept)
    let packages = Set(workspace.graph.packages.map(\.key))
    before = PredictedStructure(forecast.graphBefore, of: packages)
    after = PredictedStructure(
      forecast.graphAfter, of: packages,
      cpuSeconds: forecast.cpuSecondsByModule.merging(forecast.preparationSecondsByModule, uniquingKeysWith: +))
  }

  /// The changes as values.
  package var proposal: Proposal {
    Proposal(
      name: title,
      changes.compactMap { change in
        StructureChange.Kind(rawValue: change.option).flatMap { StructureChange($0, change.value) }
      })
  }

  /// Whether a change concerns the machine or the build system instead of the code, so that no revision can implement
  /// it.
  package var changesMachine: Bool {
    proposal.changes.contains { [.cores, .jobs, .unblock].contains($0.option.kind) }
  }

  /// Predicted ÷ recorded wall time.
  package var ratio: Double { seconds.value / measured.seconds }
}

extension Double {
  /// Rounded to four decimals, so that it is the same after saving and reading.
  fileprivate var kept: Double { rounded(decimals: 4) }
}

extension Forecast.Estimate {
  fileprivate var kept: Self { Self(value: value.kept, low: low.kept, high: high.kept) }
}
