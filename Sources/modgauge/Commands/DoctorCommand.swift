import ArgumentParser
import Reports
import Services
import Workspace

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", _superCommandName: Program.name,
    abstract: "Checks what this machine offers to builds, measurements and pictures, and says what to do.",
    discussion: """
      Toolchain, Graphviz, fonts, git, processors, control groups, memory, disks, clock, sandbox, how busy the machine is, and \
      the folders that modgauge keeps. A warning costs precision, pictures or space; an error means that commands cannot do \
      their work, and sets exit code 1.
      """)

  @Option(help: ArgumentHelp("The workspace whose repository and history are checked.", valueName: "folder"))
  var packagePath = "."

  @Option(
    help: ArgumentHelp(
      "The configuration. Default: the .modgauge.yml in the package's folder or above it.", valueName: "file"))
  var config: String?

  @Option(help: ArgumentHelp("The toolchain to use, instead of the `swift` in PATH.", valueName: "folder"))
  var toolchain: String?

  @Option(help: ArgumentHelp("Where caches and private copies go.", valueName: "folder"))
  var cacheDir: String = CacheFolder.platformDefault()

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long the machine is observed; 0 is not at all.", valueName: "seconds"))
  var seconds = 10

  @Flag(help: "Remove caches first, which are made again when they are needed. Runs and histories are kept.")
  var prune = false

  @Flag(name: .shortAndLong, help: "Print no progress.")
  var quiet = false

  @OptionGroup var result: ResultOptions<Diagnosis>

  func validate() throws {
    guard (0...3600).contains(seconds) else { throw ValidationError("--seconds must be from 0 to 3600.") }
  }

  func run() async throws {
    let places = try result.destinations(named: "diagnosis")
    let cache = CacheFolder.own(for: cacheDir)
    if prune { try await CachePruning(cache: cache).run(isQuiet: quiet) }
    let examination = Examination(
      packagePath: packagePath, config: config, toolchain: toolchain, cache: cache, seconds: seconds)
    if !quiet, seconds > 0 { Terminal.live?.show { "observing the machine for \(Figures.counted(seconds, "second"))" } }
    defer { Terminal.live?.hide() }
    let diagnosis = Diagnosis(checks: try await Interruption.cancelling { try await examination.checks() })
    Terminal.live?.hide()
    try result.deliver(diagnosis, to: places)
    if diagnosis.hasErrors { throw ExitCode(1) }
  }
}
