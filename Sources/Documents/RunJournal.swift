package import BuildAnalysis

/// The journal of a run, written during the measurement: the run without its samples on the first line, then a line for
/// each sample.
package enum RunJournal {
  /// The first line, without samples.
  package static func head(_ run: Run) throws -> String {
    var head = run
    head.samples = []
    return try head.json(.line)
  }

  /// One line for a sample, with a newline at the end.
  package static func line(_ sample: Sample) throws -> String { try JSONCodec.text(sample, .line) }

  /// Parses a journal, whose last line may be truncated.
  /// - Returns: `nil` if the bytes are not a journal: several lines, the first of which is a JSON object with a
  ///   `schema`.
  /// - Throws: `DocumentError` if a line other than a truncated last one is invalid.
  static func run(from bytes: [UInt8]) throws(DocumentError) -> Run? {
    let newline = UInt8(ascii: "\n")
    let head = bytes.drop { $0 == newline }.prefix { $0 != newline }
    // The first line of an indented document is not a complete document.
    guard bytes[head.endIndex...].contains(where: { $0 != newline }), Schema(ofJSON: head) != nil else { return nil }
    let lines = bytes.split(separator: newline)
    var run = try Versioned<Run>.read(Array(lines[0]), line: 1).document
    for (index, line) in lines.enumerated().dropFirst() {
      do {
        run.samples.append(try JSONCodec.value(Sample.self, from: Array(line)))
      } catch  where index == lines.count - 1 && bytes.last != newline {
        break
      } catch {
        throw DocumentError(Run.self, DocumentError.Problem(error, in: Array(line)), line: index + 1)
      }
    }
    return run
  }
}

extension Run {
  package init(jsonOrJournal bytes: [UInt8]) throws(DocumentError) {
    if let run = try RunJournal.run(from: bytes) { self = run } else { try self.init(json: bytes) }
  }
}
