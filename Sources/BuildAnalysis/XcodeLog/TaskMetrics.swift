import ActivityLog

/// What Xcode measured of one task: from version 11 of its logs on.
package struct TaskMetrics: Hashable, Sendable {
  package let userMicroseconds: Int
  package let systemMicroseconds: Int
  /// Peak resident memory in bytes; 0 if the task had no process.
  package let peakBytes: Int
  package let wallMicroseconds: Int

  /// Whether the task ran inside the build service. Its user and system time are then not CPU time, but its wall time,
  /// twice.
  package var isInProcess: Bool {
    userMicroseconds == systemMicroseconds && userMicroseconds == wallMicroseconds && peakBytes == 0
  }

  package var cpuMicroseconds: Int { userMicroseconds + systemMicroseconds }

  /// Reads the JSON of a `TaskMetrics` attachment.
  /// - Returns: `nil` if it lacks the times, or if they are out of range.
  init?(json: ArraySlice<UInt8>) {
    var values: [Int?] = [nil, nil, nil, nil]
    var index = json.startIndex
    while index < json.endIndex {
      guard json[index] == UInt8(ascii: "\"") else {
        index += 1
        continue
      }
      let start = index + 1
      guard let end = json[start...].firstIndex(of: UInt8(ascii: "\"")) else { break }
      index = end + 1
      guard let place = Self.keys.firstIndex(where: { $0.utf8.elementsEqual(json[start..<end]) }) else { continue }
      values[place] = Self.number(in: json, at: &index)
    }
    guard let user = values[0], let system = values[1], let wall = values[2] else { return nil }
    (userMicroseconds, systemMicroseconds, wallMicroseconds) = (user, system, wall)
    peakBytes = values[3] ?? 0
  }

  private static let keys = ["utime", "stime", "wcDuration", "maxRSS"]
  /// In microseconds or bytes: larger values could overflow in sums.
  private static let largest = 1 << 45

  /// The integer after a colon.
  private static func number(in json: ArraySlice<UInt8>, at index: inout Int) -> Int? {
    while index < json.endIndex, json[index] == UInt8(ascii: ":") || json[index] == UInt8(ascii: " ") { index += 1 }
    var value: Int?
    while index < json.endIndex, json[index] >= 0x30, json[index] <= 0x39 {
      let next = (value ?? 0) * 10 + Int(json[index] - 0x30)
      guard next <= largest else { return nil }
      value = next
      index += 1
    }
    return value
  }
}
