/// What has to be known about the recorded builds before a figure that is predicted from them is used.
package struct RecordingCautions {
  let otherProgramsShare: Double?
  let otherState: String?

  /// - Parameters:
  ///   - otherProgramsShare: the share of the cores' time that other programs used during the recording; `nil` if unknown.
  ///   - otherState: how the recorded state of the workspace differs from the current one; `nil` if it does not.
  package init(otherProgramsShare: Double? = nil, otherState: String? = nil) {
    (self.otherProgramsShare, self.otherState) = (otherProgramsShare, otherState)
  }

  var busyness: Phrase? { OtherPrograms.note(otherProgramsShare) }

  var blocks: [Block] {
    let state: Phrase? = otherState.map {
      "The build was recorded in another state of the workspace (\($0)), and is used because of --force: the figures are those of "
        + "the recorded state."
    }
    return [state, busyness].compactMap(\.self).map { .paragraph($0) }
  }
}
