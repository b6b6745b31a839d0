import ArgumentParser
import BuildRunner
import Services

struct TestCommand: WorkspaceCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", _superCommandName: Program.name,
    abstract: "Builds and runs only the tests that a change can reach.",
    discussion: """
      The change is that of `modgauge affected`. Tests are built in a private copy without the other test modules, which is kept, so \
      that the next call builds only what changed. A test module is skipped if it passed before with the same sources, manifests, \
      pins, toolchain, arguments and environment, and never failed with them. Results are stored in the history, or in --results.

      --all runs every test of every package below the folder, whatever changed and passed before.

      The output is that of swift test, and so is the exit code; 2 if the command could not run.
      """)

  @OptionGroup var change: ChangeOptions

  @Flag(help: "Print what would be built and run, and what would be skipped; build and run nothing.")
  var dryRun = false

  @Option(help: ArgumentHelp("The file of results, which CI can keep. Default: the history.", valueName: "file"))
  var results: String?

  @Option(help: ArgumentHelp("Write the results of all packages into one JUnit file.", valueName: "file"))
  var junit: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Passed to swift test unchanged; may be repeated.", valueName: "word"))
  var testArgument: [String] = []

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions

  func validate() throws {
    if change.head != nil { throw ValidationError("Tests are those of the working tree; remove --head.") }
  }

  private var request: TestRequest {
    var request = TestRequest()
    (request.graph, request.change) = (graphRequest, change.request)
    (request.arguments, request.results) = (testArgument, results)
    return request
  }

  func run() async throws {
    if let junit { try ResultFiles.check(junit, option: "--junit") }
    guard let service = try await TestService(request, try workspace.request.foundConfiguration()) else {
      if !workspace.quiet { Terminal.note("No test is affected.") }
      return try write(JUnitResults())
    }
    let plan = try await service.plan()
    if dryRun { return try Terminal.write(plan.textOfDryRun) }
    if !workspace.quiet { Terminal.note(plan.text, terminator: "") }
    let (code, all) = try await service.run(plan)
    try write(all)
    if code != 0 { throw ExitCode(code) }
  }

  private func write(_ results: JUnitResults) throws {
    if let junit { try ResultFiles.deliver(Array(results.text.utf8), to: junit, option: "--junit") }
  }
}
