import ArgumentParser
import Configuration
import Documents
import ModuleGraph
import Reports
import Workspace

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Writes a first .modgauge.yml from what the workspace looks like.",
    discussion: """
      Layers follow from the roles of modules (`modgauge roles`); what breaks the rules today goes into a baseline beside the file \
      (\(Self.baselineName)), so that `modgauge check` passes until something gets worse.
      """)

  static let baselineName = ".modgauge-baseline.json"

  @Flag(help: "Replace files that are there.")
  var force = false

  @OptionGroup var workspace: WorkspaceOptions
  @OptionGroup(title: "Manifest Options") var manifests: ManifestOptions

  /// The file exists already.
  private struct Exists: Error, CustomStringConvertible {
    let path: String

    var description: String { "`\(path.visible)` is there already; replace it with --force." }
  }

  func run() async throws {
    let found = try workspace.configuration()
    let loaded = try await workspace.load(found, reading: manifests)
    try workspace.finish(loaded.graph)
    let here = Path.canonical(".") ?? "/"
    func place(_ name: String) -> String {
      let path = loaded.rootPath + "/" + name
      return path.hasPrefix(here + "/") ? Path.relative(path, to: here) : path
    }
    let (file, baselineFile) = (place(WorkspaceConfiguration.fileName), place(Self.baselineName))
    for path in [file, baselineFile] where !force && Path.isFile(path) { throw Exists(path: path) }
    let draft = ConfigurationDraft(loaded.graph, roles: try Roles(loaded.graph))
    let settings = try WorkspaceConfiguration(yaml: Array(draft.text(baseline: nil).utf8), file: file)
    let check = try RuleCheck(loaded.graph, rules: settings.rules, settings: settings.ruleSettings)
    let baseline = JudgedCheck(check, comments: loaded.ignoreComments).baseline
    if !baseline.entries.isEmpty { try ResultFiles.write(baseline.json(), to: baselineFile) }
    try ResultFiles.write(draft.text(baseline: baseline.entries.isEmpty ? nil : Self.baselineName), to: file)
    guard !workspace.quiet else { return }
    Terminal.note("Wrote \(file.visible): \(settings.layers.all.count) layers, \(settings.rules.count) rules.")
    if !baseline.entries.isEmpty {
      Terminal.note("Wrote \(baselineFile.visible): \(baseline.entries.count) violations that there are today.")
    }
    Terminal.note("Next: modgauge check")
  }
}
