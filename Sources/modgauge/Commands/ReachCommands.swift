import ArgumentParser
import ModuleGraph
import Reports

struct DependenciesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dependencies",
    abstract: "Lists what a module depends on, with the manifest's lines.")

  @OptionGroup var question: ReachOptions

  func run() async throws { try await question.answer(.dependencies) }
}

struct DependentsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dependents",
    abstract: "Lists what depends on a module, with the manifests' lines.",
    discussion: "Test modules are listed with --include-tests.")

  @OptionGroup var question: ReachOptions

  func run() async throws { try await question.answer(.dependents) }
}

/// What `dependencies` and `dependents` are told, which is the same.
struct ReachOptions: ParsableArguments {
  @Argument(help: "The module: its name, or package/name.")
  var module: String

  @Flag(help: "List indirect ones as well, with their depth: how many steps away they are.")
  var transitive = false

  @OptionGroup var options: GraphOptions
  @OptionGroup var finding: FindingOptions
  @OptionGroup var result: ResultOptions<Reach>

  func answer(_ direction: Reach.Direction) async throws {
    let places = try result.destinations(named: direction.rawValue)
    let (graph, selected) = try await options.load(subjects: [module])
    let node = try selected.node(named: module, of: graph)
    let reach = Reach(direction, of: node, in: selected, of: graph, isTransitive: transitive)
    try result.deliver(reach, to: places)
    try finding.finish(graph, of: options.workspace, isFound: !reach.rows.isEmpty)
  }
}
