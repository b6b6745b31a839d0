import ArgumentParser
import BuildAnalysis
import Configuration
import Services
import Workspace

struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate", _superCommandName: Program.name,
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

  @OptionGroup var planned: DryRunOptions
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
    var request = CalibrateRequest()
    (request.packagePath, request.combined) = (packagePath, combined)
    request.build = build.request()
    (request.rounds, request.comparisons, request.budgetSeconds) = (rounds, comparisons, timeBudget?.seconds)
    (request.seed, request.timeoutSeconds, request.toolchain) = (seed, timeout, toolchain)
    (request.cacheFolder, request.isQuiet) = (cacheDir, quiet)
    let service = CalibrateService(request)
    if planned.dryRun { return try Terminal.write(await service.plan().text) }
    let (calibration, file) = try await service.run()
    try result.deliver(calibration, to: places)
    Terminal.note("calibration: \(file)")
  }
}
