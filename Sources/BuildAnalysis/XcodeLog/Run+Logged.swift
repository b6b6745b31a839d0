package import BuildTrace
import ModuleGraph

extension Run {
  /// A build that was read from a log, as a run with one build.
  /// - Parameters:
  ///   - started: when the build began, in UTC.
  ///   - identifier: the log's own, so that a log is in a history once.
  package init(logged trace: BuildTrace, of recording: Recording, started: String?, identifier: String) {
    let timeline = recording.timeline(of: trace)
    let subject = recording.subject
    let scenario: Scenario =
      switch trace.loggedKind {
      case .clean?, nil: .clean
      case .incremental?: .changed
      case .null?: .null
      }
    let hasFailed = timeline.gaps.contains { $0 != .unknownDependencies }
    let isWhole = timeline.hasCPUTimes && !hasFailed
    let sample = Sample(
      arm: subject.target, scenario: scenario, round: 1, position: 1, offsetSeconds: 0, seconds: timeline.span.seconds,
      cpuSeconds: timeline.cpuMicroseconds?.fromMicroseconds, peakBytes: trace.supervised?.peakBytes,
      outcome: hasFailed ? .failed : .ok, reason: hasFailed ? timeline.gaps.first?.sentence : nil,
      modules: isWhole ? timeline.moduleSamples : nil, cpuShares: isWhole ? timeline.cpuShares : nil,
      linkSeconds: hasFailed ? nil : timeline.linkSeconds, schedule: timeline.schedule)
    self.init(
      started: started,
      environment: Machine(cores: 0, os: "macOS", compiler: Self.compiler(subject.toolchain)),
      workspace: Subject(name: subject.workspace, graph: recording.graph),
      plan: Plan(
        arms: [subject.target], scenarios: [scenario], warmups: 0, rounds: 1, seed: identifier.stableHash,
        configuration: subject.configuration),
      arms: [
        Arm(
          name: subject.target, role: .combined, targets: [subject.target],
          modules: recording.graph.modules.map(\.id).sorted(), builder: "xcode")
      ],
      samples: [sample])
  }

  /// The SDK that tells Xcode's version: builds of the same project may name more of them, or fewer.
  private static func compiler(_ sdks: String) -> String {
    let names = sdks.split(separator: ", ")
    let main = names.first { !$0.hasPrefix("MacOSX") } ?? names.first
    return main.map { "Xcode, SDK \($0.replacing("Simulator", with: "OS"))" } ?? "Xcode"
  }
}
