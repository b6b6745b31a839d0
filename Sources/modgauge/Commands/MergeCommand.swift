import ArgumentParser
import BuildAnalysis
import Reports
import Services

struct MergeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", _superCommandName: Program.name,
    abstract: "Combines the runs that several machines made of one plan.",
    discussion: """
      Reads the runs of `modgauge bench --plan` or `modgauge compare --plan`, one for each shard, and writes one run \
      with its reports. Ratios are taken within a round, hence on one machine, and pooled with the machine as a \
      stratum; if machines disagree, the report says so. A shard that is missing, incomplete, given twice or from \
      another plan is an error.

      The gate of a plan with --gate is decided here, by the limits in the plan: exit code 1 for a count that grew, \
      a head that does not build, or with --confirms a slowdown in both runs; 3 if it is inconclusive, or if a \
      slowdown has yet to be confirmed by another plan.
      """)

  @Argument(
    help: ArgumentHelp(
      "The runs: folders, their run.json or run.jsonl, or folders of such folders.", valueName: "run"))
  var runs: [String]

  @Flag(help: "Combine the runs although shards are missing or incomplete.")
  var partial = false

  @Option(
    help: ArgumentHelp(
      "With a gate: an earlier merged run of another plan of the same commits, to confirm its slowdowns.",
      valueName: "run"))
  var confirms: String?

  @Option(help: "With a gate: treat an inconclusive result as this instead of exit code 3.")
  var inconclusive: Inconclusive?

  @Flag(help: "Replace the run in the folder of --output.")
  var force = false

  @OptionGroup var result: FolderOptions<RunReport>

  @Flag(name: .shortAndLong, help: "Print no warnings.")
  var quiet = false

  func validate() throws {
    if try result.folder == nil {
      throw ValidationError("--output must name the folder for the combined run and its reports.")
    }
  }

  func run() async throws {
    guard let output = try result.folder else { throw ExitCode(2) }
    let reports = try result.files()
    let service = try MergeService(runs, isPartial: partial, confirming: confirms, into: output, replaces: force)
    let findings = try service.write()
    try Terminal.write(RunReport(findings).printed(as: result.printed, result.style))
    try result.all.deliver(RunReport(findings), to: reports)
    if !quiet { service.tell(of: findings) }
    Terminal.note("reports: \(service.folder.path)")
    guard let decided = try service.decision(on: findings) else { return }
    for line in decided.gateLines { Terminal.note(line) }
    try decided.gate?.outcome.exit(inconclusive: inconclusive)
  }
}
