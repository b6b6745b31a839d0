extension BuildTrace {
  /// Parses a trace file, even a damaged one.
  ///
  /// - Parameter bytes: lines of JSON. Each build begins with a header; the order of its events does not matter.
  /// - Returns: one build for each header, in the order of the file; at least one.
  /// - Throws: `TraceError` if the file is empty, does not begin with a header, or contains a header of another
  ///   version.
  /// - Complexity: O(*n* log *n*) in the number of lines.
  package static func builds(in bytes: some Sequence<UInt8>) throws(TraceError) -> [BuildTrace] {
    let lines = Array(bytes).split(separator: UInt8(ascii: "\n"))
    guard let first = lines.first else { throw .cut }
    var reader = TraceReader(first: try Header(JSONObject(line: first, schema: schema)))
    for (index, line) in lines.enumerated().dropFirst() {
      try reader.read(line, isLast: index == lines.count - 1)
    }
    return reader.builds
  }
}

/// Groups the lines of a trace by the headers that precede them.
private struct TraceReader {
  private var parts: [Part] = []
  private var isCut = false
  private var damaged = 0

  private struct Part {
    let header: BuildTrace.Header
    var events: [CompilerEvent] = []
    var supervised: SupervisedBuild?
    var isOverlapping = false
  }

  init(first: BuildTrace.Header) {
    parts = [Part(header: first)]
  }

  mutating func read(_ line: ArraySlice<UInt8>, isLast: Bool) throws(TraceError) {
    do throws(TraceError) {
      try take(JSONObject(line: line))
    } catch .otherSchema(let found, let expected) {
      throw .otherSchema(found: found, expected: expected)
    } catch {
      if isLast, error == .cut { isCut = true } else { damaged += 1 }
    }
  }

  private mutating func take(_ record: JSONObject) throws(TraceError) {
    switch try record.string("schema") {
    case nil: parts[parts.count - 1].events.append(try CompilerEvent(record))
    case SupervisedBuild.schema?: end(try record.string("build"), try SupervisedBuild(record))
    case _?:
      try record.require(schema: BuildTrace.schema)
      parts.append(Part(header: try BuildTrace.Header(record)))
    }
  }

  private mutating func end(_ build: String?, _ supervised: SupervisedBuild) {
    guard let index = parts.lastIndex(where: { $0.header.build == build }) else { return damaged += 1 }
    parts[index].supervised = supervised
    guard index < parts.count - 1 else { return }
    for other in index..<parts.count { parts[other].isOverlapping = true }
  }

  var builds: [BuildTrace] {
    parts.map { part in
      let start = part.header.startNanoseconds
      let sound = part.events.filter { $0.startNanoseconds >= start && $0.wallNanoseconds >= 0 }
      let back = part.events.count - sound.count
      let halts = part.supervised?.turns?.halts ?? []
      let flaws: [BuildTrace.Flaw?] = [
        isCut ? .cut : nil, damaged > 0 ? .damaged(lines: damaged) : nil,
        back > 0 ? .clockWentBack(events: back) : nil, part.isOverlapping ? .overlapping : nil,
      ]
      return BuildTrace(
        header: part.header, events: sound.map { $0.leavingOut(halts) },
        supervised: part.supervised?.leavingOutHalts, flaws: flaws.compactMap(\.self))
    }
  }
}
