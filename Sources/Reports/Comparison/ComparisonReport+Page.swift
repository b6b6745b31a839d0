import CPageAssets
import BuildAnalysis
import ModuleGraph

extension ComparisonReport {
  /// The report as a page: the bars of base and head one below the other, recorded builds of both on a common axis, and
  /// the graph of the head's modules, with new and slower ones in red.
  func html(laidOutBy engine: LayoutEngine) throws -> String {
    let graph = try GraphPage(comparison.head.findings, marks: marks).part(laidOutBy: engine)
    let sides = comparison.isPaired ? [comparison.head] : [comparison.base, comparison.head]
    let charts = sides.flatMap { side in
      RunPage(side.findings).figures(under: comparison.isPaired ? "Builds" : "Builds of \(side.name)")
    }
    let (opening, rest) = (page.prefix { !$0.isHeading }, page.drop { !$0.isHeading })
    let body = HTML.element(
      "main", [:],
      [HTML.blocks(Array(opening))] + charts
        + shownTimelines.map { $0.section((comparison.base.name, comparison.head.name)) }
        + [HTML.blocks(Array(rest)), RunPage(comparison.head.findings, graph: graph).graphSection, .lineEnd])
    return Page(
      title: title.text, styles: [.report_css, .report_chart_css] + graph.styles, body: body,
      data: [graph.dataID: graph.data], scripts: graph.scripts
    ).html
  }

  /// The timelines of cases that differ; the first one if none does.
  private var shownTimelines: [ComparedTimelines] {
    let different = Set(comparison.cases.filter { $0.telling?.change.isDifferent == true }.map(\.case))
    let filled = timelines.filter { !$0.isEmpty }
    let shown = filled.filter { different.contains($0.build) }
    return shown.isEmpty ? Array(filled.prefix(1)) : shown
  }

  /// Marks modules that are new or became slower in any arm.
  private var marks: GraphMarks {
    let slower = comparison.cases.flatMap { $0.modules?.telling ?? [] }
      .filter { [.slower, .added].contains($0.kind) && !$0.isTool }.compactMap(\.id)
    var marks = GraphMarks(
      dependencies: comparison.arms.flatMap(\.addedDependencies),
      modules: Set(slower + comparison.arms.flatMap(\.added).map(\.id)))
    marks.meanings = ["new", "new or slower"]
    return marks
  }
}

extension Block {
  fileprivate var isHeading: Bool { if case .heading = self { true } else { false } }
}
