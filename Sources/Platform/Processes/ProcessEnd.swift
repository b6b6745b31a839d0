/// How a process ended.
package enum ProcessEnd: Hashable, Sendable {
  case exited(code: Int)
  case signalled(number: Int)

  /// What the macros `WTERMSIG` and `WEXITSTATUS` do, which Swift does not import.
  ///
  /// - Parameter waitStatus: of a process that has ended, as `wait4` gives it.
  init(waitStatus: Int32) {
    let signal = Int(waitStatus & 0x7F)
    self = signal == 0 ? .exited(code: Int(waitStatus >> 8 & 0xFF)) : .signalled(number: signal)
  }
}
