import ArgumentParser
import BuildRunner
import ModuleGraph
import Reports
import RunHistory
import Services
import Workspace

struct TestCommand: WorkspaceCommand {
  static let configuration = CommandConfiguration(
    commandName: "test", _superCommandName: Modgauge.name,
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

  func run() async throws {
    if let junit { try ResultFiles.check(junit, option: "--junit") }
    let configuration = try workspace.configuration()
    let session = AffectedSession(command: self, configuration: configuration)
    let change = try await session.change(change)
    let answer = try await session.answer(change)
    if !workspace.quiet { answer.tell(of: configuration) }
    if let failure = answer.failure { throw failure }
    try workspace.finish(answer.affected.graph)
    let loaded = answer.workspace
    let tests = loaded.graph.modules.filter { module in
      isBuiltHere(module, in: loaded) && (workspace.all || answer.affected.reaches[module.id] != nil)
    }
    guard !tests.isEmpty else {
      if !workspace.quiet { Terminal.note("No test is affected.") }
      if let junit { try ResultFiles.deliver(Array(JUnitResults().text.utf8), to: junit, option: "--junit") }
      return
    }
    let arguments = traits.request.buildArguments + testArgument
    let tested = TestSession(
      workspace: loaded, tests: tests, configuration: configuration, options: workspace, arguments: arguments,
      history: try history(configuration, of: loaded),
      revision: change.base == nil ? nil : try await change.repository?.commit("HEAD"))
    let cache = workspace.cacheDir
    let builds = try await Interruption.cancelling {
      try await TestBuilds(of: loaded, cache: cache) { holder in
        Terminal.note("waiting until other tests of this workspace have finished (\(holder.visible))")
      }
    }
    let plan = try await tested.plan(builds, isWhole: workspace.all)
    if dryRun { return try Terminal.write(plan.text) }
    if !workspace.quiet { Terminal.note(plan.text, terminator: "") }
    let (code, all) = try await tested.run(plan, builds, swift: try Toolchain(at: workspace.toolchain).swift)
    if let junit { try ResultFiles.deliver(Array(all.text.utf8), to: junit, option: "--junit") }
    if code != 0 { throw ExitCode(code) }
  }

  /// SwiftPM ignores test targets in C on Linux, and targets without sources everywhere.
  private func isBuiltHere(_ module: Module, in loaded: LoadedWorkspace) -> Bool {
    module.kind == .test && loaded.package(module.package) != nil && (module.sources ?? 0) > 0
      && (module.languages.contains("swift") || loaded.graph.environment?.os != "linux")
  }

  /// A file that cannot be used proves nothing, so that all tests run.
  private func history(_ configuration: FoundConfiguration, of loaded: LoadedWorkspace) throws -> RunHistory? {
    let file = try HistoryFile(named: results, configuration: configuration, root: loaded.rootPath)
    do { return try file.open(creates: true) } catch {
      Terminal.note("warning: earlier results are unknown, so that all tests run: \("\(error)".visibleLines)")
      return nil
    }
  }
}
