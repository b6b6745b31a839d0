/// A complete event of a file in the Trace Event Format, as SwiftPM 6.4 writes it (`--experimental-trace-events-file`):
/// an array with an event in each line.
package struct TraceEvent: Equatable, Sendable {
  package let name: String
  /// Such as `build`; empty for what a compiler has traced.
  package let category: String
  /// From the start of the trace.
  package let startMicroseconds: Int
  package let durationMicroseconds: Int
  /// How it ended, in SwiftPM's words; `nil` if the event does not say it.
  package let result: String?
  /// The first bytes of the command line; `nil` if there is none.
  package let commandLine: String?

  package init(
    name: String, category: String, startMicroseconds: Int, durationMicroseconds: Int, result: String? = nil,
    commandLine: String? = nil
  ) {
    self.name = name
    self.category = category
    (self.startMicroseconds, self.durationMicroseconds) = (startMicroseconds, durationMicroseconds)
    (self.result, self.commandLine) = (result, commandLine)
  }

  /// The events of a file.
  package struct File: Equatable, Sendable {
    package let events: [TraceEvent]
    /// Whether the array ends. If not, the build was killed or still runs.
    package let isComplete: Bool
    /// The number of lines that are no event.
    package let damaged: Int
  }

  /// Reads a file, also one without an end.
  /// - Returns: `nil` for a file that is not of this kind: none of its lines is an event.
  /// - Complexity: O(bytes).
  package static func file(_ bytes: [UInt8]) -> File? {
    guard bytes.first(where: { !$0.isSpace }) == UInt8(ascii: "[") else { return nil }
    var (events, known, damaged, isComplete) = ([TraceEvent](), 0, 0, false)
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      var line = line.drop(while: \.isSpace)
      while let last = line.last, last.isSpace || last == UInt8(ascii: ",") { line.removeLast() }
      if line.first == UInt8(ascii: "[") { line.removeFirst() }
      if line.last == UInt8(ascii: "]") {
        line.removeLast()
        isComplete = true
      }
      if line.isEmpty { continue }
      do throws(TraceError) {
        let event = try JSONObject(line: line)
        guard let phase = try event.string("ph") else { throw .foreign }
        known += 1
        if phase == "X" { events.append(try TraceEvent(event)) }
      } catch { damaged += 1 }
    }
    return known == 0 ? nil : File(events: events, isComplete: isComplete, damaged: damaged)
  }

  private static let longest = 100_000_000_000_000

  private init(_ event: JSONObject) throws(TraceError) {
    let arguments = try event.object("args")
    self.init(
      name: try event.string("name") ?? "", category: try event.string("cat") ?? "",
      startMicroseconds: try event.count("ts", in: 0...Self.longest),
      durationMicroseconds: try event.count("dur", in: 0...Self.longest), result: try arguments?.string("result"),
      commandLine: try arguments?.string("commandLine"))
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || self == 0x0D || self == 0x09 || self == 0x0A }
}
