import ArgumentParser
import ModuleGraph

struct CyclesCommand: FileGraphCommand {
  static let configuration = CommandConfiguration(
    commandName: "cycles", _superCommandName: Program.name,
    abstract: "Finds modules that depend on one another, and what to cut.",
    discussion: """
      SwiftPM rejects cycles of modules, but not of groups of modules: --collapse package or --collapse layer shows \
      those. Cycles of files within a module are common: --files shows them, and the symbols that hold them \
      together.
      """)

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
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
