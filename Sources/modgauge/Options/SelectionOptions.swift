import ArgumentParser
import ModuleGraph

/// The selected part of the graph.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Show this module and what it depends on. May be repeated, as may the other options that take a name or a glob.",
      valueName: "module"), completion: NameCompletion.modules
  )
  var focus: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --focus: how many steps to follow. Default: all.", valueName: "number"))
  var depth: Int?

  @Flag(help: "With --focus: show what depends on it as well.")
  var dependents = false

  @Option(
    help: ArgumentHelp("Show only what depends on this module, directly or not.", valueName: "module"),
    completion: NameCompletion.modules)
  var reaches: [String] = []

  @Option(
    help: ArgumentHelp("Leave these modules out (* and ? are wildcards).", valueName: "glob"),
    completion: NameCompletion.modules)
  var exclude: [String] = []

  @Option(
    help: ArgumentHelp("Show the modules of this package only.", valueName: "package"),
    completion: NameCompletion.packages)
  var package: [String] = []

  @Option(
    help: ArgumentHelp("Show the modules of this layer only; .modgauge.yml names them.", valueName: "layer"),
    completion: NameCompletion.layers)
  var layer: [String] = []

  @Option(
    help: ArgumentHelp(
      "Show as one node: each package, each layer, or the modules of a glob.", valueName: "package|layer|glob")
  )
  var collapse: [String] = []

  @Flag(help: "Show test modules.")
  var includeTests = false

  @Flag(help: "Show products of packages outside the workspace.")
  var includeExternal = false

  @Flag(help: "Show snippets: the modules that SwiftPM makes of the files in a package's folder Snippets.")
  var includeSnippets = false

  func validate() throws {
    if let depth, depth < 0 { throw ValidationError("--depth must be 0 or more.") }
    if focus.isEmpty, depth != nil || dependents {
      throw ValidationError("\(depth != nil ? "--depth" : "--dependents") requires --focus.")
    }
  }

  /// - Parameter subjects: modules that the command is about, which are shown in any case.
  func selection(subjects: [String] = []) -> Selection {
    var selection = Selection()
    selection.focus = focus
    selection.depth = depth
    selection.includesDependents = dependents
    selection.reaches = reaches
    selection.exclude = exclude
    selection.packages = package
    selection.layers = layer
    selection.includesTests = includeTests
    selection.includesExternal = includeExternal
    selection.includesSnippets = includeSnippets
    selection.collapse = collapse
    selection.subjects = subjects
    return selection
  }
}
