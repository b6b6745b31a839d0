import ArgumentParser
import BuildAnalysis
import Foresight
import ModuleGraph
import Reports
import Services
import Workspace

struct SuggestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "suggest", _superCommandName: Program.name,
    abstract: "Suggests changes of the structure that make builds shorter.",
    discussion: """
      Tries cuts of dependencies, interface modules, splits and merges on a build that `modgauge record` recorded, as \
      `modgauge what-if` does, and lists those that are predicted to save time, alone and together. Nothing is built, and no \
      gain is measured. Changes whose gain is below the resolution of the prediction are not suggested.

      Which dependencies to cut so that a change recompiles less is told without a recorded build, too, by lines.
      """)

  @Argument(
    help: ArgumentHelp(
      "A recorded build of the workspace as it is: a folder of `modgauge record`, or a trace. Default: the newest one.",
      valueName: "recording"))
  var recording: String?

  @Option(help: "Which builds to shorten: clean builds, or the incremental builds after commits.")
  var goal = Suggestions.Goal.clean

  @Option(
    name: .customLong("max"), help: ArgumentHelp("The maximum number of single changes to show.", valueName: "number"))
  var most = 10

  @OptionGroup(title: "Period Options") var period: PeriodOptions
  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var result: ResultOptions<SuggestAnswer>

  @Flag(help: "Use a recorded build even if it is of another revision.")
  var force = false

  func validate() throws {
    if most < 1 { throw ValidationError("--max must be 1 or more.") }
  }

  func run() async throws {
    let places = try result.destinations(named: "suggestions")
    let configuration = try workspace.request.foundConfiguration()
    let loaded = try await workspace.request.load(configuration, reads: .imports)
    let runs = FormerRuns(of: loaded.rootPath)
    let commits = try await commits(of: loaded)
    let cuts = try CutRanking(
      Selection()(loaded.graph), commits: commits.map { Set($0.files.keys) })
    if recording == nil, runs.newestRecording == nil {
      let report = CutReport(cuts, of: loaded.name)
      try result.deliver(.unrecorded(report), to: places, isQuiet: workspace.quiet)
    } else {
      let recorded = try RecordedStructures(
        at: recording.map { [$0] } ?? [], of: loaded, runs: runs, isForced: force)
      var facts = loaded.refactoringFacts
      let (seams, index) = try await DivisionSession(workspace: workspace.request).seams(of: loaded)
      facts.seams = seams
      if goal == .changes { facts.commits = commits }
      let found = recorded.structures[0].suggestions(for: goal, facts: facts, most: most)
      let report = SuggestionReport(
        found, of: recorded.subject, cautions: recorded.cautions, index: index, cuts: cuts)
      try result.deliver(.recorded(report), to: places, isQuiet: workspace.quiet)
    }
    try workspace.request.finish(loaded.graph)
  }

  /// The changes of the period's commits; empty without a history, unless a period was requested.
  private func commits(of loaded: LoadedWorkspace) async throws -> [CommitChange] {
    do {
      let churn = try await period.churn(of: loaded)
      if case .shallow(let clone) = churn.history.ending, !workspace.quiet {
        Terminal.note("note: this clone is shallow; `git -C \(clone) fetch --unshallow` gets earlier commits")
      }
      let changes = churn.commitChanges
      if changes.isEmpty, !workspace.quiet {
        Terminal.note("note: no commit of the period changed a module; modules are weighted by their lines")
      }
      return changes
    } catch let error as RevisionError where period.since == nil && period.maxCommits == nil {
      if !workspace.quiet { Terminal.note("note: modules are weighted by their lines: \("\(error)".visibleLines)") }
      return []
    }
  }
}

extension Suggestions.Goal: ExpressibleByArgument {}

extension LoadedWorkspace {
  fileprivate var refactoringFacts: RefactoringFacts {
    let unused = imports.map { ImportFindings(of: graph, imports: $0).unused.flatMap(\.dependencies) } ?? []
    return RefactoringFacts(unused: Set(unused), editable: RefactoringFacts.editable(in: graph))
  }
}
