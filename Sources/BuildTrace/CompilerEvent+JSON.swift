extension CompilerEvent {
  /// The longest line of an event in bytes, with its newline: short enough to be appended by a single write.
  package static let longestLine = 4096

  /// The event as one line of JSON, without a newline, shorter than `longestLine`.
  package var jsonLine: String { line.text }

  var line: JSONLine {
    var line = JSONLine()
    if case .observer(let nanoseconds) = source { line.append("resolutionNanoseconds", nanoseconds) }
    line.append("process", processID)
    if let parentProcessID { line.append("parent", parentProcessID) }
    line.append("startNanoseconds", startNanoseconds)
    line.append("endNanoseconds", endNanoseconds)
    line.append("userMicroseconds", userMicroseconds)
    line.append("systemMicroseconds", systemMicroseconds)
    if let peakBytes { line.append("peakBytes", peakBytes) }
    termination?.append(to: &line)
    line.append("program", program.shortened)
    job.append(to: &line, longest: Self.longestLine)
    return line
  }

  /// Reads an event that `jsonLine` wrote. Unknown keys are ignored.
  init(_ record: JSONObject) throws(TraceError) {
    let resolution = try record.integer("resolutionNanoseconds", in: 0...Int.max)
    guard let program = try record.string("program") else { throw .missing(key: "program") }
    self.init(
      source: resolution.map { .observer(resolutionNanoseconds: $0) } ?? .recorder,
      processID: try record.count("process"), parentProcessID: try record.integer("parent", in: 0...Int.max),
      startNanoseconds: try record.nanoseconds("startNanoseconds"),
      endNanoseconds: try record.nanoseconds("endNanoseconds"),
      userMicroseconds: try record.microseconds("userMicroseconds"),
      systemMicroseconds: try record.microseconds("systemMicroseconds"),
      peakBytes: try record.integer("peakBytes", in: 0...Int.max), termination: try Termination(record),
      program: program, job: try Job(record))
  }
}

extension Job {
  fileprivate func append(to line: inout JSONLine, longest: Int) {
    line.append("job", kind.rawValue)
    if let module { line.append("module", module.shortened) }
    if isTool { line.append("isTool", true) }
    if let output { line.append("output", output.shortened) }
    if let writtenObjects { line.append("writtenObjects", writtenObjects) }
    guard fileCount > 0 else { return }
    line.append("fileCount", fileCount)
    line.append("files", files, longest: longest)
  }

  fileprivate init(_ record: JSONObject) throws(TraceError) {
    guard let kind = try Kind(word: record.string("job"), key: "job") else { throw .missing(key: "job") }
    let files = try record.strings("files") ?? []
    self.init(
      kind: kind, module: try record.string("module"), isTool: try record.bool("isTool") ?? false, files: files,
      fileCount: try record.integer("fileCount", in: files.count...Int.max),
      writtenObjects: try record.integer("writtenObjects", in: 0...Int.max), output: try record.string("output"))
  }
}

extension String {
  /// In bytes. Three such names fit into a line even if each of their characters has to be escaped.
  private static let longestName = 128

  /// The text, truncated to `longestName`.
  fileprivate var shortened: String {
    utf8.count <= Self.longestName ? self : String(decoding: utf8.prefix(Self.longestName), as: UTF8.self)
  }
}
