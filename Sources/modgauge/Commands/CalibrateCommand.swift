import ArgumentParser
import BuildAnalysis
import BuildRunner
import Configuration
import Reports
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", _superCommandName: Modgauge.name,
    abstract: "Measures the smallest difference that this machine can detect.",
    discussion: """
      Builds the same thing under two names, in random order within each round, as bench does; in the second half of the \
      rounds, they swap folders. Reports the rate of false alarms, the effect of the folder, how much \
      builds vary, and the smallest slowdown that a number of rounds detects. The result is stored for this machine and \
      toolchain, and later runs of bench quote it. A failed build sets exit code 1.
      """)

  @Option(
    help: ArgumentHelp(
      "The package whose builds are measured. Default: a small generated package.", valueName: "folder"))
  var packagePath: String?

  @Option(
    help: ArgumentHelp(
      "What is built there, or all for the whole package without tests. Default: what `modgauge roles` finds.",
      valueName: "name"))
  var combined: String?

  @OptionGroup(title: "Build Options") var build: BuildOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("Rounds of each comparison, 6 or more.", valueName: "number"))
  var rounds = 10

  @Option(parsing: .unconditional, help: ArgumentHelp("How many comparisons are made.", valueName: "number"))
  var comparisons = 4

  @Option(
    help: ArgumentHelp(
      "Start no round after this time: 90s, 15m, 1h30m; complete comparisons count.", valueName: "time"))
  var timeBudget: TimeBudget?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Seed of the order within the rounds. Default: a random one.", valueName: "number"))
  var seed: UInt64?

  @Option(parsing: .unconditional, help: ArgumentHelp("Terminate a build that takes longer.", valueName: "seconds"))
  var timeout = 3600

  @Option(help: ArgumentHelp("The toolchain to use, instead of the `swift` in PATH.", valueName: "folder"))
  var toolchain: String?

  @Option(help: ArgumentHelp("Where caches and private copies go.", valueName: "folder"))
  var cacheDir: String = CacheFolder.platformDefault()

  @Flag(name: .shortAndLong, help: "Print no progress.")
  var quiet = false

  @OptionGroup var result: ResultOptions<Calibration>

  func validate() throws {
    guard rounds >= RunFindings.roundsForClaim else {
      throw ValidationError("--rounds must be \(RunFindings.roundsForClaim) or more: fewer can raise no alarm.")
    }
    guard comparisons > 0 else { throw ValidationError("--comparisons must be 1 or more.") }
    guard timeout > 0 else { throw ValidationError("--timeout must be 1 second or more.") }
  }

  func run() async throws {
    let places = try result.destinations(named: "calibration")
    let cache = CacheFolder.own(for: cacheDir)
    let toolchain = try Toolchain(at: toolchain)
    let loaded = try await load(with: toolchain, cache: cache)
    let swiftBuild = build.swiftBuild(swift: toolchain.swift, traits: [])
    let arm = try ArmSelection(
      workspace: loaded, configuration: swiftBuild.configuration, arguments: swiftBuild.statedArguments
    ).combinedArm(named: combined ?? (packagePath == nil ? CalibrationWorkspace.app : nil))
    let subjects = [arm.twins, arm.twinsInSwappedFolders].map { BuildSubject(workspace: loaded, arms: $0) }
    let request = MeasuringPlace.Request(
      loaded, cache: cache, output: cache + "/calibration/output", recorder: ProgramFile.sibling("modgauge-recorder"))
    let run = try await MeasuringPlace.held(for: request.waiting(build.whileBusy)) { place in
      try await measure(subjects, with: swiftBuild, in: place)
    }
    try deliver(try calibration(of: run, loggedIn: cache + "/calibration/output"), to: places)
  }

  /// - Parameter subjects: the arms in their own folders, then in each other's.
  private func measure(
    _ subjects: [BuildSubject], with swiftBuild: SwiftBuild, in place: MeasuringPlace
  ) async throws -> Run {
    var plan = await subjects[0].run(
      Run.Plan(
        arms: subjects[0].arms.map(\.arm.name), warmups: 1, rounds: rounds * comparisons,
        seed: seed ?? .random(in: 0..<1_000_000), configuration: swiftBuild.configuration))
    let method = BuildMethod(
      builder: Builder(swiftBuild, cores: plan.environment.cores), supervisor: place.supervisor, timeoutSeconds: timeout
    )
    if !quiet { Terminal.note("seed \(plan.plan.seed)") }
    for (subject, share) in zip(subjects, [0.5, 1]) where plan.secondsSoFar < timeBudget?.seconds ?? .infinity {
      plan.plan.rounds = Int(Double(rounds * comparisons) * share)
      let part = plan
      let session = CalibrationSession(
        plan: part, budgetSeconds: timeBudget.map { $0.seconds * share }, isQuiet: quiet)
      plan = try await session.run(Benchmark(part, failurePolicy: .stop)) { report in
        try await WorkspaceBuilds(of: [subject], for: part, by: method, in: place.folders, report)
      }
      try await place.folders.clearLeftovers()
      try place.folders.makeAgain()
      if plan.samples.contains(where: { $0.outcome != .ok }) { break }
    }
    plan.plan.rounds = rounds * comparisons
    return plan
  }

  private func load(with toolchain: Toolchain, cache: String) async throws -> LoadedWorkspace {
    let loader = WorkspaceLoader(toolchain: toolchain, cacheFolder: cache, supervisor: ProgramFile.recorder)
    let root = try packagePath ?? CalibrationWorkspace.write(below: cache)
    return try await Interruption.cancelling { try await loader.load(packagePath: root) }
  }

  private func deliver(_ calibration: Calibration, to places: [ResultOptions<Calibration>.Destination]) throws {
    let file = CalibrationFile(for: calibration.environment)
    try file.write(calibration)
    try result.deliver(calibration, to: places)
    Terminal.note("calibration: \(file.path)")
  }

  private func calibration(of run: Run, loggedIn folder: String) throws -> Calibration {
    if let failed = run.samples.first(where: { $0.outcome != .ok }) {
      let log = failed.log.map { "; its output is in `\(folder)/\($0)`" } ?? ""
      Terminal.note("a build failed: \(failed.reason ?? "for no known reason")\(log)")
      throw ExitCode(1)
    }
    let swapped = run.samples.filter { !$0.warmup && $0.session != nil }.map(\.round).min()
    guard let calibration = Calibration(run, rounds: rounds, swappedFrom: swapped, date: Date.now.formatted(.iso8601))
    else {
      throw NothingMeasured()
    }
    return calibration
  }

  private struct NothingMeasured: Error, CustomStringConvertible {
    var description: String {
      "The time budget ended before the first comparison was complete. Increase --time-budget, or reduce --rounds."
    }
  }
}
