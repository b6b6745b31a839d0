import CPageAssets
import BuildAnalysis
import Documents

/// The page of a run. Figures are computed here and written into the markup, so that the page can be read without
/// scripts. The scripts format them for the reader's language, sort tables, select what is shown, and offer downloads.
struct RunPage {
  let findings: RunFindings
  /// The paths of recorded builds' pages relative to this one, by trace.
  let recordedPages: [String: String]
  let timelineCharts: [BuildStrip.Chart]
  /// The graph of the modules that the arms build; `nil` without a layout engine.
  let graph: PagePart?

  init(_ findings: RunFindings, recordedPages: [String: String] = [:], graph: PagePart? = nil) {
    (self.findings, self.recordedPages, self.graph) = (findings, recordedPages, graph)
    timelineCharts = BuildStrip.charts(of: findings)
  }

  var run: Run { findings.run }

  var html: String {
    get throws {
      let body = HTML.element("main", [:], sections.flatMap { [$0, .lineEnd] }) + .lineEnd
      let downloads = try JSONCodec.text(downloads, .inline)
      return Page(
        title: RunReport.title(findings).text,
        styles: [.report_css, .report_chart_css] + (graph?.styles ?? []),
        body: body,
        data: graph.map { ["downloads": downloads, $0.dataID: $0.data] } ?? ["downloads": downloads],
        scripts: [.report_tables_js, .report_timelines_js, .report_js] + (graph?.scripts ?? [])
      ).html
    }
  }

  private var sections: [HTML] {
    let sentences = RunReport.sentences(findings)
    let areFew = sentences.count <= Self.mostInHeader
    return [
      header(sentences: areFew ? list(sentences) : .empty), verdicts, comparison,
      areFew ? .empty : HTML.section("sentences", "In words", list(sentences)), matrix, timelineSection,
      graphSection, details, samples, method,
    ].filter { !$0.markup.isEmpty }
  }

  /// Further sentences are shown below the chart.
  private static let mostInHeader = 6

  private func header(sentences: HTML) -> HTML {
    let machine = run.environment
    let facts: [Phrase] = [
      "\(Figure.count(findings.ending.rounds)) \(findings.ending.rounds == 1 ? "round" : "rounds")",
      "`\(run.plan.configuration)`", "\(machine.cpu ?? "unknown processor")", "\(Figure.count(machine.cores)) cores",
      "\(machine.compiler)",
    ]
    return .element(
      "header", [:], .element("h1", [:], HTML(RunReport.title(findings))),
      .element("p", ["class": "note"], HTML(facts.joined(separator: " · "))), verdict, sentences, inferences)
  }

  /// The verdict on the session's noise, which comes before any figure.
  private var verdict: HTML {
    guard let verdict = findings.quietness?.verdict else { return .empty }
    let blocks = HTML.blocks(RunReport.quietness(findings))
    return .element("div", ["class": "verdict \(verdict.rawValue)"], blocks)
  }

  private var inferences: HTML {
    let words = RunReport.inferences(run)
    return words.isEmpty ? .empty : .element("p", ["class": "note"], HTML(words.joined(separator: " ")))
  }

  private func list(_ sentences: [Phrase]) -> HTML {
    sentences.isEmpty
      ? .empty : .element("ul", ["class": "sentences"], sentences.map { .element("li", [:], HTML($0)) })
  }

  private var downloads: [String: TableSection.Download] {
    var downloads: [String: TableSection.Download] = [:]
    let builds = TableSection.Download(file: "builds.csv", text: CSV.builds(findings))
    for index in charts.indices { downloads["builds-\(index)"] = builds }
    downloads["matrix"] = builds
    downloads["samples"] = TableSection.Download(file: "samples.csv", text: CSV.samples(findings))
    downloads["timelines"] = CSV.timelines(timelineCharts).map { .init(file: "timelines.csv", text: $0) }
    downloads["modules"] = CSV.modules(findings).map { .init(file: "modules.csv", text: $0) }
    return downloads.merging(detailParts.map { ($0.id, $0.download) }) { first, _ in first }
  }
}
