package import BuildAnalysis
package import ModuleGraph

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The tool's own formats: UTF-8, keys sorted, a newline at the end.
package enum JSON {
  /// `modgauge.graph/1`.
  package static func graph(_ graph: ModuleGraph) throws -> String { try pretty(graph) }

  /// `modgauge.run/1`, with summaries and comparisons computed anew.
  package static func run(_ run: Run) throws -> String { try pretty(run) }

  /// One line of the run's journal: the run without samples, or a sample.
  package static func journalLine(_ value: some Encodable) throws -> String {
    try encode(value, formatting: [.sortedKeys, .withoutEscapingSlashes])
  }

  /// `modgauge.recording/1`.
  package static func recording(_ recording: Recording) throws -> String { try pretty(recording) }

  /// Reads what `recording(_:)` wrote.
  /// - Throws: `JSON.Malformed`.
  package static func recording(from bytes: [UInt8]) throws(Malformed) -> Recording {
    do { return try JSONDecoder().decode(Recording.self, from: Data(bytes)) } catch { throw Malformed(error) }
  }

  /// Reads what `graph(_:)` wrote.
  /// - Throws: `JSON.Malformed`.
  package static func graph(from bytes: [UInt8]) throws(Malformed) -> ModuleGraph {
    do { return try JSONDecoder().decode(ModuleGraph.self, from: Data(bytes)) } catch { throw Malformed(error) }
  }

  /// Reads a run from `run.json`, or from its journal, whose last line may have been cut off by a kill.
  /// - Throws: `JSON.Malformed`.
  package static func run(from bytes: [UInt8]) throws -> Run {
    let decoder = JSONDecoder()
    if let run = try? decoder.decode(Run.self, from: Data(bytes)) { return run }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard let head = lines.first else { throw Malformed(reason: "it is empty") }
    // A file of one line, or one whose first line is no run, is no journal: say what is wrong with the whole.
    guard lines.count > 1, var run = try? decoder.decode(Run.self, from: Data(head)) else {
      do { return try decoder.decode(Run.self, from: Data(bytes)) } catch { throw Malformed(error) }
    }
    for (index, line) in lines.enumerated().dropFirst() {
      do {
        run.samples.append(try decoder.decode(Sample.self, from: Data(line)))
      } catch  where index == lines.count - 1 && bytes.last != UInt8(ascii: "\n") {
        break
      } catch {
        throw Malformed(error, line: index + 1)
      }
    }
    return run
  }

  static func pretty(_ value: some Encodable) throws -> String {
    try encode(value, formatting: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
  }

  private static func encode(_ value: some Encodable, formatting: JSONEncoder.OutputFormatting) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
  }
}

extension JSON {
  /// A file that is no run of ours.
  package struct Malformed: Error, CustomStringConvertible {
    package let reason: String

    init(reason: String) {
      self.reason = reason
    }

    init(_ error: any Error, line: Int? = nil) {
      let place = line.map { "line \($0): " } ?? ""
      guard let error = error as? DecodingError else {
        reason = place + "\(error)"
        return
      }
      switch error {
      case .keyNotFound(let key, let context):
        reason = place + "“\(Self.path(context.codingPath + [key]))” is missing"
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        let path = Self.path(context.codingPath)
        // Some of Foundation's sentences have a full stop, and most have none.
        let words = context.debugDescription
        reason = place + (path.isEmpty ? "" : "“\(path)”: ") + (words.hasSuffix(".") ? words.dropLast() : words[...])
      @unknown default:
        reason = place + "\(error)"
      }
    }

    package var description: String { reason }

    private static func path(_ keys: [any CodingKey]) -> String {
      keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
  }
}
