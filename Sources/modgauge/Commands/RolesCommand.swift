import ArgumentParser
import ModuleGraph
import Reports
import Services
import Workspace

struct RolesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roles", _superCommandName: Program.name,
    abstract: "Shows which modules are the app, its features and sample apps.",
    discussion: """
      The options and .modgauge.yml assign roles (combined, features, sample-apps, and layers named after a role). The \
      rest is inferred from names, folders and the position in the graph, and each module is listed with the reason. If \
      there is no app, the whole package is the combined one, and its library products are the features.

      shared: several features depend on it; part: one feature does, or the app alone; outside: a build of the app does \
      not compile it. Shares are those of the combined app. Nothing is built.
      """)

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions

  @Option(
    help: ArgumentHelp("The combined app, or all for the whole package without tests.", valueName: "name"),
    completion: NameCompletion.modules)
  var combined: String?

  @Option(
    help: ArgumentHelp("A feature: a module, a library product or a glob; may be repeated.", valueName: "name"),
    completion: NameCompletion.modules)
  var feature: [String] = []

  @Option(help: ArgumentHelp("A sample app, or a glob; may be repeated.", valueName: "name"))
  var sampleApp: [String] = []

  @Option(
    help: ArgumentHelp(
      "Estimate seconds from a recorded build: its folder or modules.json, or a run of bench --record. \(WorkspaceOptions.latestHelp)",
      valueName: "run"), completion: NameCompletion.runs)
  var run: String?

  @Option(
    help: ArgumentHelp(
      "Apply the conditions of this platform (ios, linux, …). Default: the host's; all platforms if there are Xcode apps.",
      valueName: "name"))
  var platform: String?

  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup var result: ResultOptions<RolesReport>

  func run() async throws {
    let places = try result.destinations(named: "roles")
    let configuration = try workspace.request.foundConfiguration()
    let settings = configuration.settings.roles.overridden(
      combined: combined, features: feature, sampleApps: sampleApp)
    let loaded = try await workspace.request.load(configuration, toFindApp: settings, reads: .owners)
    let graph = try traits.request.graph(
      of: loaded, platform: platform?.lowercased() ?? loaded.platformOfApps, isBuilt: true)
    if !workspace.quiet { settings.layers.warnIfUnused(in: graph) }
    let report = try RolesReport(
      on: loaded, as: graph, settings: settings,
      estimate: run.map { try RecordedEstimate(at: workspace.recording(named: $0), for: graph) })
    try result.deliver(report, to: places)
    try workspace.request.finish(graph)
  }
}
