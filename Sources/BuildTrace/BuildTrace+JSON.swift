extension BuildTrace {
  /// The schema in a build's header.
  package static let schema = "modgauge.trace/1"

  /// The beginning of a trace file of any version.
  package static let opening = #"{"schema":"modgauge.trace/"#

  /// The values that a trace may contain for times of the clock, for CPU times and for numbers of processors. With
  /// larger ones, sums over a build could overflow.
  static let nanoseconds = 0...(1 << 61)
  static let microseconds = 0...(1 << 45)
  static let processors = 1...(1 << 20)
}

extension BuildTrace.Header {
  /// Whether the line of a header states it; not if it is damaged.
  package static func closesInherited(_ line: some Sequence<UInt8>) -> Bool {
    (try? JSONObject(line: line).bool("closesInherited")) == true
  }

  /// The header as one line of JSON, without a newline.
  package var jsonLine: String {
    var line = JSONLine()
    line.append("schema", BuildTrace.schema)
    line.append("build", build)
    line.append("startNanoseconds", startNanoseconds)
    line.append("cores", cores)
    // Not in the environment of the build: SwiftPM evaluates manifests again if that has changed.
    if closesInherited { line.append("closesInherited", true) }
    if jobs != cores { line.append("jobs", jobs) }
    if let toolchain { line.append("toolchain", toolchain) }
    line.append("arguments", arguments)
    logged?.append(to: &line)
    return line.text
  }

  init(_ record: JSONObject) throws(TraceError) {
    guard let build = try record.string("build") else { throw .missing(key: "build") }
    guard let cores = try record.integer("cores", in: BuildTrace.processors) else { throw .missing(key: "cores") }
    self.init(
      build: build, startNanoseconds: try record.nanoseconds("startNanoseconds"), cores: cores,
      jobs: try record.integer("jobs", in: BuildTrace.processors),
      toolchain: try record.string("toolchain"), arguments: try record.strings("arguments") ?? [],
      closesInherited: try record.bool("closesInherited") ?? false, logged: try LoggedBuild(record))
  }
}

extension BuildTrace {
  /// The trace as a file: lines of JSON.
  package var jsonLines: String {
    var bytes = Array((header.jsonLine + "\n").utf8)
    for event in events {
      event.line.append(to: &bytes)
      bytes.append(UInt8(ascii: "\n"))
    }
    if let supervised { bytes += "\(supervised.jsonLine(build: header.build))\n".utf8 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
