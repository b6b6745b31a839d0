package import BuildAnalysis
package import BuildTrace
import Documents

/// The reports of a recorded build, derived from its trace and its recording.
package struct RecordedReport: Report {
  private let timeline: Timeline
  private let recording: Recording
  private let order: ModuleOrder
  private let document: TimelineDocument

  package init(_ trace: BuildTrace, of recording: Recording, sortedBy order: ModuleOrder) {
    (timeline, self.recording, self.order) = (recording.timeline(of: trace), recording, order)
    document = TimelineDocument(timeline, of: recording.subject)
  }

  /// The folder of a recorded build contains those with a file name, and the pictures.
  package static let renderings: [Rendering<Self>] =
    [
      .text { Text.timeline($0.timeline, of: $0.recording.subject, sortedBy: $0.order, $1) },
      Rendering("markdown", "md", file: "modules.md") {
        Markdown.modules($0.timeline, of: $0.recording.subject, sortedBy: $0.order)
      },
      .html(file: "timeline.html") { report, _ in try TimelinePage.html(report.timeline, report.document) },
      Rendering("json", "json", file: "modules.json") { try $0.document.json() },
      Rendering("csv", "csv", file: "modules.csv") { CSV.modules($0.timeline) },
      Rendering("perfetto", "json", file: "timeline.json") {
        ChromeTrace.text($0.timeline, of: $0.recording.subject)
      },
    ]
    + Rendering.pictures { try Mermaid.text(GraphPicture($0.timeline, graph: $0.recording.graph)) }

  package var pictures: PictureChoice? { PictureChoice(timeline, graph: recording.graph) }
}
