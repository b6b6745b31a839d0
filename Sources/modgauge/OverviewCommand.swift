import ArgumentParser
import Documents
import ModuleGraph
import Reports
import Services
import Workspace

/// What `modgauge` alone shows: a summary of the workspace, or the help where there is none.
struct OverviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: Program.name)

  @OptionGroup var workspace: WorkspaceOptions

  func run() async throws {
    let place = WorkspaceGuess(workspace.packagePath)
    guard case .workspace(let path) = place else { return try showHelp(place) }
    var workspace = workspace
    workspace.namePackagePath(path)
    do {
      try await summarize(workspace, options: path == "." ? "" : " --package-path \(path.shellWord)")
    } catch WorkspaceError.manifestMissing where !self.workspace.isPackagePathStated {
      try showHelp(.nothing(above: nil))
    }
  }

  private func summarize(_ workspace: WorkspaceOptions, options: String) async throws {
    let configuration = try workspace.request.foundConfiguration()
    let settings = configuration.settings
    let loaded = try await workspace.request.load(configuration, toFindApp: settings.roles)
    let overview = Overview(
      GraphMetrics(try Selection()(loaded.graph, layers: settings.layers)), of: loaded.name,
      roles: try? Roles(loaded.graph, settings: settings.roles, unreadProject: loaded.unreadProject),
      rules: configuration.file == nil ? nil : settings.rules.count,
      builds: try FormerBuilds.sentences(of: loaded, configuration), options: options)
    try Terminal.write(overview.text(Terminal.style(isColored: true)))
    try workspace.request.finish(loaded.graph)
  }

  private func showHelp(_ place: WorkspaceGuess) throws {
    let reason =
      switch place {
      case .severalProjects(let names):
        "Several Xcode projects are here; name one: `modgauge --package-path \(names[0].shellWord)`."
      case .nothing(let above?): "This folder has no package; the nearest one above is `\(above.visible)`."
      case .nothing, .workspace: "There is no package and no Xcode project in this folder."
      }
    try Terminal.write("\(HelpPage.text)\n\n\(reason)\n")
  }
}

/// The newest builds that were recorded or measured in a workspace.
enum FormerBuilds {
  /// One line each; empty if there are none. What cannot be read is left out: the command that writes or shows it says why.
  static func sentences(of loaded: LoadedWorkspace, _ configuration: LoadedConfiguration) throws -> [Overview.Build] {
    let runs = FormerRuns(of: loaded.rootPath)
    let recorded = runs.newestRecording.flatMap { folder -> Overview.Build? in
      guard let bytes = try? InputFile.read(folder + "/modules.json"), let document = try? TimelineDocument(json: bytes)
      else {
        return nil
      }
      return Overview.Build(
        name: "newest recorded build", what: "\(Figures.seconds(document.build.seconds)) for \(document.build.target)",
        date: InputFile.lastPart(of: folder),
        command: "modgauge report \(folder.shellWord)")
    }
    let history = try HistoryFile(named: nil, configuration: configuration, root: loaded.rootPath)
    let entry = Path.isFile(history.path) ? try? history.open(creates: false).entries(last: 1).first : nil
    let measured = entry.map { entry in
      Overview.Build(
        name: "newest run", what: "\(Figures.counted(entry.samples, "build")) of \(entry.line.workspace)",
        date: entry.started ?? entry.committed ?? "", command: "modgauge history show \(entry.identity.prefix(12))")
    }
    return [recorded, measured].compactMap(\.self)
  }
}
