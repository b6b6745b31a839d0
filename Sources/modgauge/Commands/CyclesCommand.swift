import ArgumentParser
import ModuleGraph
import Reports

struct CyclesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cycles",
    abstract: "Finds modules that depend on one another, and the fewest dependencies to remove.",
    discussion: """
      SwiftPM refuses cycles among modules, but not among groups of them: --collapse package or --collapse layer shows \
      those.
      """)

  @OptionGroup var options: GraphOptions
  @OptionGroup var finding: FindingOptions
  @OptionGroup var result: ResultOptions<Cycles>

  func run() async throws {
    let places = try result.destinations(named: "cycles")
    let (graph, selected) = try await options.load()
    let cycles = Cycles(selected)
    try result.deliver(cycles, to: places)
    try finding.finish(graph, of: options.workspace, isFound: !cycles.components.isEmpty)
  }
}
