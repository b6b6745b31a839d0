import Configuration
package import Documents
import ModuleGraph
import Synthesis
import Workspace

/// A request to add what a template describes to a workspace.
package struct TemplateRequest: Hashable, Sendable {
  package var workspace = WorkspaceRequest()
  package var template = ""
  /// The name of what is added, or the module that gets an interface.
  package var name = ""
  /// Of the template's parameters.
  package var values: [String: String] = [:]
  /// Whether nothing is written, and what would be is shown.
  package var isDry = false

  package init() {}
}

/// Adds what a template describes to a workspace.
package struct ScaffoldService {
  /// The template that is no folder of files: it puts an interface in front of a module that is there.
  package static let interfaceTemplate = "interface-for"

  package let request: TemplateRequest
  package let templates: TemplateFolder
  let configuration: LoadedConfiguration

  package init(_ request: TemplateRequest, _ configuration: LoadedConfiguration) {
    (self.request, self.configuration) = (request, configuration)
    let path = request.workspace.path
    let base = configuration.base ?? WorkspaceLocation.folder(of: path) ?? path
    templates = TemplateFolder(path: "\(base)/\(TemplateFolder.place)")
  }

  var workspace: WorkspaceRequest { request.workspace }
  private var rules: [Rule] { configuration.settings.rules }
  private var reads: FileReadings { FileReadings(rules.map(\.reads)) }

  /// Whether a template puts an interface in front of a module. A team's own of that name takes precedence.
  package func isOfInterfaces(_ template: String) -> Bool {
    template == Self.interfaceTemplate && !templates.names.contains(template)
  }

  /// - Parameter more: what is read besides what rules need.
  func load(reading more: FileReadings = FileReadings()) async throws -> LoadedWorkspace {
    let loaded = try await workspace.load(configuration, reads: reads.union(more))
    try workspace.finish(loaded.graph)
    return loaded
  }

  /// - Throws: `TemplateError`, `ScaffoldFailure`, `ManifestFixer.Failure`, `WorkspaceError`; `Reported` if a rule would
  ///   be violated; what ``InterfaceMove`` throws.
  package func run() async throws {
    if isOfInterfaces(request.template) {
      guard request.values.isEmpty else { throw InvalidRequest("\(request.template) has no parameters.") }
      try await addInterface(of: request.name)
    } else {
      try await add(try templates.template(named: request.template))
    }
  }

  private func add(_ template: ScaffoldTemplate) async throws {
    let loaded = try await load()
    let places = ScaffoldLocations(loaded, configuration.settings)
    let feature = template.usesProduct ? request.values["feature"] : nil
    let rendered = try template.rendered(
      for: request.name, values: request.values, common: places.commonSuffix,
      facts: ["app": places.app?.name ?? "", "package": loaded.root?.manifest.name ?? ""].merging(
        try places.facts(about: feature)
      ) { $1 })
    let wanted = try places.request(for: rendered, offering: feature)
    warn(places.warnings(for: wanted, by: rendered))
    let plan = try await plan(wanted, in: loaded)
    if !workspace.isQuiet, let cost = places.cost(of: rendered) { Terminal.note("note: \(cost)".visible) }
    try await show(plan, in: loaded)
    guard !workspace.isQuiet else { return }
    if let command = places.command(for: wanted) { Terminal.note("Build it alone: \(command)".visible) }
    if !request.isDry, !rendered.message.isEmpty { Terminal.note(rendered.message, terminator: "") }
  }

  func warn(_ warnings: [String]) {
    if !workspace.isQuiet { warnings.forEach { Terminal.note("warning: \($0)".visibleLines) } }
  }

  private var scaffolder: Scaffolder {
    get throws {
      Scaffolder(
        loader: try workspace.loader(configuration, reads: reads), packagePath: workspace.path,
        discovery: workspace.discovery(configuration), stateFolder: StateFolder.ofFixes)
    }
  }

  func plan(_ request: ScaffoldRequest, in loaded: LoadedWorkspace) async throws -> ScaffoldPlan {
    let scaffolder = try scaffolder
    return try await Interruption.cancelling { try await scaffolder.plan(request, in: loaded) }
  }

  /// Writes what was planned, or shows what would be written.
  func show(_ plan: ScaffoldPlan, in loaded: LoadedWorkspace) async throws {
    if request.isDry { try Terminal.write(plan.preview) } else { try await carryOut(plan, in: loaded) }
  }

  /// Writes everything, or nothing, and lists it.
  private func carryOut(_ plan: ScaffoldPlan, in loaded: LoadedWorkspace) async throws {
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
      throw Reported(exitCode: 1)
    }
    for violation in broken { Terminal.note("warning: \(violation.rule): \(violation.message)".visibleLines) }
    try Terminal.write(plan.list)
  }

  /// The rules of the configuration.
  private func check(_ loaded: LoadedWorkspace) throws -> RuleCheck {
    try CheckService(CheckRequest(), configuration, rules: rules).check(loaded.graph, reading: loaded, isCurrent: false)
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
      + changed.map { "changed  \($0.shown)" } + byHand.map { "by hand  \($0.description)" })
      .map { $0.visible + "\n" }.joined()
  }

  private var changed: [ChangedFile] { request.sources + manifests }

  /// The same, with the changes.
  fileprivate var preview: String {
    list
      + changed.map { file in
        "\n"
          + LineDifference(
            before: String(decoding: file.before, as: UTF8.self), after: String(decoding: file.after, as: UTF8.self)
          ).unified(name: file.shown)
      }.joined()
  }
}
