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
    let hasFailed = timeline.gaps.contains { !$0.hidesDependencies }
    let isWhole = timeline.hasCPUTimes && !hasFailed
    var build = BuildMeasurement(
      seconds: timeline.span.seconds, cpuSeconds: timeline.cpuMicroseconds?.fromMicroseconds,
      peakBytes: trace.supervised?.peakBytes, outcome: hasFailed ? .failed : .ok,
      reason: hasFailed ? timeline.gaps.first?.sentence : nil)
    if isWhole { (build.modules, build.cpuShares) = (timeline.moduleSamples, timeline.cpuShares) }
    (build.linkSeconds, build.schedule) = (hasFailed ? nil : timeline.linkSeconds, timeline.schedule)
    let sample = Sample(
      arm: subject.target, scenario: scenario, round: 1, position: 1, offsetSeconds: 0, build: build)
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

  /// Several builds that were read from logs, as one run: a round for each build of the same scheme and kind.
  /// - Parameter builds: in the order of time, each with one sample; at least one.
  package init?(logged builds: [Run]) {
    guard let last = builds.last else { return nil }
    self = last
    var counts: [Case: Int] = [:]
    (arms, samples) = ([], [])
    for build in builds {
      arms += build.arms.filter { arm in !arms.contains { $0.name == arm.name } }
      for var sample in build.samples {
        counts[sample.case, default: 0] += 1
        sample.round = counts[sample.case] ?? 1
        samples.append(sample)
      }
    }
    plan.arms = arms.map(\.name)
    plan.scenarios = Scenario.logged.filter { scenario in counts.keys.contains { $0.scenario == scenario } }
    plan.rounds = counts.values.max() ?? 1
  }

  /// The SDK that tells Xcode's version: builds of the same project may name more of them, or fewer.
  private static func compiler(_ sdks: String) -> String {
    let names = sdks.split(separator: ", ")
    let main = names.first { !$0.hasPrefix("MacOSX") } ?? names.first
    return main.map { "Xcode, SDK \($0.replacing("Simulator", with: "OS"))" } ?? "Xcode"
  }
}

extension Scenario {
  /// Those that builds have which were read from logs.
  fileprivate static let logged: [Scenario] = [.clean, .changed, .null]
}
