package import BuildAnalysis

extension JSON {
  /// `modgauge.timeline/1`: the whole analysis.
  package static func timeline(_ timeline: Timeline, of subject: RecordedSubject) throws -> String {
    try pretty(TimelineDocument(timeline, subject))
  }
}
