/// CPU time in user mode and in the kernel, in microseconds.
package struct ProcessorTime: Equatable, Sendable {
  static let none = ProcessorTime(userMicroseconds: 0, systemMicroseconds: 0)

  package private(set) var userMicroseconds: Int
  package private(set) var systemMicroseconds: Int

  package init(userMicroseconds: Int, systemMicroseconds: Int) {
    self.userMicroseconds = userMicroseconds
    self.systemMicroseconds = systemMicroseconds
  }

  var microseconds: Int { userMicroseconds + systemMicroseconds }

  /// The given total, divided between user mode and kernel in the ratio of this time; all in user mode if this time is
  /// zero.
  package func scaled(toMicroseconds sum: Int) -> ProcessorTime {
    let system = microseconds == 0 ? 0 : Int(Double(sum) * Double(systemMicroseconds) / Double(microseconds))
    return ProcessorTime(userMicroseconds: sum - system, systemMicroseconds: system)
  }

  mutating func add(_ other: ProcessorTime) {
    userMicroseconds += other.userMicroseconds
    systemMicroseconds += other.systemMicroseconds
  }

  /// The difference, never negative.
  func subtracting(_ other: ProcessorTime) -> ProcessorTime {
    ProcessorTime(
      userMicroseconds: max(0, userMicroseconds - other.userMicroseconds),
      systemMicroseconds: max(0, systemMicroseconds - other.systemMicroseconds))
  }
}
