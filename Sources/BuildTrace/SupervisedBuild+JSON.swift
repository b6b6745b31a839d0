extension SupervisedBuild {
  /// The record's kind and version, which every line names.
  package static let schema = "modgauge.supervised/1"

  /// The record as one line of JSON, without a newline.
  ///
  /// `exitCode` or `signal` says how the program ended; `stopped` is absent if it ended by itself.
  package var jsonLine: String { jsonLine(build: nil) }

  /// The same as the last line of a trace, which names the build.
  package func jsonLine(build: String?) -> String {
    var line = JSONLine()
    line.append("schema", Self.schema)
    if let build { line.append("build", build) }
    line.append("startNanoseconds", startNanoseconds)
    line.append("endNanoseconds", endNanoseconds)
    line.append("userMicroseconds", userMicroseconds)
    line.append("systemMicroseconds", systemMicroseconds)
    if let ownMicroseconds { line.append("ownMicroseconds", ownMicroseconds) }
    line.append("peakBytes", peakBytes)
    termination.append(to: &line)
    if let stopped { line.append("stopped", stopped.rawValue) }
    line.append("survivors", survivors)
    return line.text
  }

  /// Reads a line that `jsonLine` made. Unknown keys are ignored, and so is white space around the line.
  ///
  /// - Parameter line: UTF-8.
  /// - Throws: `TraceError` if the line is cut off, is something else, or holds values that cannot be.
  package init(jsonLine line: some Sequence<UInt8>) throws(TraceError) {
    try self.init(JSONObject(line: line, schema: Self.schema))
  }

  init(_ record: JSONObject) throws(TraceError) {
    let start = try record.count("startNanoseconds")
    let end = try record.count("endNanoseconds")
    guard end >= start else {
      throw .invalid(key: "endNanoseconds", expected: "at or after \"startNanoseconds\"")
    }
    guard let termination = try Termination(record) else { throw .missing(key: "exitCode") }
    self.init(
      startNanoseconds: start, endNanoseconds: end,
      userMicroseconds: try record.count("userMicroseconds"),
      systemMicroseconds: try record.count("systemMicroseconds"),
      ownMicroseconds: try record.integer("ownMicroseconds", in: 0...Int.max),
      peakBytes: try record.count("peakBytes"),
      termination: termination, stopped: try StopReason(record),
      survivors: try record.count("survivors"))
  }

  /// Reads a line that `jsonLine` made; see `init(jsonLine:)` for bytes.
  package init(jsonLine line: String) throws(TraceError) {
    try self.init(jsonLine: line.utf8)
  }
}

extension SupervisedBuild.StopReason {
  fileprivate init?(_ record: JSONObject) throws(TraceError) {
    guard let word = try record.string("stopped") else { return nil }
    guard let reason = Self(rawValue: word) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalid(key: "stopped", expected: "one of \(known)")
    }
    self = reason
  }
}
