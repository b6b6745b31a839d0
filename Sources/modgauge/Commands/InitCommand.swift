import ArgumentParser
import Configuration
import Documents
import ModuleGraph
import Reports
import Services
import Workspace

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", _superCommandName: Program.name,
    abstract: "Writes an initial .modgauge.yml that describes the workspace.",
    discussion: """
      Its layers follow from the roles of modules (`modgauge roles`). Its rules limit the height of the graph to today's, and \
      require that imports and declared dependencies agree. Today's violations go into a baseline beside the file \
      (\(Self.baselineName)), so that `modgauge check` passes until something gets worse.
      """)

  static let baselineName = ".modgauge-baseline.json"

  @Flag(help: "Replace existing files.")
  var force = false

  @OptionGroup(title: "Workspace Options") var workspace: WorkspaceOptions

  private static func baseline(of loaded: LoadedWorkspace, _ settings: WorkspaceConfiguration) throws -> Baseline {
    var ruleSettings = settings.ruleSettings
    ruleSettings.imports = loaded.imports.map { ImportFindings(of: loaded.graph, imports: $0) }
    let check = try RuleCheck(loaded.graph, rules: settings.rules, settings: ruleSettings)
    return JudgedCheck(check, comments: loaded.ignoreComments).baseline
  }

  /// The patterns of a configuration for a file in a folder, which hides that configuration.
  private static func excluded(by found: LoadedConfiguration, below folder: String) -> [Glob] {
    guard let base = found.base, base != folder else { return found.settings.exclude }
    let folders = Path.relative(folder, to: base).split(separator: "/")
    return found.settings.exclude.compactMap { pattern in
      let parts = pattern.description.split(separator: "/")
      if parts.first == "**" { return pattern }
      let isBelow =
        parts.count > folders.count && zip(parts, folders).allSatisfy { Glob(String($0)).matches(String($1)) }
      return isBelow ? Glob(parts.dropFirst(folders.count).joined(separator: "/")) : nil
    }
  }

  /// The existing configuration; if it is invalid and will be replaced, none.
  private var existing: LoadedConfiguration {
    get throws {
      do { return try workspace.request.foundConfiguration() } catch let error as ConfigurationError
        where force && Path.isFile(workspace.packagePath + "/" + WorkspaceConfiguration.fileName)
      {
        Terminal.note("warning: \(error)")
        Terminal.note("The file is replaced, and its settings are not used.")
        return LoadedConfiguration(settings: WorkspaceConfiguration(), base: nil)
      }
    }
  }

  func run() async throws {
    let found = try existing
    let loaded = try await workspace.request.load(found, reads: ConfigurationDraft.reads)
    try workspace.request.finish(loaded.graph)
    let here = Path.canonical(".") ?? "/"
    func place(_ name: String) -> String {
      let path = loaded.rootPath + "/" + name
      return path.hasPrefix(here + "/") ? Path.relative(path, to: here) : path
    }
    let (file, baselineFile) = (place(WorkspaceConfiguration.fileName), place(Self.baselineName))
    for path in [file, baselineFile] where !force && Path.isFile(path) {
      throw ServiceError("`\(path.visible)` already exists; replace it with --force.")
    }
    let draft = ConfigurationDraft(
      loaded.graph, roles: try Roles(loaded.graph), exclude: Self.excluded(by: found, below: loaded.rootPath),
      environment: found.settings.manifestEnvironment)
    let settings = try WorkspaceConfiguration(yaml: Array(draft.text(baseline: nil).utf8), file: file)
    let baseline = try Self.baseline(of: loaded, settings)
    if !baseline.entries.isEmpty { try ResultFiles.write(baseline.json(), to: baselineFile, option: nil) }
    let text = draft.text(baseline: baseline.entries.isEmpty ? nil : Self.baselineName)
    try ResultFiles.write(text, to: file, option: nil)
    guard !workspace.quiet else { return }
    let (layers, rules) = (settings.layers.all.count, settings.rules.count)
    Terminal.note("Wrote \(file.visible): \(Figures.counted(layers, "layer")), \(Figures.counted(rules, "rule")).")
    if !baseline.entries.isEmpty {
      Terminal.note(
        "Wrote \(baselineFile.visible): \(Figures.counted(baseline.entries.count, "existing violation"))."
      )
    }
    let options = workspace.packagePath == "." ? "" : " --package-path \(workspace.packagePath.shellWord)"
    Terminal.note("Next: modgauge check" + options + (workspace.all ? " --all" : ""))
  }
}
