package import BuildAnalysis
package import Documents

extension TimelineDocument {
  /// The complete analysis, with its sentences.
  package init(_ timeline: Timeline, of subject: RecordedSubject) {
    self.init(
      timeline, of: subject,
      Sentences(
        gaps: timeline.gaps.map(\.sentence), refusal: timeline.replay.refusal?.sentence,
        conclusions: Conclusions.sentences(of: timeline), disturbances: Text.disturbances(timeline)))
  }
}
