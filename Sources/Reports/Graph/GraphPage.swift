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
    (self.metrics, self.style, self.roles) = (metrics, style, roles)
  }

  package func html(laidOutBy engine: LayoutEngine) throws -> String {
    let content = try GraphPageContent(self, engine)
    let part = try Self.part(content)
    let title = HTML.element("h1", [:], HTML(content.title))
    let body = HTML.element("main", ["class": "alone"], .lineEnd, title, .lineEnd, part.body) + .lineEnd
    return Page(
      title: content.title, styles: part.styles, body: body, data: [part.dataID: part.data], scripts: part.scripts
    ).html
  }

  /// The graph as a part of another page, without a heading.
  func part(laidOutBy engine: LayoutEngine) throws -> PagePart { try Self.part(GraphPageContent(self, engine)) }

  private static func part(_ content: GraphPageContent) throws -> PagePart {
    PagePart(
      styles: [.graph_colors_css, .graph_drawing_css, .graph_controls_css], body: HTML(file: .graph_html),
      dataID: "graph-data",
      data: try JSONCodec.text(content, .inline),
      scripts: [
        .graph_model_js, .graph_layout_js, .graph_light_js, .graph_view_js, .graph_camera_js, .graph_facts_js,
        .graph_state_js, .graph_js,
      ])
  }
}
