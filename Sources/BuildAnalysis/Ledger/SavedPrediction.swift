import ModuleGraph

/// A prediction that was kept before anything was built, with what it follows from.
package struct SavedPrediction: Sendable, Hashable, Codable {
  /// A recorded build that it follows from.
  package struct Source: Sendable, Hashable, Codable {
    /// The trace, as the user named it.
    package let path: String
    /// The SHA-256 of the trace, in hexadecimal digits.
    package let sha256: String

    package init(path: String, sha256: String) { (self.path, self.sha256) = (path, sha256) }
  }

  /// A change as an option of `modgauge what-if`.
  package struct Change: Sendable, Hashable, Codable {
    package let option: String
    package let value: String
  }

  /// The recorded build, or the medians of several.
  package struct Measured: Sendable, Hashable, Codable {
    package let seconds: Double
    package let cpuSeconds: Double
    /// The error of replaying the unchanged build.
    package let replayRelativeError: Double
  }

  package let name: String
  /// When it was made, in UTC: `2026-02-03T04:05:06Z`.
  package let made: String
  /// The commit that git had checked out; `nil` outside git.
  package let revision: String?
  /// Whether the working tree differed from that commit; `nil` outside git.
  package let dirty: Bool?
  /// What was recorded.
  package let subject: RecordedSubject
  /// The arguments of `swift build` in the recorded build, without those for paths and the configuration.
  package let arguments: [String]
  /// The logical processors of the recorded build.
  package let cores: Int
  /// Where the prediction was made.
  package let machine: Run.Machine
  package let sources: [Source]
  /// The name of the proposal; `nil` if it has none.
  package let title: String?
  package let changes: [Change]
  package let measured: Measured
  /// The part of such builds that the intervals are to hold.
  package let level: Double
  /// Wall time of a clean build.
  package let seconds: Forecast.Estimate
  package let cpuSeconds: Forecast.Estimate
  /// What the recorded build compiled.
  package let before: PredictedStructure
  /// What a build of the proposed structure is predicted to compile.
  package let after: PredictedStructure
}

extension SavedPrediction {
  /// The circumstances of a prediction that the forecast does not know.
  package struct Circumstances: Sendable {
    let made: String
    let workspace: Run.Subject
    let subject: RecordedSubject
    let arguments: [String]
    let cores: Int
    let machine: Run.Machine
    let sources: [Source]

    /// - Parameters:
    ///   - made: the time, in UTC.
    ///   - workspace: as it is now.
    ///   - subject: what was recorded, with these arguments of `swift build` and logical processors.
    ///   - machine: this one.
    package init(
      made: String, workspace: Run.Subject, subject: RecordedSubject, arguments: [String], cores: Int,
      machine: Run.Machine, sources: [Source]
    ) {
      (self.made, self.workspace, self.subject) = (made, workspace, subject)
      (self.arguments, self.cores, self.machine, self.sources) = (arguments, cores, machine, sources)
    }
  }

  package init(_ forecast: Forecast, named name: String, in circumstances: Circumstances) {
    self.name = name
    let workspace = circumstances.workspace
    made = circumstances.made
    (revision, dirty) = (workspace.revision, workspace.dirty)
    (subject, arguments, cores) = (circumstances.subject, circumstances.arguments, circumstances.cores)
    (machine, sources) = (circumstances.machine, circumstances.sources)
    title = forecast.proposal.name
    changes = forecast.proposal.changes.map { Change(option: $0.option.kind.rawValue, value: $0.option.value) }
    measured = Measured(
      seconds: forecast.measuredSeconds.kept, cpuSeconds: forecast.measuredCPUSeconds.kept,
      replayRelativeError: forecast.relativeError.kept)
    level = Forecast.level
    (seconds, cpuSeconds) = (forecast.seconds.kept, forecast.cpuSeconds.kept)
    let packages = Set(workspace.graph.packages.map(\.key))
    before = PredictedStructure(forecast.graphBefore, of: packages)
    after = PredictedStructure(forecast.graphAfter, of: packages, cpuSeconds: forecast.cpuSecondsByModule)
  }

  /// The changes as values.
  package var proposal: Proposal {
    Proposal(
      name: title,
      changes.compactMap { change in
        StructureChange.Kind(rawValue: change.option).flatMap { StructureChange($0, change.value) }
      })
  }

  /// Whether a change is of the machine or of how it builds, which no revision carries out.
  package var changesMachine: Bool {
    proposal.changes.contains { [.cores, .jobs, .unblock].contains($0.option.kind) }
  }

  /// Predicted ÷ recorded wall time.
  package var ratio: Double { seconds.value / measured.seconds }
}

extension Double {
  /// Rounded, so that the same digits are read again.
  fileprivate var kept: Double { (self * 1e4).rounded() / 1e4 }
}

extension Forecast.Estimate {
  fileprivate var kept: Self { Self(value: value.kept, low: low.kept, high: high.kept) }
}
