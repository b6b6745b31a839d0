import Foresight
import Documents
package import ModuleGraph

/// The module graph of a workspace, or a part of it.
package struct GraphReport: Report {
  private let whole: ModuleGraph
  private let selection: Selection
  private let selected: SelectedGraph
  private var style: PictureStyle
  private let roles: [ModuleRole]
  private let files: ModuleFiles?

  /// - Parameters:
  ///   - roles: the roles of the whole graph's modules, which only the page shows.
  ///   - files: the files of a module, if the graph shows them.
  package init(
    _ whole: ModuleGraph, _ selection: Selection, _ selected: SelectedGraph, style: PictureStyle,
    roles: [ModuleRole] = [], files: ModuleFiles? = nil
  ) {
    (self.whole, self.selection, self.selected, self.style) = (whole, selection, selected, style)
    self.style.notes += Self.hostNotes(whole)
    (self.roles, self.files) = (roles, files)
  }

  package static let renderings: [Rendering<Self>] =
    [
      .text { report, style in
        report.files.flatMap { Text.seams($0, style) } ?? Text.tree(report.selected)
      }.forTerminal
    ] + Rendering.pictures { try Mermaid.text($0.selected, style: $0.style) } + [
      .markdown { try Markdown.graph($0.selected, style: $0.style) },
      .html { try $0.page.html(laidOutBy: $1) },
      .json {
        try $0.files.map(JSON.files) ?? $0.selection.part(of: $0.whole, layers: $0.selected.layers).json()
      },
      .yaml { try $0.proposal },
    ]

  package var pictures: PictureChoice? { PictureChoice(selected, style: style) }

  private static func hostNotes(_ graph: ModuleGraph) -> [String] {
    let warnings = graph.packages.compactMap(\.hostWarning)
    guard warnings.count > 2 else { return warnings.map { String($0.dropLast()) } }
    return [
      "\(Figures.count(warnings.count)) manifests depend on the host's system, and here leave out what they declare for "
        + "others"
    ]
  }

  /// The division into the most parts, for `what-if --proposal`.
  private var proposal: String {
    get throws(NoProposal) {
      guard let files, let seams = files.seams else { throw .noSeams }
      guard let division = seams.bestOfMostParts else { throw .noDivision(files.graph.module.name) }
      return Proposal(files.graph.seam(of: division).changes).yaml
    }
  }

  private enum NoProposal: Error, CustomStringConvertible {
    case noSeams
    case noDivision(String)

    var description: String {
      switch self {
      case .noSeams:
        "yaml is a proposal of how to divide a module; choose the module with --files, and the number of parts with --seams."
      case .noDivision(let module): "No cut of \(module) leaves two parts of a tenth of its lines each."
      }
    }
  }

  private var page: GraphPage {
    get throws {
      var all = selection.whole
      all.collapse = []
      return GraphPage(
        whole, selected, metrics: GraphMetrics(try all(whole, layers: selected.layers), costs: style.costs),
        style: style, roles: roles)
    }
  }
}

extension PictureStyle {
  /// Only CPU seconds, which are the only costs in pictures.
  fileprivate var costs: [ModuleID: BuildCost] {
    guard case .values(_, _, let seconds) = coloring else { return [:] }
    return seconds.mapValues { BuildCost(cpuSeconds: $0, wallSeconds: $0) }
  }
}
