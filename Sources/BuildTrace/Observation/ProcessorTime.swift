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

  /// Another sum, divided in the same way; all of it in user mode where there is nothing to go by.
  package func scaled(toMicroseconds sum: Int) -> ProcessorTime {
    let system = microseconds == 0 ? 0 : Int(Double(sum) * Double(systemMicroseconds) / Double(microseconds))
    return ProcessorTime(userMicroseconds: sum - system, systemMicroseconds: system)
  }

  mutating func add(_ other: ProcessorTime) {
    userMicroseconds += other.userMicroseconds
    systemMicroseconds += other.systemMicroseconds
  }

  /// What is left, never less than nothing.
  func subtracting(_ other: ProcessorTime) -> ProcessorTime {
    ProcessorTime(
      userMicroseconds: max(0, userMicroseconds - other.userMicroseconds),
      systemMicroseconds: max(0, systemMicroseconds - other.systemMicroseconds))
  }
}
