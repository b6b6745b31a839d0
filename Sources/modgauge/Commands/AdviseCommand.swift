import Advice
import ArgumentParser
import ModuleGraph
import Reports
import Services
import Workspace

struct AdviseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise", _superCommandName: Program.name,
    abstract: "Finds what slows builds besides the shape of the graph, and what it costs.",
    discussion: """
      Reads manifests, Package.resolved, checkouts, Xcode projects, .xcconfig files, files of CI services and sources: nothing \
      is built. Each finding has its place, its reason, what to do, and the chain of constraints that leads to it. What is not \
      certain is not reported; what needs checkouts that are not here is listed as not decided.

      With --run, each finding has its seconds in a recorded build, and the gain that a replay predicts where what it \
      concerns would not be built at all. With --prove, findings that a change of manifests carries out are measured. What is below \
      the resolution is listed as within noise. `advise:` in .modgauge.yml switches kinds off.
      """)

  @Option(
    help: ArgumentHelp(
      "A recorded build: a folder of `modgauge record`, also of one of Xcode's logs, or of `modgauge bench --record`. \(WorkspaceOptions.latestHelp)",
      valueName: "run"))
  var run: String?

  @Flag(
    help: """
      Carry findings out in private copies, where a change of manifests suffices, and compare builds as `modgauge compare` does.
      """)
  var prove = false

  @Flag(
    help: """
      Also build the package once, in a private copy, and list the expressions and functions whose type checking takes longest.
      """)
  var expressions = false

  @OptionGroup var planned: DryRunOptions

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var finding: FindingOptions
  @OptionGroup var result: ResultOptions<AdviceReport>

  func validate() throws { try planned.check(requires: prove || expressions ? nil : "--prove or --expressions") }

  func run() async throws {
    let places = try result.destinations(named: "advice")
    let configuration = try workspace.request.foundConfiguration()
    let loaded = try await workspace.request.load(configuration, reads: .imports)
    let checkouts = loaded.checkouts
    let whole = checkouts.isEmpty ? loaded : try await workspace.request.load(configuration, besides: checkouts)
    let off = configuration.settings.adviceOff
    let facts = loaded.adviceFacts(with: whole, openedAs: workspace.packagePath)
    let advice = facts.advice(off: Set(off.map(\.id)))
    if planned.dryRun { return try await showPlan(advice.findings, loaded, configuration) }
    let prices = try run.map { try AdvicePrices(at: workspace.recording(named: $0), of: loaded) }
    let slowCode = expressions ? try await SlowCodeSession(workspace: workspace.request).slowCode(of: loaded) : nil
    var rows = advice.findings.placed(in: whole, prices)
    if prove {
      let session = AdviceProofSession(workspace: workspace.request, configuration: configuration)
      for index in rows.indices {
        guard let proof = try await session.proof(of: rows[index].finding, in: loaded) else { continue }
        if rows[index].price == nil { rows[index].price = AdvicePrice(proof: proof) }
        rows[index].price?.proof = proof
      }
    }
    let place = Path.placeInRepository(of: loaded.rootPath)
    let report = AdviceReport(
      rows, of: workspace.name, undecided: advice.undecided, off: off,
      build: prices?.build, slowCode: slowCode, isProven: prove,
      folders: .init(workspace: loaded.rootPath, inRepository: place),
      version: Program.version)
    try result.deliver(report, to: places, isQuiet: workspace.quiet)
    try finding.finish(loaded.graph, of: workspace, isFound: !report.counting.isEmpty)
  }

  private func showPlan(
    _ findings: [AdviceFinding], _ loaded: LoadedWorkspace, _ configuration: LoadedConfiguration
  ) async throws {
    var plans: [String] = []
    if expressions { plans.append(try await SlowCodeSession(workspace: workspace.request).plan(of: loaded).text) }
    if prove {
      let session = AdviceProofSession(workspace: workspace.request, configuration: configuration)
      for finding in findings {
        if let plan = try await session.plan(of: finding, in: loaded) { plans.append(plan) }
      }
    }
    try Terminal.write(
      plans.isEmpty
        ? "nothing would be built: no finding is carried out by a change of manifests\n" : plans.joined(separator: "\n")
    )
  }
}

extension [AdviceFinding] {
  /// The findings with their lines and prices.
  fileprivate func placed(in workspace: LoadedWorkspace, _ prices: AdvicePrices?) -> [AdviceReport.Row] {
    let places = flatMap { [$0.place] + $0.chain.compactMap(\.place) }
    let modules = workspace.declarations(
      of: Set(places.compactMap { if case .module(let id) = $0 { id } else { nil } }))
    let requirements = workspace.declarations(
      of: Set(places.compactMap { if case .requirement(let found) = $0 { found } else { nil } }))
    /// Xcode's targets, and requirements of projects, have no line.
    func file(of key: String) -> Dependency.Location {
      let package = workspace.graph.packages.first { $0.key == key }
      let name = package?.toolsVersion == nil ? "project.pbxproj" : "Package.swift"
      return Dependency.Location(file: Path.normalized("\(package?.path ?? ".")/\(name)"), line: 1)
    }
    func location(_ place: AdviceFinding.Location) -> Dependency.Location {
      switch place {
      case .file(let location): location
      case .module(let id): modules[id] ?? file(of: id.package)
      case .requirement(let requirement): requirements[requirement] ?? file(of: requirement.package)
      }
    }
    return map { ($0, location($0.place), $0.chain.map { $0.place.map(location) }, prices?.price(of: $0)) }
  }
}
