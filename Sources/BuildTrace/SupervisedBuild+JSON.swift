extension SupervisedBuild {
  /// The schema in every record.
  package static let schema = "modgauge.supervised/1"

  /// The record as one line of JSON, without a newline.
  ///
  /// `exitCode` or `signal` is how the program ended; `stopped` is absent if it ended by itself. `halts` alternates the
  /// times at which the program was halted and resumed.
  package var jsonLine: String { jsonLine(build: nil) }

  /// The same as the last line of a trace, with the build's identifier.
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
    if let supervisorMicroseconds { line.append("supervisorMicroseconds", supervisorMicroseconds) }
    if let turns {
      line.append("turns", turns.means.rawValue)
      line.append("halts", turns.halts.flatMap { [$0.lowerBound, $0.upperBound] })
    }
    return line.text
  }

  /// Parses a line that `jsonLine` wrote. Unknown keys and white space around the line are ignored.
  ///
  /// - Parameter line: UTF-8.
  /// - Throws: `TraceError` if the line is truncated, is not such a record, or contains invalid values.
  package init(jsonLine line: some Sequence<UInt8>) throws(TraceError) {
    try self.init(JSONObject(line: line, schema: Self.schema))
  }

  init(_ record: JSONObject) throws(TraceError) {
    let start = try record.nanoseconds("startNanoseconds")
    let end = try record.nanoseconds("endNanoseconds")
    guard end >= start else {
      throw .invalid(key: "endNanoseconds", expected: "at or after \"startNanoseconds\"")
    }
    guard let termination = try Termination(record) else { throw .missing(key: "exitCode") }
    self.init(
      startNanoseconds: start, endNanoseconds: end,
      userMicroseconds: try record.microseconds("userMicroseconds"),
      systemMicroseconds: try record.microseconds("systemMicroseconds"),
      ownMicroseconds: try record.integer("ownMicroseconds", in: BuildTrace.microseconds),
      peakBytes: try record.count("peakBytes"),
      termination: termination, stopped: try StopReason(word: record.string("stopped"), key: "stopped"),
      survivors: try record.count("survivors"), turns: try Turns(record, within: start...end),
      supervisorMicroseconds: try record.integer("supervisorMicroseconds", in: BuildTrace.microseconds))
  }
}

extension SupervisedBuild.Turns {
  fileprivate init?(_ record: JSONObject, within span: ClosedRange<Int>) throws(TraceError) {
    guard let means = try HaltingMeans(word: record.string("turns"), key: "turns") else { return nil }
    let times = try record.integers("halts") ?? []
    guard times.count.isMultiple(of: 2), zip(times, times.dropFirst()).allSatisfy(<=),
      times.allSatisfy(span.contains)
    else { throw .invalid(key: "halts", expected: "pairs of ascending times within the build") }
    let halts = stride(from: 0, to: times.count, by: 2).map { times[$0]..<times[$0 + 1] }
    self.init(means: means, halts: halts)
  }
}

extension RawRepresentable<String> where Self: CaseIterable {
  /// - Returns: `nil` if `word` is `nil`.
  init?(word: String?, key: String) throws(TraceError) {
    guard let word else { return nil }
    guard let value = Self(rawValue: word) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalid(key: key, expected: "one of \(known)")
    }
    self = value
  }
}
