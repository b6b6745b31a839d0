extension SupervisedBuild {
  /// The record's kind and version, which every line names.
  package static let schema = "modgauge.supervised/1"

  /// The record as one line of JSON, without a newline.
  ///
  /// `exitCode` or `signal` says how the program ended; `stopped` is absent if it ended by itself.
  package var jsonLine: String {
    var line = JSONLine()
    line.append("schema", Self.schema)
    line.append("startNanoseconds", startNanoseconds)
    line.append("endNanoseconds", endNanoseconds)
    line.append("userMicroseconds", userMicroseconds)
    line.append("systemMicroseconds", systemMicroseconds)
    line.append("peakBytes", peakBytes)
    switch termination {
    case .exited(let code): line.append("exitCode", code)
    case .signalled(let number): line.append("signal", number)
    }
    if let stopped { line.append("stopped", stopped.rawValue) }
    line.append("survivors", survivors)
    return line.text
  }

  /// Reads a line that `jsonLine` made. Unknown keys are ignored, and so is white space around the line.
  ///
  /// - Parameter line: UTF-8.
  /// - Throws: `RecordError` if the line is cut off, is something else, or holds values that cannot be.
  package init(jsonLine line: some Sequence<UInt8>) throws(RecordError) {
    let record = try JSONRecord(line: line, schema: Self.schema)
    let start = try record.count("startNanoseconds")
    let end = try record.count("endNanoseconds")
    guard end >= start else {
      throw .invalid(key: "endNanoseconds", expected: "at or after \"startNanoseconds\"")
    }
    self.init(
      startNanoseconds: start, endNanoseconds: end,
      userMicroseconds: try record.count("userMicroseconds"),
      systemMicroseconds: try record.count("systemMicroseconds"),
      peakBytes: try record.count("peakBytes"),
      termination: try Termination(record), stopped: try StopReason(record),
      survivors: try record.count("survivors"))
  }

  /// Reads a line that `jsonLine` made; see `init(jsonLine:)` for bytes.
  package init(jsonLine line: String) throws(RecordError) {
    try self.init(jsonLine: line.utf8)
  }
}

extension SupervisedBuild.Termination {
  fileprivate init(_ record: JSONRecord) throws(RecordError) {
    let code = try record.integer("exitCode", in: 0...255)
    let signal = try record.integer("signal", in: 1...127)
    switch (code, signal) {
    case (let code?, nil): self = .exited(code: code)
    case (nil, let signal?): self = .signalled(number: signal)
    case (nil, nil): throw .missing(key: "exitCode")
    default: throw .invalid(key: "signal", expected: "absent, although there is an \"exitCode\"")
    }
  }
}

extension SupervisedBuild.StopReason {
  fileprivate init?(_ record: JSONRecord) throws(RecordError) {
    guard let word = try record.string("stopped") else { return nil }
    guard let reason = Self(rawValue: word) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalid(key: "stopped", expected: "one of \(known)")
    }
    self = reason
  }
}
