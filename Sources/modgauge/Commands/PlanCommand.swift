import ArgumentParser
import BuildAnalysis
import Documents
import Reports
import Services

struct PlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", _superCommandName: Program.name,
    abstract: "Writes a plan whose rounds several machines share.",
    discussion: """
      The last arguments are the command to plan, bench or compare, with its own arguments: `modgauge plan -o plan.json \
      compare --base main --head HEAD --rounds 40`. Each machine then runs that command with --plan plan.json, and makes its \
      share of the rounds; `modgauge merge` combines the runs. The plan contains the commits and the seed, so that all \
      machines build the same.
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file for the plan; - is standard output. It precedes the command.", valueName: "path"))
  var output: [String] = []

  @Argument(help: ArgumentHelp("The command to plan: bench or compare.", valueName: "command"))
  var command: PlanDocument.Command

  @Argument(
    parsing: .captureForPassthrough, help: ArgumentHelp("The command's arguments.", valueName: "argument"))
  var words: [String] = []

  func run() async throws {
    let output = try output.single("--output") ?? "-"
    try ResultFiles.check(output)
    let document =
      switch command {
      case .bench:
        try await BenchService(Self.checked(BenchCommand.parse(words), output: \.result.output).request).sharedPlan()
      case .compare where !words.contains(where: { $0.hasPrefix("-") }): throw PlanShare.Unplannable.noRevisions
      case .compare: try await Self.plan(Self.checked(CompareCommand.parse(words), output: \.result.output))
      }
    try ResultFiles.deliver(Array(try document.json().utf8), to: output)
    Terminal.note(
      "\(Figures.counted(document.plan.rounds, "round")) of \(Figures.counted(document.cases.count, "build")); each machine: "
        + "modgauge \(command.rawValue) --plan \(output == "-" ? "FILE" : output) --shard i/n")
  }

  /// An output option after the command would name the folder of a run, which planning does not create.
  private static func checked<Command>(_ command: Command, output: (Command) -> [String]) throws -> Command {
    guard output(command).isEmpty else {
      throw ValidationError("The plan's --output precedes the command: modgauge plan -o FILE compare ….")
    }
    return command
  }

  private static func plan(_ command: CompareCommand) async throws -> PlanDocument {
    guard command.base != nil else { throw PlanShare.Unplannable.noRevisions }
    return try await CompareService(command.request).sharedPlan()
  }
}

extension PlanDocument.Command: ExpressibleByArgument {}
