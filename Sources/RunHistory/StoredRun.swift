package import BuildAnalysis
import Documents
import Foundation

/// A run in the format of a history. Runs are encoded before the history is locked, possibly in several threads.
package struct StoredRun: Sendable {
  let entry: HistoryEntry
  let pieces: [ArraySlice<UInt8>]
  let samples: Data
  let figures: [HistoryFigure]

  /// - Returns: `nil` if nothing was built.
  /// - Throws: `EncodingError` if a figure is not a finite number.
  package init?(_ run: Run) throws {
    guard let identity = run.identity else { return nil }
    let record = try RunRecord(run)
    let workspace = run.workspace
    entry = HistoryEntry(
      identity: identity, line: run.line, revision: workspace.revision, committed: workspace.committed,
      started: run.started, branch: workspace.branch, dirty: workspace.dirty, arms: run.arms.count,
      samples: run.samples.count, failures: run.samples.count { $0.outcome != .ok })
    pieces = Self.pieces(of: Array(record.head.utf8))
    samples = Compression.deflated(record.samples.utf8)
    figures = run.historyFigures
  }

  /// Divides JSON text after inner objects, so that an unchanged module or arm is the same piece in every run. The
  /// concatenation of the pieces is the text.
  private static func pieces(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    for index in text.indices.dropLast()
    where text[index] == UInt8(ascii: "}") && text[index + 1] == UInt8(ascii: ",") && index - start >= 48 {
      pieces.append(text[start...(index + 1)])
      start = index + 2
    }
    return pieces + [text[start...]]
  }
}

/// Encodes the ids of a head's pieces as differences between adjacent ids, in variable-length integers of seven-bit
/// groups, deflated.
enum PieceNumbers {
  static func packed(_ numbers: [Int64]) -> Data {
    var bytes: [UInt8] = []
    var previous: Int64 = 0
    for number in numbers {
      let difference = number &- previous
      var rest = UInt64(bitPattern: (difference << 1) ^ (difference >> 63))
      previous = number
      while rest >= 0x80 {
        bytes.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    return Compression.deflated(bytes)
  }

  static func unpacked(_ data: Data) throws -> [Int64] {
    var numbers: [Int64] = []
    var (previous, rest, shift): (Int64, UInt64, UInt64) = (0, 0, 0)
    for byte in try Compression.inflated(data) {
      rest |= UInt64(byte & 0x7F) << shift
      shift += 7
      guard byte < 0x80 else { continue }
      previous &+= Int64(bitPattern: rest >> 1) ^ -Int64(bitPattern: rest & 1)
      numbers.append(previous)
      (rest, shift) = (0, 0)
    }
    return numbers
  }
}
