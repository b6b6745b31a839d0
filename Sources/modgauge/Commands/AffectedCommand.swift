import ArgumentParser
import ModuleGraph
import Reports
import Services
import Workspace

struct AffectedCommand: WorkspaceCommand {
  static let configuration = CommandConfiguration(
    commandName: "affected", _superCommandName: Program.name,
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

  @OptionGroup var change: ChangeOptions

  @Option(
    help: ArgumentHelp(
      "Show this kind only; may be repeated.",
      valueName: AffectedItem.Kind.allCases.map(\.rawValue).joined(separator: "|")))
  var kind: [AffectedItem.Kind] = []

  @Flag(help: "Stop after one step: what the change touches, and what depends on it directly.")
  var direct = false

  @Option(
    defaultAsFlag: AffectedRequest.Subject.all, parsing: .next,
    help: ArgumentHelp(
      "Show the shortest way from the change to each affected test, or to a module, or what would have to change.",
      valueName: "module"))
  var explain: AffectedRequest.Subject?

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

  private var request: AffectedRequest {
    var request = AffectedRequest()
    (request.graph, request.change, request.kinds) = (graphRequest, change.request, Set(kind))
    (request.limit, request.explained) = (direct ? 1 : nil, explain)
    (request.partCount, request.results) = (parts ?? 1, results)
    return request
  }

  func run() async throws {
    if let count = replay { return try await showReplay(count) }
    let places = try result.destinations(named: "affected")
    let service = AffectedService(request, try workspace.request.foundConfiguration())
    let answer = try await service.answer()
    var report = try service.report(answer)
    report.isSeparatedByNUL = isSeparatedByNUL
    for place in places where place.rendering.name == "xctestplan" { try place.checkTestPlan() }
    try result.deliver(report, to: places)
    if let failure = answer.failure {
      Terminal.note("error: \("\(failure)".visibleLines)")
      throw ExitCode(2)
    }
    try finding.finish(answer.affected.graph, of: workspace, isFound: !report.items.isEmpty)
  }

  private func showReplay(_ count: Int) async throws {
    let result = try result.options(for: AffectedReplay.self)
    let places = try result.destinations(named: "affected")
    try result.deliver(
      try await AffectedService(request, try workspace.request.foundConfiguration()).replay(count), to: places)
  }
}

extension ResultOptions.Destination where Document == AffectedReport {
  /// A test plan that the user made is never replaced.
  /// - Throws: `ValidationError`.
  fileprivate func checkTestPlan() throws {
    guard Path.isFile(path),
      !(String(decoding: try InputFile.read(path), as: UTF8.self).contains(AffectedReport.planName))
    else { return }
    throw ValidationError("“\(path)” is a test plan that modgauge did not write. Name another file.")
  }
}

extension AffectedItem.Kind: ExpressibleByArgument {}

extension AffectedRequest.Subject: ExpressibleByArgument {
  package init(argument: String) { self = .module(argument) }
  package var defaultValueDescription: String { "all tests" }
}
