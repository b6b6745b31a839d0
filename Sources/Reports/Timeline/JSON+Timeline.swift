package import BuildAnalysis
package import Documents

extension TimelineDocument {
  /// The complete analysis, with its sentences.
  package init(_ timeline: Timeline, of subject: RecordedSubject) {
    self.init(
      timeline, of: subject,
      (
        timeline.gaps.map(\.sentence), timeline.replay.refusal?.sentence,
        Conclusions.phrases(of: timeline).map(\.text), Text.disturbances(timeline)
      ))
  }
}
