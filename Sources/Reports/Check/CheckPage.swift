import CPageAssets
import ModuleGraph

/// The list of violations, above the graph with violations in red. Pressing a finding shows it in the graph.
struct CheckPage {
  private let report: CheckReport
  private let graph: GraphPage

  init(_ report: CheckReport, style: PictureStyle) {
    self.report = report
    var style = style
    style.marks = GraphMarks(report.judged)
    let (whole, shown) = (report.judged.check.graph, report.judged.shownGraph)
    graph = GraphPage(whole, shown, metrics: GraphMetrics(shown), style: style)
  }

  func html(laidOutBy engine: LayoutEngine) throws -> String {
    let part = try graph.part(laidOutBy: engine)
    let title = HTML.element("h1", [:], HTML("Architecture rules"))
    return Page(
      title: "Architecture rules", styles: part.styles + [.check_css],
      body: .element("main", [:], .lineEnd, title, .lineEnd, body, part.body) + .lineEnd,
      data: [part.dataID: part.data], scripts: part.scripts + [.check_js]
    ).html
  }

  private var body: HTML {
    let sections = report.sections.map { section($0.rows, $0.title, comment: $0.comment ?? $0.summary) }
    let remarks = report.remarks.map { HTML.element("li", [:], HTML($0)) }
    return HTML.joined([
      HTML.element("p", ["class": report.passes ? "verdict" : "verdict failed"], HTML(report.verdict)), .lineEnd,
      HTML.element("div", ["class": "findings"], sections), .lineEnd,
      remarks.isEmpty ? .empty : HTML.element("ul", ["class": "note"], remarks), .lineEnd,
    ])
  }

  /// Nobody reads more of one rule, and a browser takes long to show them.
  private static let shownRows = 500

  private func section(_ rows: [CheckReport.Row], _ title: String, comment: String?) -> HTML {
    let note = comment.map { HTML.element("p", ["class": "note"], HTML($0)) } ?? .empty
    let list = HTML.element("ul", [:], rows.prefix(Self.shownRows).map(item))
    let rest = rows.count - Self.shownRows
    let more: Phrase = "… and \(Figure.count(rest)) more of this rule, which `modgauge check --format json` lists."
    return HTML.element(
      "section", [:],
      [
        HTML.element("h2", [:], HTML(title)), note, list,
        rest > 0 ? HTML.element("p", ["class": "note"], HTML(more)) : .empty,
      ])
  }

  private func item(_ row: CheckReport.Row) -> HTML {
    let words = HTML(row.message)
    let button = row.violation?.modules.first.map { module in
      HTML.element("button", ["type": "button", "data-module": module.description], words)
    }
    let place = row.place.map { HTML.element("span", [:], HTML($0.description)) } ?? .empty
    let others = ViolationDetail.others(row.others, besides: row.message).map { detail in
      HTML.element("p", ["class": "note"], HTML(detail.description))
    }
    return HTML.element("li", ["data-severity": row.severity.rawValue], [button ?? words, HTML(" "), place] + others)
  }
}
