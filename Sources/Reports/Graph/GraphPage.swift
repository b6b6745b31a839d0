import Documents
package import ModuleGraph

/// A graph in a page, where a reader moves it, opens its groups, searches it and follows its dependencies.
///
/// What is shown first is the picture that an SVG would show. Where modules are folded into groups, each group has a
/// layout of its own, for which the page makes room when the group is opened.
package struct GraphPage {
  /// The modules that are shown, none of them folded.
  let modules: SelectedGraph
  /// The same, or groups of them.
  let overview: SelectedGraph
  let metrics: GraphMetrics
  let style: PictureStyle
  let roles: Roles?

  /// - Parameters:
  ///   - whole: the graph.
  ///   - selected: what is shown of it.
  ///   - metrics: the figures of modules, not of groups: of all that there are, so that they do not follow from what is
  ///     shown. With costs where the style colours by seconds.
  ///   - roles: absent where nobody asked for them.
  package init(
    _ whole: ModuleGraph, _ selected: SelectedGraph, metrics: GraphMetrics, style: PictureStyle = PictureStyle(),
    roles: Roles? = nil
  ) {
    overview = selected
    modules =
      selected.nodes.allSatisfy { $0.group == nil }
      ? selected
      : SelectedGraph(
        whole, shown: Set(selected.nodes.lazy.flatMap(\.modules).map(\.id)), layers: selected.layers,
        omitted: selected.omitted)
    self.metrics = metrics
    self.style = style
    self.roles = roles
  }

  /// A page of its own.
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
      styles: [PackageResources.graph_css], body: PackageResources.graph_html, dataID: "graph-data",
      data: try JSONCodec.text(content, .inline),
      scripts: [
        PackageResources.graph_model_js, PackageResources.graph_layout_js, PackageResources.graph_view_js,
        PackageResources.graph_camera_js, PackageResources.graph_facts_js, PackageResources.graph_state_js,
        PackageResources.graph_js,
      ])
  }
}
