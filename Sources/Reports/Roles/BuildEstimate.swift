/// The source of estimated seconds.
package struct BuildEstimate: Sendable, Hashable {
  package enum Method: Sendable, Hashable {
    /// A replay of the recorded build without the other modules; `relativeError` is the error of the unchanged replay.
    case replay(relativeError: Double)
    /// The share of the recorded build's wall time that corresponds to the modules' share of its CPU time.
    case cpuShare
  }

  /// For example `clean build of App`.
  package let build: String
  package let method: Method

  /// The share of the cores' time that other programs used during the recorded build; `nil` if unknown.
  private let otherProgramsShare: Double?

  package init(build: String, method: Method, otherProgramsShare: Double? = nil) {
    (self.build, self.method, self.otherProgramsShare) = (build, method, otherProgramsShare)
  }

  var disturbance: Phrase? { OtherPrograms.note(otherProgramsShare) }

  var methodName: String {
    switch method {
    case .replay: "replay"
    case .cpuShare: "cpu-share"
    }
  }

  var sentence: String {
    switch method {
    case .replay(let error):
      "Seconds are estimated, not measured: computed from the steps of the recorded \(build), without those of the other "
        + "modules. With all of them, that is off by \(Figures.percent(error))."
    case .cpuShare:
      "Seconds are estimated, not measured: the modules' share of the CPU time, times the wall time, of a \(build). How far "
        + "off that is, is not known: it ignores what waits for what."
    }
  }
}
