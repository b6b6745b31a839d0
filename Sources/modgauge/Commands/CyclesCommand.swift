import ArgumentParser
import ModuleGraph
import Reports

struct CyclesCommand: ModuleGraphCommand {
  static let configuration = CommandConfiguration(
    commandName: "cycles",
    abstract: "Finds modules that depend on one another, and the fewest dependencies to remove.",
    discussion: """
      SwiftPM refuses cycles among modules, but not among groups of them: --collapse package or --collapse layer shows \
      those.
      """)

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup(title: "Manifest Options") var manifests: ManifestOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Selection Options") var selection: SelectionOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup var finding: FindingOptions
  @OptionGroup var result: ResultOptions<Cycles>

  func run() async throws {
    let places = try result.destinations(named: "cycles")
    let (graph, selected) = try await loadGraph()
    let cycles = Cycles(selected)
    try result.deliver(cycles, to: places)
    try finding.finish(graph, of: workspace, isFound: !cycles.components.isEmpty)
  }
}
