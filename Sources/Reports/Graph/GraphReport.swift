import Documents
package import ModuleGraph

/// The module graph of a workspace, or a part of it.
package struct GraphReport: Report {
  private let whole: ModuleGraph
  private let selection: Selection
  private let selected: SelectedGraph
  private let style: PictureStyle

  /// - Parameters:
  ///   - whole: the graph.
  ///   - selection: what was asked for.
  ///   - selected: what that made of it.
  package init(_ whole: ModuleGraph, _ selection: Selection, _ selected: SelectedGraph, style: PictureStyle) {
    (self.whole, self.selection, self.selected, self.style) = (whole, selection, selected, style)
  }

  package static let renderings: [Rendering<Self>] =
    Rendering.pictures { try Mermaid.text($0.selected, style: $0.style) } + [
      .json { try $0.selection.part(of: $0.whole, layers: $0.selected.layers).json() },
      .text { Text.tree($0.selected) }.forTerminal,
    ]

  package var pictures: PictureChoice? { PictureChoice(selected, style: style) }
}
