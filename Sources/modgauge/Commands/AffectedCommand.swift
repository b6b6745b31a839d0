import ArgumentParser
import ModuleGraph
import Reports
import RunHistory
import Services
import Workspace

struct AffectedCommand: WorkspaceCommand {
  static let configuration = CommandConfiguration(
    commandName: "affected", _superCommandName: Modgauge.name,
    abstract: "Shows which modules, tests and products a change can reach.",
    discussion: """
      The change is what differs between the merge base with the default branch and the working tree, with what is not committed. \
      Files count for the target that owns them; manifests by what SwiftPM evaluates them to, so that a comment touches nothing; \
      Package.resolved pin by pin. A file that nothing owns affects everything, unless `affected: ignore:` in .modgauge.yml \
      names it.

      swift-test, xcodebuild and xctestplan select the affected tests; github-matrix and gitlab divide them into jobs (--parts).

      Exit codes: 0 whatever is affected; with --fail-if-any 1 if anything is; 2 if the workspace cannot be read after the change, and \
      then everything is affected.
      """)

  /// What to explain.
  enum Subject: Hashable, ExpressibleByArgument {
    case all
    case module(String)

    init(argument: String) { self = .module(argument) }
    var defaultValueDescription: String { "all tests" }
  }

  @OptionGroup var change: ChangeOptions

  @Option(
    help: ArgumentHelp(
      "Show this kind only; may be repeated.",
      valueName: AffectedItem.Kind.allCases.map(\.rawValue).joined(separator: "|")))
  var kind: [AffectedItem.Kind] = []

  @Flag(help: "Stop after one step: what the change touches, and what depends on it directly.")
  var direct = false

  @Option(
    defaultAsFlag: Subject.all, parsing: .next,
    help: ArgumentHelp(
      "Show the shortest way from the change to each affected test, or to a module, or what would have to change.",
      valueName: "module"))
  var explain: Subject?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Divide the tests into so many jobs, for github-matrix and gitlab. Default: 1.", valueName: "number"))
  var parts: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Show what would have been selected for so many last commits of the default branch, or of --base.",
      valueName: "number"))
  var replay: Int?

  @Option(
    help: ArgumentHelp(
      "With --parts or --replay: the file of results with the times of tests. Default: the history.", valueName: "file")
  )
  var results: String?

  @Flag(name: [.customShort("0"), .customLong("null")], help: "Separate names and arguments by NUL, for xargs -0.")
  var isSeparatedByNUL = false

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup var finding: FindingOptions
  @OptionGroup var result: ResultOptions<AffectedReport>

  func validate() throws {
    if let parts, !(1...256).contains(parts) { throw ValidationError("--parts must be between 1 and 256.") }
    if let replay, replay < 1 { throw ValidationError("--replay must be 1 or more.") }
  }

  func run() async throws {
    if let count = replay { return try await showReplay(count) }
    let places = try result.destinations(named: "affected")
    let configuration = try workspace.configuration()
    let session = AffectedSession(command: self, configuration: configuration, limit: direct ? 1 : nil)
    let answer = try await session.answer(try await session.change(change))
    if !workspace.quiet { answer.tell(of: configuration) }
    var report = try AffectedReport(answer, kinds: Set(kind), configuration, isQuiet: workspace.quiet)
    report.isSeparatedByNUL = isSeparatedByNUL
    report.partCount = parts ?? 1
    if report.partCount > 1 { report.seconds = try seconds(configuration, in: answer.workspace.rootPath) }
    report.explanation = try explain.map { try $0.module(in: answer.affected.graph) }
    for place in places where place.rendering.name == "xctestplan" { try place.checkTestPlan() }
    try result.deliver(report, to: places)
    if let failure = answer.failure {
      Terminal.note("error: \("\(failure)".visibleLines)")
      throw ExitCode(2)
    }
    try finding.finish(answer.affected.graph, of: workspace, isFound: !report.items.isEmpty)
  }
}

extension AffectedCommand {
  private func showReplay(_ count: Int) async throws {
    let result = try result.options(for: AffectedReplay.self)
    let places = try result.destinations(named: "affected")
    let configuration = try workspace.configuration()
    let session = AffectedSession(command: self, configuration: configuration, limit: direct ? 1 : nil)
    let root = Path.canonical(workspace.packagePath) ?? workspace.packagePath
    let replay = try await ReplaySession(session: session, count: count).replay(
      of: change.base, seconds: try seconds(configuration, in: root))
    try result.deliver(replay, to: places)
  }

  /// How long tests took in `modgauge test`, if there is a history.
  /// - Parameter root: the workspace's folder.
  private func seconds(_ configuration: FoundConfiguration, in root: String) throws -> [ModuleID: Double] {
    let file = try HistoryFile(named: results, configuration: configuration, root: root)
    guard Path.isFile(file.path) else { return [:] }
    do {
      let seconds = try file.open(creates: false).testSeconds()
      return Dictionary(
        seconds.compactMap { name, seconds in ModuleID(name).map { ($0, seconds) } }, uniquingKeysWith: { $1 })
    } catch {
      Terminal.note("warning: tests are divided by their lines, since no times are known: \("\(error)".visibleLines)")
      return [:]
    }
  }
}

extension AffectedItem.Kind: ExpressibleByArgument {}

extension AffectedCommand.Subject {
  /// - Throws: `SelectionError` for a name that no module has, or several have.
  func module(in graph: ModuleGraph) throws -> AffectedReport.Explanation {
    guard case .module(let name) = self else { return .all }
    if let module = graph.module(named: name) { return .module(module.id) }
    let own = graph.modules.filter { !$0.kind.isOutside }
    let same = own.filter { $0.name == name }.map(\.id.description)
    if same.count > 1 { throw SelectionError.ambiguous(word: name, candidates: same) }
    throw SelectionError.unknown(
      word: name, subject: .module, flag: "--explain", nearest: own.map(\.name).nearest(to: name))
  }
}
