import ArgumentParser
import Configuration
import ModuleGraph
import Reports
import Services
import Synthesis
import Workspace

/// Adds what a template describes to a workspace.
struct ScaffoldSession {
  let workspace: WorkspaceOptions
  let configuration: FoundConfiguration
  private let loader: WorkspaceLoader
  private let reads: FileReadings

  /// - Throws: `WorkspaceError`.
  init(workspace: WorkspaceOptions, configuration: FoundConfiguration) throws {
    (self.workspace, self.configuration) = (workspace, configuration)
    reads = FileReadings(configuration.settings.rules.map(\.reads))
    loader = try workspace.request.loader(configuration, reads: reads)
  }

  /// - Parameter more: what is read besides what rules need.
  func load(reading more: FileReadings = FileReadings()) async throws -> LoadedWorkspace {
    let loaded = try await workspace.load(configuration, reads: reads.union(more))
    try workspace.finish(loaded.graph)
    return loaded
  }

  /// - Throws: `TemplateError`, `ScaffoldFailure`, `ManifestFixer.Failure`, `WorkspaceError`; `ExitCode`.
  func run(_ template: ScaffoldTemplate, name: String, values: [String: String], isDry: Bool) async throws {
    let loaded = try await load()
    let places = ScaffoldPlaces(loaded, configuration.settings)
    let feature = template.usesProduct ? values["feature"] : nil
    let rendered = try template.rendered(
      for: name, values: values, common: places.commonSuffix,
      facts: ["app": places.app?.name ?? "", "package": loaded.root?.manifest.name ?? ""].merging(
        try places.facts(about: feature)
      ) { $1 })
    let request = try places.request(for: rendered, offering: feature)
    warn(places.warnings(for: rendered) + places.warnings(for: request, layers: rendered.modules.map(\.layer)))
    let plan = try await plan(request, in: loaded)
    if !workspace.quiet, let cost = places.cost(of: rendered) { Terminal.note("note: \(cost)".visible) }
    if isDry { try Terminal.write(plan.preview) } else { try await carryOut(plan, in: loaded) }
    guard !workspace.quiet else { return }
    for command in places.commands(for: request) {
      Terminal.note("Build it alone: \(command)".visible)
    }
    if !isDry, !rendered.message.isEmpty { Terminal.note(rendered.message, terminator: "") }
  }

  func warn(_ warnings: [String]) {
    if !workspace.quiet { warnings.forEach { Terminal.note("warning: \($0)".visibleLines) } }
  }

  private var scaffolder: Scaffolder {
    Scaffolder(
      loader: loader, packagePath: workspace.packagePath, discovery: workspace.request.discovery(configuration),
      stateFolder: RemedyOptions.stateFolder)
  }

  func plan(_ request: ScaffoldRequest, in loaded: LoadedWorkspace) async throws -> ScaffoldPlan {
    try await Interruption.cancelling { try await scaffolder.plan(request, in: loaded) }
  }

  /// Writes everything, or nothing, and lists it.
  func carryOut(_ plan: ScaffoldPlan, in loaded: LoadedWorkspace) async throws {
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

extension ScaffoldTemplate {
  /// Whether it needs a product with the module that its parameter `feature` names.
  fileprivate var usesProduct: Bool {
    files.contains { String(decoding: $0.bytes, as: UTF8.self).contains("{{product}}") }
  }
}

extension ScaffoldPlan {
  /// The files that are new or elsewhere, those that change, and what is left to do.
  fileprivate var list: String {
    (files.map { file in file.moved.map { "moved    \($0) → \(file.shown)" } ?? "new      \(file.shown)" }
      + changed.map { "changed  \($0.shown)" } + byHand.map { "by hand  \($0.words)" })
      .map { $0.visible + "\n" }.joined()
  }

  private var changed: [ChangedFile] { request.sources + manifests }

  /// The same, with the changes.
  var preview: String {
    list
      + changed.map { file in
        "\n"
          + LineDifference(
            before: String(decoding: file.before, as: UTF8.self), after: String(decoding: file.after, as: UTF8.self)
          ).unified(name: file.shown)
      }.joined()
  }
}
