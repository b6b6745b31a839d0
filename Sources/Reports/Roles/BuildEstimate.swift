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

  package init(build: String, method: Method) {
    self.build = build
    self.method = method
  }

  /// The name for programs.
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
      "Seconds are estimated, not measured: the wall time of a \(build) × the modules' share of its CPU time."
    }
  }
}
