import ArgumentParser
import ModuleGraph

struct DependenciesCommand: ReachCommand {
  static let configuration = CommandConfiguration(
    commandName: "dependencies", _superCommandName: Program.name,
    abstract: "Lists what a module depends on, with the manifest's lines.")

  @OptionGroup var question: ReachOptions
  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Selection Options") var selection: SelectionOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup var finding: FindingOptions
  @OptionGroup var result: ResultOptions<Reach>

  func run() async throws { try await answer(.dependencies) }
}

struct DependentsCommand: ReachCommand {
  static let configuration = CommandConfiguration(
    commandName: "dependents", _superCommandName: Program.name,
    abstract: "Lists what depends on a module, with the manifests' lines.",
    discussion: "Test modules are listed with --include-tests.")

  @OptionGroup var question: ReachOptions
  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions
  @OptionGroup var seen: PlatformOptions
  @OptionGroup(title: "Selection Options") var selection: SelectionOptions
  @OptionGroup(title: "Trait Options") var traits: TraitOptions
  @OptionGroup var finding: FindingOptions
  @OptionGroup var result: ResultOptions<Reach>

  func run() async throws { try await answer(.dependents) }
}

/// The options of `dependencies` and `dependents`.
struct ReachOptions: ParsableArguments {
  @Argument(help: "The module: its name, or package/name.", completion: NameCompletion.modules)
  var module: String

  @Flag(help: "List indirect ones as well, with their depth: how many steps away they are.")
  var transitive = false
}

protocol ReachCommand: ModuleGraphCommand {
  var question: ReachOptions { get }
  var finding: FindingOptions { get }
  var result: ResultOptions<Reach> { get }
}

extension ReachCommand {
  fileprivate func answer(_ direction: Reach.Direction) async throws {
    let places = try result.destinations(named: direction.rawValue)
    let (graph, selected) = try await loadGraph(subjects: [question.module])
    let node = try selected.node(named: question.module, of: graph)
    let reach = Reach(direction, of: node, in: selected, of: graph, isTransitive: question.transitive)
    try result.deliver(reach, to: places)
    try finding.finish(graph, of: workspace, isFound: !reach.rows.isEmpty)
  }
}
