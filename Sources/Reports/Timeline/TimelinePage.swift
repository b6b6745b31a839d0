package import BuildAnalysis
import CPageAssets
package import Documents

/// The page of a recorded build. It contains `modgauge.timeline/1` as data, which its scripts draw.
package enum TimelinePage {
  package static func html(_ timeline: Timeline, of subject: RecordedSubject) throws -> String {
    try html(timeline, TimelineDocument(timeline, of: subject))
  }

  static func html(_ timeline: Timeline, _ document: TimelineDocument) throws -> String {
    let downloads = ["modules": TableSection.Download(file: "modules.csv", text: CSV.modules(timeline))]
    return Page(
      title: "\(document.build.workspace): build of \(document.build.target)",
      styles: [.timeline_css, .tip_css], body: body(timeline),
      data: [
        "timeline-data": try document.json(.inline),
        "downloads": try JSONCodec.text(downloads, .inline),
      ],
      scripts: [.timeline_facts_js, .timeline_chart_js, .timeline_table_js, .timeline_js]
    ).html
  }

  /// Everything but the conclusions is filled in by the scripts.
  private static func body(_ timeline: Timeline) -> HTML {
    let conclusions = Conclusions.phrases(of: timeline).map { HTML.element("li", [:], HTML($0)) }
    let header = HTML.element(
      "header", [:], .element("h1", ["id": "title"]), .element("p", ["id": "figures"]),
      .element("p", ["id": "gaps", "class": "warning", "role": "alert", "hidden": ""]),
      .element("ul", ["id": "conclusions"], conclusions))
    let tip = HTML.element("div", ["id": "tip", "role": "tooltip", "hidden": ""])
    return .element("main", [:], .lineEnd, header, .lineEnd, HTML(file: .timeline_html)) + .lineEnd + tip + .lineEnd
  }
}

extension TimelineDocument {
  package init(_ timeline: Timeline, of subject: RecordedSubject) {
    self.init(
      timeline, of: subject,
      (
        timeline.gaps.map(\.sentence), timeline.replay.refusal?.sentence,
        Conclusions.phrases(of: timeline).map(\.text), Text.disturbances(timeline)
      ))
  }
}
