package import BuildAnalysis
import Documents

/// The page of a recorded build. It contains `modgauge.timeline/1` as data, which its scripts draw.
package enum TimelinePage {
  /// The page as one self-contained HTML file.
  package static func html(_ timeline: Timeline, of subject: RecordedSubject) throws -> String {
    Page(
      title: "\(subject.workspace): build of \(subject.target)",
      styles: [PackageResources.timeline_css, PackageResources.tip_css], body: PackageResources.timeline_html,
      data: ["timeline-data": try TimelineDocument(timeline, of: subject).json(.inline)],
      scripts: [
        PackageResources.timeline_facts_js, PackageResources.timeline_chart_js, PackageResources.timeline_table_js,
        PackageResources.timeline_js,
      ]
    ).html
  }
}
