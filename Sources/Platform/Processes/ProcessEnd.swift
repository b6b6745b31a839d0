/// How a process ended.
package enum ProcessEnd: Hashable, Sendable {
  case exited(code: Int)
  case signalled(number: Int)

  /// Does what the macros `WTERMSIG` and `WEXITSTATUS` do, which Swift does not import.
  ///
  /// - Parameter waitStatus: the status of a process that has ended, from `wait4`.
  init(waitStatus: Int32) {
    let signal = Int(waitStatus & 0x7F)
    self = signal == 0 ? .exited(code: Int(waitStatus >> 8 & 0xFF)) : .signalled(number: signal)
  }
}
