/// Where estimated seconds come from.
package struct BuildEstimate: Sendable, Hashable {
  package enum Method: Sendable, Hashable {
    /// The recorded work is done anew, in thought, without the other modules; unchanged, this is off by so much of the
    /// measured time.
    case replay(relativeError: Double)
    /// As large a part of the recorded build's time as the modules have of its CPU time.
    case cpuShare
  }

  /// `clean build of App`.
  package let build: String
  package let method: Method

  package init(build: String, method: Method) {
    self.build = build
    self.method = method
  }

  /// For programs.
  var methodName: String {
    switch method {
    case .replay: "replay"
    case .cpuShare: "cpu-share"
    }
  }

  var sentence: String {
    switch method {
    case .replay(let error):
      "Seconds are estimated, not measured: a replay of the recorded \(build) without the other modules. The replay of all of "
        + "it is off by \(Figures.percent(error))."
    case .cpuShare:
      "Seconds are estimated, not measured: the time of a \(build), as large a part of it as the modules' share of its CPU "
        + "time."
    }
  }
}
