import ArgumentParser
import ModuleGraph
import Reports
import Services

/// The style of a graph's picture.
struct PictureOptions: ParsableArguments {
  enum ColorBy: String, CaseIterable, ExpressibleByArgument {
    case kind, layer, lines, dependents, instability, cycles, seconds
  }

  @Option(
    help: ArgumentHelp(
      "Draw boxes around packages or layers, layers in their order. Default: layers if the configuration defines some.",
      valueName: "package|layer|none"))
  var cluster: PictureStyle.Clustering?

  @Option(
    help: ArgumentHelp("What the colors show.", valueName: ColorBy.allCases.map(\.rawValue).joined(separator: "|")))
  var colorBy: ColorBy?

  @Option(
    help: ArgumentHelp(
      "Where seconds come from: the folder or file of a recorded build, or of a run of bench --record. \(WorkspaceOptions.latestHelp)",
      valueName: "run"), completion: NameCompletion.runs)
  var run: String?

  @Option(
    help: ArgumentHelp(
      "Draw all edges, or leave out those that a longer path implies. Default: all in small pictures.",
      valueName: "all|reduced"))
  var edges: PictureStyle.EdgeChoice?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Fold pictures of more than this many modules by layer, package, folder or name; 0 never folds.",
      valueName: "number"))
  var budget = PictureStyle.defaultBudget

  @Option(help: ArgumentHelp("Draw this title below the picture.", valueName: "text"))
  var title: String?

  @Flag(help: "Do not say below the picture what it leaves out.")
  var noCaption = false

  func validate() throws {
    if (colorBy == .seconds) != (run != nil) {
      throw ValidationError(
        "--color-by seconds and --run require each other: the first colors by CPU seconds, the second names the recorded "
          + "build that they are of.")
    }
    if budget != 0, budget < SelectedGraph.fewestGroups {
      throw ValidationError("--budget must be 0, which folds nothing, or at least \(SelectedGraph.fewestGroups).")
    }
  }

  /// - Parameters:
  ///   - layers: the configured layers.
  ///   - workspace: the workspace that the picture shows.
  ///   - graph: the graph to draw, if there is only one.
  /// - Throws: `SelectionError` if layers are requested and none are configured; `ServiceError`.
  func style(layers: Layers, of graph: ModuleGraph? = nil, in workspace: WorkspaceOptions) throws -> PictureStyle {
    if layers.isEmpty, cluster == .layer { throw SelectionError.noLayers(flag: "--cluster layer") }
    if layers.isEmpty, colorBy == .layer { throw SelectionError.noLayers(flag: "--color-by layer") }
    var style = PictureStyle()
    style.clustering = cluster
    style.coloring =
      switch colorBy {
      case .kind: .kind
      case .layer: .layer
      case .lines: .lines
      case .dependents: .dependents
      case .instability: .instability
      case .cycles: .cycles
      case .seconds: try run.map { try RecordedCosts.read(workspace.recording(named: $0), for: graph).coloring }
      case nil: nil
      }
    style.edges = edges
    (style.title, style.workspaceName, style.hasNotes) = (title, workspace.name, !noCaption)
    style.budget = budget == 0 ? nil : budget
    return style
  }
}

extension PictureStyle.Clustering: ExpressibleByArgument {}
extension PictureStyle.EdgeChoice: ExpressibleByArgument {}
