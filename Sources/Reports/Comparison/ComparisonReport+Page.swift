import BuildAnalysis
import Documents
import ModuleGraph

extension ComparisonReport {
  /// The report as a page: the bars of base and head one below the other, and the graph of what the head builds.
  func html(laidOutBy engine: LayoutEngine) throws -> String {
    let graph = try GraphPage(comparison.head.findings).part(laidOutBy: engine)
    let sides = comparison.isPaired ? [comparison.head] : [comparison.base, comparison.head]
    let charts = sides.flatMap { side in
      RunPage(side.findings).figures(under: comparison.isPaired ? "Builds" : "Builds of \(side.name)")
    }
    let (opening, rest) = (page.prefix { !$0.isHeading }, page.drop { !$0.isHeading })
    let body = HTML.element(
      "main", [],
      [HTML.blocks(Array(opening))] + charts + [HTML.blocks(Array(rest))]
        + [RunPage(comparison.head.findings, graph: graph).graphSection, .lineEnd])
    return Page(
      title: title.text, styles: [PackageResources.report_css, PackageResources.report_chart_css] + graph.styles,
      body: Array(body.markup.utf8), data: [graph.dataID: graph.data], scripts: graph.scripts
    ).html
  }
}

extension Block {
  fileprivate var isHeading: Bool { if case .heading = self { true } else { false } }
}
