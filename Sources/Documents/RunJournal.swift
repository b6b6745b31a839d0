package import BuildAnalysis

/// A run as it is written while it is measured: the run without its samples on the first line, then a line for each
/// sample.
package enum RunJournal {
  /// The first line, without samples.
  package static func head(_ run: Run) throws -> String {
    var head = run
    head.samples = []
    return try head.json(.line)
  }

  package static func line(_ sample: Sample) throws -> String { try JSONCodec.text(sample, .line) }

  /// Reads a journal, whose last line may have been cut off by a kill.
  /// - Returns: `nil` where the bytes are not lines of which the first is a document.
  static func run(from bytes: [UInt8]) throws(DocumentError) -> Run? {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.count > 1, Schema(ofJSON: lines[0]) != nil else { return nil }
    var run = try Versioned<Run>.read(Array(lines[0]), line: 1).document
    for (index, line) in lines.enumerated().dropFirst() {
      do {
        run.samples.append(try JSONCodec.value(Sample.self, from: Array(line)))
      } catch  where index == lines.count - 1 && bytes.last != UInt8(ascii: "\n") {
        break
      } catch {
        throw DocumentError(Run.self, DocumentError.Problem(error, in: Array(line)), line: index + 1)
      }
    }
    return run
  }
}

extension Run {
  /// Reads a run from `run.json`, or from its journal.
  package init(jsonOrJournal bytes: [UInt8]) throws(DocumentError) {
    if let run = try RunJournal.run(from: bytes) { self = run } else { try self.init(json: bytes) }
  }
}
