package import BuildAnalysis
import BuildRunner
package import Documents
import Reports
import Workspace

/// A request to measure the smallest difference that this machine can detect.
package struct CalibrateRequest: Hashable, Sendable {
  /// The package whose builds are measured; `nil` for a small generated one.
  package var packagePath: String?
  /// What is built there; `nil` for what the roles of modules say.
  package var combined: String?
  package var build = BuildRequest()
  /// Of each comparison.
  package var rounds = 10
  package var comparisons = 4
  package var budgetSeconds: Double?
  /// Of the order within the rounds; `nil` for a random one.
  package var seed: UInt64?
  /// Of each build.
  package var timeoutSeconds = 3600
  package var toolchain: String?
  /// `nil` for the platform's folder.
  package var cacheFolder: String?
  package var isQuiet = false

  package init() {}
}

/// Carries out a request to measure the smallest difference that this machine can detect.
package struct CalibrateService {
  package let request: CalibrateRequest

  package init(_ request: CalibrateRequest) { self.request = request }

  /// Builds one thing under two names, and stores for this machine what differed.
  /// - Returns: the calibration, and the file that it is stored in.
  /// - Throws: `Reported` after a failed build, `ServiceError`, and what builds throw.
  package func run() async throws -> (calibration: Calibration, file: String) {
    let (loaded, swiftBuild, arm, place) = try await prepared()
    let output = place.output
    let subjects = [arm.twins, arm.twinsInSwappedFolders].map { BuildSubject(workspace: loaded, arms: $0) }
    let run = try await MeasuringEnvironment.held(for: place.waiting(request.build.whileBusy)) { place in
      try await measure(subjects, with: swiftBuild, in: place)
    }
    let calibration = try calibration(of: run, loggedIn: output)
    let file = CalibrationFile(for: calibration.environment)
    try file.write(calibration)
    return (calibration, file.path)
  }

  /// What would be built.
  package func plan() async throws -> PlannedBuilds {
    let (loaded, swiftBuild, arm, place) = try await prepared()
    // Two names, and a warm-up of each before each half.
    let count = 2 * (request.rounds * request.comparisons + 2)
    let most = request.budgetSeconds.map { ", or as many as fit into \(Figures.roughly($0))" } ?? ""
    let names = "\(Figures.counted(request.comparisons, "comparison")) of \(Figures.counted(request.rounds, "round"))"
    return PlannedBuilds(
      builds: [
        "\(Figures.counted(count, "clean build")) of \(arm.arm.nameInSentence) under two names: \(names)\(most)"
      ], place: place.folders.copy,
      expected: await arm.expectedDuration(ofCleanBuilds: count, of: loaded, by: swiftBuild))
  }

  private func prepared() async throws -> (
    loaded: LoadedWorkspace, swiftBuild: SwiftBuild, arm: PlannedArm, place: MeasuringEnvironment.Request
  ) {
    let cache = CacheFolder.own(for: request.cacheFolder ?? CacheFolder.platformDefault())
    let toolchain = try Toolchain(at: request.toolchain)
    let loaded = try await load(with: toolchain, cache: cache)
    let swiftBuild = request.build.swiftBuild(swift: toolchain.swift)
    let arm = try request.build.armSelection(loaded, swiftBuild).combinedArm(
      named: request.combined ?? (request.packagePath == nil ? CalibrationWorkspace.app : nil))
    let place = MeasuringEnvironment.Request(
      loaded, cache: cache, output: cache + "/calibration/output", recorder: ProgramFile.sibling("modgauge-recorder"))
    return (loaded, swiftBuild, arm, place)
  }

  /// - Parameter subjects: the arms in their own folders, then in each other's.
  private func measure(
    _ subjects: [BuildSubject], with swiftBuild: SwiftBuild, in place: MeasuringEnvironment
  ) async throws -> Run {
    let rounds = request.rounds * request.comparisons
    var plan = await subjects[0].run(
      Run.Plan(
        arms: subjects[0].arms.map(\.arm.name), warmups: 1, rounds: rounds, seed: request.seed ?? .randomSeed,
        configuration: swiftBuild.configuration))
    let method = BuildMethod(
      builder: Builder(swiftBuild, cores: plan.environment.cores), supervisor: place.supervisor,
      timeoutSeconds: request.timeoutSeconds)
    if !request.isQuiet { Terminal.note("seed \(plan.plan.seed)") }
    for (subject, share) in zip(subjects, [0.5, 1])
    where plan.secondsSoFar < request.budgetSeconds ?? .infinity {
      plan.plan.rounds = Int(Double(rounds) * share)
      let part = plan
      let session = CalibrationSession(
        plan: part, budgetSeconds: request.budgetSeconds.map { $0 * share }, isQuiet: request.isQuiet)
      plan = try await session.run(Benchmark(part, failurePolicy: .stop)) { report in
        try await WorkspaceBuilds(of: [subject], for: part, by: method, in: place.folders, report)
      }
      try await place.folders.clearLeftovers()
      try place.folders.makeAgain()
      if plan.samples.contains(where: { $0.outcome != .ok }) { break }
    }
    plan.plan.rounds = rounds
    return plan
  }

  private func load(with toolchain: Toolchain, cache: String) async throws -> LoadedWorkspace {
    let loader = WorkspaceLoader(toolchain: toolchain, cacheFolder: cache, supervisor: ProgramFile.recorder)
    let root = try request.packagePath ?? CalibrationWorkspace.write(below: cache)
    return try await Interruption.cancelling { try await loader.load(packagePath: root) }
  }

  private func calibration(of run: Run, loggedIn folder: String) throws -> Calibration {
    if let failed = run.samples.first(where: { $0.outcome != .ok }) {
      let log = failed.log.map { "; its output is in `\(folder)/\($0)`" } ?? ""
      Terminal.note("a build failed: \(failed.reason ?? "for no known reason")\(log)")
      throw Reported(exitCode: 1)
    }
    let swapped = run.samples.filter { !$0.warmup && $0.session != nil }.map(\.round).min()
    guard
      let calibration = Calibration(
        run, rounds: request.rounds, swappedFrom: swapped, date: Moment.now)
    else {
      throw ServiceError(
        "The time budget ended before the first comparison was complete. Increase the budget, or reduce the rounds.")
    }
    return calibration
  }
}
