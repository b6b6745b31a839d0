import ArgumentParser
import ModuleGraph
import Reports

struct CyclesCommand: FileGraphCommand {
  static let configuration = CommandConfiguration(
    commandName: "cycles",
    abstract: "Finds modules that depend on one another, and the fewest dependencies to remove.",
    discussion: """
      SwiftPM refuses cycles among modules, but not among groups of them: --collapse package or --collapse layer shows \
      those. Files of one module may well depend on one another: --files shows which, and the symbols that hold them \
      together.
      """)

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup(title: "Manifest Options") var manifests: ManifestOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Selection Options") var selection: SelectionOptions
  @OptionGroup(title: "File Options") var files: FileOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup var finding: FindingOptions
  @OptionGroup var result: ResultOptions<Cycles>

  func run() async throws {
    let places = try result.destinations(named: "cycles")
    let asked = try await loadAsked()
    let cycles = Cycles(asked.selected)
    try result.deliver(cycles, to: places)
    try finding.finish(asked.modules, of: workspace, isFound: !cycles.components.isEmpty)
  }
}
