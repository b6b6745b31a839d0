package import ModuleGraph

/// An initial `.modgauge.yml`: layers and rules that describe the present state of a workspace.
package struct ConfigurationDraft {
  private typealias DraftLayer = (name: String, comment: String, modules: [String])

  /// Empty unless an app has several features.
  private let layers: [DraftLayer]
  private let hasPackages: Bool
  private let height: Int
  private let exclude: [Glob]
  private let environment: [String: String]

  /// What its rules need of files besides the manifests.
  package static let reads = FileReadings.imports

  /// - Parameters:
  ///   - exclude: patterns of folders without which the graph was loaded, relative to the file.
  ///   - environment: variables with which it was loaded.
  package init(_ graph: ModuleGraph, roles: Roles, exclude: [Glob], environment: [String: String]) {
    (self.exclude, self.environment) = (exclude, environment)
    let selected = SelectedGraph(graph)
    let names = DraftNames(selected)
    height = selected.graph.heights.max() ?? 0
    hasPackages = Set(selected.nodes.map { $0.modules[0].package }).count > 1
    let hasFeatures = roles.combined.module != nil && roles.assignments.count { $0.role == .feature } > 1
    layers = hasFeatures ? Self.layers(selected, roles, names) : []
  }

  private static func layers(_ graph: SelectedGraph, _ roles: Roles, _ names: DraftNames) -> [DraftLayer] {
    func modules(_ role: Role) -> [ModuleID] { roles.assignments.filter { $0.role == role }.map(\.module) }
    let up = graph.graph.reversed
    let programs = graph.nodes.indices.filter { node in
      up.successors(of: node).isEmpty && [.executable, .app, .tool].contains(graph.nodes[node].modules[0].kind)
    }.map { graph.nodes[$0].modules[0].id }
    let samples = Set(modules(.sampleApp))
    let top = programs.filter { !samples.contains($0) && !modules(.combined).contains($0) }
    let all: [(String, String, [ModuleID])] = [
      ("app", "the shipped app", modules(.combined)), ("programs", "other executables", top),
      ("sample apps", "each runs one feature", samples.sorted()), ("features", "", modules(.feature)),
      ("interfaces", "what other modules see of a feature", modules(.interface)),
    ]
    return all.filter { !$0.2.isEmpty }.map { ($0.0, $0.1, names.words($0.2)) }
      + [("shared", "everything else", ["*"])]
  }

  /// The contents of the file.
  /// - Parameter baseline: the name of the baseline's file; absent if there are no violations.
  package func text(baseline: String?) -> String {
    [Self.head, loadingLines, layerLines, ruleLines, baselineLines(baseline), Self.ideas].filter { !$0.isEmpty }.joined(
      separator: "\n")
  }

  private static let head = """
    # Written by `modgauge init` from the present state of the workspace. Change it to the intended architecture;
    # `modgauge check` enforces it. `modgauge check --explain TYPE` explains a rule type and its parameters.

    """

  private var loadingLines: String {
    let patterns = exclude.map { YAML.scalar($0.description) }.joined(separator: ", ")
    let variables = environment.sorted { $0.key < $1.key }
      .map { "  \(YAML.scalar($0.key)): \(YAML.scalar($0.value))\n" }
    return (exclude.isEmpty ? "" : "exclude: [\(patterns)]  # folders that are not searched for packages\n")
      + (environment.isEmpty ? "" : "manifest-env:\n" + variables.joined())
  }

  private var layerLines: String {
    guard !layers.isEmpty else {
      return """
        # Layers from top to bottom; the first one that matches a module contains it.
        # layers:
        #   - { name: app, modules: [App] }
        #   - { name: features, modules: ["*Feature"] }
        #   - { name: shared, modules: ["*"] }

        """
    }
    let lines = layers.map { layer in
      "  - name: \(layer.name)" + (layer.comment.isEmpty ? "" : "  # \(layer.comment)") + "\n"
        + "    modules: [\(layer.modules.map(YAML.scalar).joined(separator: ", "))]\n"
    }
    return "# From top to bottom; the first layer that matches a module contains it.\nlayers:\n" + lines.joined()
  }

  private var ruleLines: String {
    let layerRule = """
        - id: layers
          type: layers
          comment: Modules depend downwards only.
          independent: [features]  # features do not depend on each other

      """
    return """
      rules:
      \(layers.isEmpty ? "" : layerRule)  - id: no-cycles
          type: acyclic\(hasPackages ? "\n    of: packages" : "")
        - id: height
          type: max-height
          max: \(height)  # as today: the dependencies in the longest chain of modules
        - id: imports
          type: imports
          comment: Modules declare what they import, and import what they declare.

      """
  }

  private func baselineLines(_ file: String?) -> String {
    guard let file else { return "" }
    return """
      # Violations listed here pass; new ones fail. `modgauge check --prune-baseline` removes those that
      # are fixed.
      baseline: \(file)

      """
  }

  private static let ideas = """
    # More rules that teams use:
    #   - { id: tested, type: has-tests, severity: info }
    #   - { id: shared-stays-small, type: max-lines, modules: [Common], max: 5000 }
    #   - { id: no-ui-below, type: forbidden, from: { layer: shared }, to: "*UI", transitive: true }
    #   - { id: released-only, type: not-linked, modules: { tag: unreleased } }
    #   - { id: one-version, type: no-duplicate-external }

    """
}

/// The words by which a configuration selects modules.
struct DraftNames {
  private let counts: [String: Int]

  init(_ graph: SelectedGraph) {
    let names = graph.nodes.map(\.title)
    counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
  }

  /// The name, or the id if several modules have that name.
  func word(_ module: ModuleID) -> String { counts[module.name] == 1 ? module.name : module.description }

  /// The words that select these modules: a pattern for those whose names end with the same word, so that it includes
  /// new ones. It may match others as well.
  func words(_ modules: [ModuleID]) -> [String] {
    let byEnd = Dictionary(grouping: modules) { $0.name.words.last.map(String.init) ?? $0.name }
    let greatest = byEnd.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }
    guard let greatest, greatest.value.count > 2, 2 * greatest.value.count >= modules.count else {
      return modules.map(word).sorted()
    }
    return ["*\(greatest.key)"] + modules.filter { !greatest.value.contains($0) }.map(word).sorted()
  }
}
