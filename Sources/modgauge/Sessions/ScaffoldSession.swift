import ArgumentParser
import Configuration
import ModuleGraph
import Reports
import Synthesis
import Workspace

/// Adds what a template describes to a workspace.
struct ScaffoldSession {
  private let workspace: WorkspaceOptions
  private let configuration: FoundConfiguration
  private let loader: WorkspaceLoader
  private let reads: FileReadings

  /// - Throws: `WorkspaceError`.
  init(workspace: WorkspaceOptions, configuration: FoundConfiguration) throws {
    (self.workspace, self.configuration) = (workspace, configuration)
    reads = FileReadings(configuration.settings.rules.map(\.reads))
    loader = try workspace.loader(configuration, reads: reads)
  }

  /// - Throws: `TemplateError`, `ScaffoldFailure`, `ManifestFixer.Failure`, `WorkspaceError`; `ExitCode`.
  func run(_ template: ScaffoldTemplate, name: String, values: [String: String], isDry: Bool) async throws {
    let loaded = try await workspace.load(configuration, reads: reads)
    try workspace.finish(loaded.graph)
    let places = ScaffoldPlaces(loaded, configuration.settings)
    let rendered = try template.rendered(
      for: name, values: values, common: places.commonSuffix,
      facts: ["app": places.app?.name ?? "", "package": loaded.root?.manifest.name ?? ""])
    let request = try places.request(for: rendered)
    places.warnings(for: rendered).forEach { Terminal.note("warning: \($0)".visibleLines) }
    let scaffolder = Scaffolder(
      loader: loader, packagePath: workspace.packagePath, discovery: workspace.discovery(configuration),
      stateFolder: RemedyOptions.stateFolder)
    let plan = try await Interruption.cancelling { try await scaffolder.plan(request, in: loaded) }
    if isDry { return try Terminal.write(plan.preview) }
    let before = try check(loaded)
    var broken: [Violation] = []
    do {
      _ = try await scaffolder.carryOut(plan, in: loaded) { after in
        broken = try check(after).violations(missingIn: before)
        let words = broken.filter { $0.severity == .error }.map { "  \($0.rule): \($0.message)" }
        return words.isEmpty
          ? nil : "Everything was put back, since rules would be violated:\n\(words.joined(separator: "\n"))"
      }
    } catch let failure as ScaffoldFailure where broken.contains(where: { $0.severity == .error }) {
      Terminal.note("error: \(failure)".visibleLines)
      throw ExitCode(1)
    }
    for violation in broken { Terminal.note("warning: \(violation.rule): \(violation.message)".visibleLines) }
    try Terminal.write(plan.list)
    if !workspace.quiet, !rendered.message.isEmpty { Terminal.note(rendered.message, terminator: "") }
  }

  /// The rules of the configuration.
  private func check(_ loaded: LoadedWorkspace) throws -> RuleCheck {
    var settings = configuration.settings.ruleSettings
    settings.uses = loaded.imports
    settings.imports = loaded.imports.map { ImportFindings(of: loaded.graph, imports: $0) }
    settings.take(loaded)
    return try RuleCheck(loaded.graph, rules: configuration.settings.rules, settings: settings, isCurrent: false)
  }
}

extension ScaffoldPlan {
  /// The files that are new, and those that change.
  fileprivate var list: String {
    (files.map { "new      \($0.shown)" } + manifests.map { "changed  \($0.shown)" })
      .map { $0.visible + "\n" }.joined()
  }

  /// The same, with the changes of manifests.
  fileprivate var preview: String {
    list
      + manifests.map { manifest in
        "\n"
          + LineDifference(
            before: String(decoding: manifest.before, as: UTF8.self),
            after: String(decoding: manifest.after, as: UTF8.self)
          ).unified(name: manifest.shown)
      }.joined()
  }
}
