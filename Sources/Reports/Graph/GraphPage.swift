import CPageAssets
import Documents
package import ModuleGraph

/// A page with a graph in which a reader can pan and zoom, open groups, search, and follow dependencies.
///
/// It first shows the same picture as the SVG. If modules are folded into groups, each group has its own layout, for
/// which the page makes room when the group is opened.
package struct GraphPage {
  /// The selected modules, none of them folded.
  let modules: SelectedGraph
  /// The same modules, or groups of them.
  let overview: SelectedGraph
  let metrics: GraphMetrics
  let style: PictureStyle
  let roles: [ModuleRole]

  /// - Parameters:
  ///   - metrics: the figures of single modules in the whole graph, so that they do not depend on the selection; with
  ///     costs if the style colours by seconds.
  ///   - roles: empty without roles.
  package init(
    _ whole: ModuleGraph, _ selected: SelectedGraph, metrics: GraphMetrics, style: PictureStyle = PictureStyle(),
    roles: [ModuleRole] = []
  ) {
    overview = selected
    modules =
      selected.nodes.allSatisfy { $0.group == nil }
      ? selected
      : SelectedGraph(
        whole, shown: Set(selected.nodes.lazy.flatMap(\.modules).map(\.id)), layers: selected.layers,
        omitted: selected.omitted, named: selected.named)
    self.metrics = metrics
    self.style = style
    self.roles = roles
  }

  /// - Throws: what the engine throws.
  package func html(laidOutBy engine: LayoutEngine) throws -> String {
    let content = try GraphPageContent(self, engine)
    let part = try Self.part(content)
    let opening = "<main class=\"alone\">\n<h1>\(Markup.escaped(content.title))</h1>\n"
    return Page(
      title: content.title, styles: part.styles, body: Array(opening.utf8) + part.body + Array("</main>\n".utf8),
      data: [part.dataID: part.data], scripts: part.scripts
    ).html
  }

  /// The graph as a part of another page, without a heading.
  /// - Throws: what the engine throws.
  func part(laidOutBy engine: LayoutEngine) throws -> PagePart { try Self.part(GraphPageContent(self, engine)) }

  private static func part(_ content: GraphPageContent) throws -> PagePart {
    PagePart(
      styles: [
        PageAsset.graph_colors_css.content, PageAsset.graph_drawing_css.content, PageAsset.graph_controls_css.content,
      ],
      body: PageAsset.graph_html.content, dataID: "graph-data",
      data: try JSONCodec.text(content, .inline),
      scripts: [
        PageAsset.graph_model_js.content, PageAsset.graph_layout_js.content, PageAsset.graph_light_js.content,
        PageAsset.graph_view_js.content, PageAsset.graph_camera_js.content, PageAsset.graph_facts_js.content,
        PageAsset.graph_state_js.content, PageAsset.graph_js.content,
      ])
  }
}
