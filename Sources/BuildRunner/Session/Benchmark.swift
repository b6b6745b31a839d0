package import BuildAnalysis
import ModuleGraph
package import Workspace

/// Builds arms against one another, round by round, and hands out each measurement as it is made.
package struct Benchmark: Sendable {
  private let run: Run
  private let arms: [PlannedArm]
  private let workspace: LoadedWorkspace
  private let swiftBuild: SwiftBuild
  private let supervisor: Supervisor
  private let folders: BenchmarkFolders
  private let timeoutSeconds: Int?
  private let failurePolicy: FailurePolicy
  private let resolved: [String: String]

  /// - Parameters:
  ///   - run: the plan, and the samples of earlier sessions, whose builds are not made again.
  ///   - arms: what the plan's arms build, in the same order.
  ///   - timeoutSeconds: for each build; `nil` for none.
  ///   - resolved: each package's `Package.resolved`, where an earlier session had to make one.
  package init(
    run: Run, arms: [PlannedArm], workspace: LoadedWorkspace, swiftBuild: SwiftBuild, supervisor: Supervisor,
    folders: BenchmarkFolders, timeoutSeconds: Int?, failurePolicy: FailurePolicy = .goOn,
    resolved: [String: String] = [:]
  ) {
    self.run = run
    self.arms = arms
    self.workspace = workspace
    self.swiftBuild = swiftBuild
    self.supervisor = supervisor
    self.folders = folders
    self.timeoutSeconds = timeoutSeconds
    self.failurePolicy = failurePolicy
    self.resolved = resolved
  }

  /// What becomes of the other arms when a build fails.
  package enum FailurePolicy: String, Sendable, CaseIterable {
    case goOn = "continue"
    case stop
  }

  /// What happens, for whoever shows it.
  package enum Event: Sendable {
    case copying(to: String)
    /// A hash of what each file of the copy holds.
    case copied(contents: [String: String])
    /// SwiftPM has settled on versions for a package; the text of its `Package.resolved`.
    case resolved(package: String, text: String)
    /// `remainingSeconds` counts this build and all after it; absent until every arm has been built once.
    case building(arm: String, round: Int, index: Int, count: Int, remainingSeconds: Double?)
    case built(Sample)
    /// The arm's warm-up failed, so that its rounds are not tried.
    case skipping(arm: String)
    /// A build failed, and no other is wanted then.
    case stopping
  }

  /// Copies the workspace and makes every build of the plan: warm-ups first, then the rounds, each in its own order.
  ///
  /// A build that fails is a sample like any other. An arm whose warm-up fails is not built again.
  /// - Parameter report: called in order, from this task. What it throws ends the benchmark.
  /// - Throws: `BenchmarkError` where builds cannot be made at all; `CancellationError`.
  package func run(_ report: (Event) throws -> Void) async throws {
    try report(.copying(to: folders.copy))
    let copy = try await PrivateCopy(of: workspace, at: folders.copy, leavingOut: folders.own)
    try report(.copied(contents: copy.contents))
    try copy.addResolved(resolved)
    let manifests = try CopiedManifests(of: copy)
    try folders.prepare(arms: arms.map(\.arm.name))
    var dependencies = ResolvedDependencies(
      copy: copy, originals: Dictionary(uniqueKeysWithValues: workspace.packages.map { ($0.key, $0.path) }))
    let start = ContinuousClock.now - .seconds(run.secondsSoFar)
    var pace = Pace()
    var broken: Set<String> = []
    let builds = schedule
    for (index, build) in builds.enumerated() {
      guard let planned = arms.first(where: { $0.arm.name == build.arm }) else { continue }
      if broken.contains(build.arm) { continue }
      let coming = builds[index...].filter { !broken.contains($0.arm) }.map(\.arm)
      try report(
        .building(
          arm: build.arm, round: build.round, index: index + 1, count: builds.count,
          remainingSeconds: pace.remaining(for: coming)))
      let scratch = folders.scratch(arm: build.arm)
      if build.isWarmup { try dependencies.provide(scratch, for: planned.package) }
      try manifests.install(planned.target)
      let sample = try await sample(
        build, planned, packagePath: copy.packagePaths[planned.package] ?? copy.path,
        mayResolve: dependencies.mayResolve(planned.package), offset: start.duration(to: .now))
      if sample.outcome == .failed { try folders.checkSpace(log: sample.log) }
      if let seconds = sample.seconds { pace.note(build.arm, seconds: seconds) }
      try report(.built(sample))
      if sample.outcome == .ok, dependencies.mayResolve(planned.package) {
        dependencies.settle(planned.package, in: scratch)
        if let text = copy.resolved(planned.package) { try report(.resolved(package: planned.package, text: text)) }
      }
      if sample.outcome != .ok, failurePolicy == .stop {
        try report(.stopping)
        break
      }
      if build.isWarmup, sample.outcome != .ok {
        broken.insert(build.arm)
        try report(.skipping(arm: build.arm))
      }
    }
    try folders.tidy()
  }

  private struct ScheduledBuild {
    let arm: String
    let round: Int
    let position: Int
    let isWarmup: Bool
  }

  private var schedule: [ScheduledBuild] {
    let rounds = Array(repeating: 0, count: run.plan.warmups) + (0..<run.plan.rounds).map { $0 + 1 }
    let all = rounds.flatMap { round in
      run.plan.order(inRound: round).enumerated().map { position, arm in
        ScheduledBuild(arm: arm, round: round, position: position + 1, isWarmup: round == 0)
      }
    }
    let made = Set(run.samples.filter { !$0.warmup }.map { Made(arm: $0.arm, round: $0.round) })
    let missing = all.filter { !$0.isWarmup && !made.contains(Made(arm: $0.arm, round: $0.round)) }
    let unfinished = Set(missing.map(\.arm))
    return all.filter { $0.isWarmup && unfinished.contains($0.arm) } + missing
  }

  /// A measured build that an earlier session made.
  private struct Made: Hashable {
    let arm: String
    let round: Int
  }

  private func sample(
    _ build: ScheduledBuild, _ planned: PlannedArm, packagePath: String, mayResolve: Bool, offset: Duration
  ) async throws -> Sample {
    let log = folders.log(arm: build.arm, round: build.round)
    let result = try await CleanBuild(
      planned: planned, swiftBuild: swiftBuild, supervisor: supervisor, packagePath: packagePath,
      scratch: folders.scratch(arm: build.arm), modules: workspace.graph.modules, timeoutSeconds: timeoutSeconds,
      mayResolve: mayResolve
    ).run(log: log.path)
    if result.outcome == .ok { try FileTree.remove(log.path) }
    return Sample(
      arm: build.arm, round: build.round, position: build.position, warmup: build.isWarmup,
      session: run.nextSession, offsetSeconds: (offset / .seconds(1)).roundedToMicroseconds,
      seconds: result.seconds.roundedToMicroseconds,
      cpuSeconds: result.cpuSeconds, peakBytes: result.peakBytes, outcome: result.outcome, reason: result.reason,
      compiledModules: result.compiledModules, log: result.outcome == .ok ? nil : log.name)
  }
}

extension Run {
  /// The session that goes on with it; absent for the first.
  fileprivate var nextSession: Int? { samples.isEmpty ? nil : (samples.compactMap(\.session).max() ?? 1) + 1 }

  /// How long its sessions took, up to the last build.
  fileprivate var secondsSoFar: Double { samples.map { $0.offsetSeconds + ($0.seconds ?? 0) }.max() ?? 0 }
}

extension Double {
  /// Finer than any clock that builds are measured with, and short to write.
  fileprivate var roundedToMicroseconds: Double { (self * 1e6).rounded() / 1e6 }
}

/// How long builds take, to say how much time is left.
private struct Pace {
  private var seconds: [String: [Double]] = [:]

  mutating func note(_ arm: String, seconds: Double) {
    self.seconds[arm, default: []].append(seconds)
  }

  /// - Returns: `nil` while one of the arms was never built.
  func remaining(for arms: [String]) -> Double? {
    var total = 0.0
    for (arm, count) in Dictionary(arms.map { ($0, 1.0) }, uniquingKeysWith: +) {
      guard let typical = seconds[arm]?.median else { return nil }
      total += count * typical
    }
    return total
  }
}
