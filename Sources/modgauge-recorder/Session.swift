#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The processes of one session. Its number must stay taken for as long as this is used: see `SupervisedProgram`.
struct Session {
  /// How long processes have to end after SIGINT.
  static let graceNanoseconds = 2 * MonotonicClock.nanosecondsPerSecond
  /// How long a killed process may take to be gone; one that hangs in a device's driver never is.
  static let killNanoseconds = 10 * MonotonicClock.nanosecondsPerSecond

  let id: pid_t

  /// Those of its processes that run or could; zombies are not among them. Sorted.
  func living() throws(RecorderError) -> [pid_t] {
    try RunningProcesses.all().filter { getsid($0) == id && RunningProcesses.isAlive($0) }.sorted()
  }

  /// Ends every process of the session, and returns when there is none left.
  ///
  /// - Parameter gently: whether they get a SIGINT and time before SIGKILL.
  /// - Returns: how many there were.
  /// - Throws: `RecorderError.wouldNotEnd` after ten seconds of killing.
  func end(gently: Bool) throws(RecorderError) -> Int {
    var found = Set(try living())
    if gently && !found.isEmpty { try interrupt(&found) }
    try killAll(&found)
    return found.count
  }

  private func interrupt(_ found: inout Set<pid_t>) throws(RecorderError) {
    signal(SIGINT, Array(found))
    let deadline = MonotonicClock.nowNanoseconds + Self.graceNanoseconds
    while MonotonicClock.nowNanoseconds < deadline {
      let living = try living()
      if living.isEmpty { return }
      found.formUnion(living)
      Self.nap()
    }
  }

  /// A list of processes is not made in one moment: one that forks and ends meanwhile can hide its child from it. So
  /// nobody must be found twice in a row.
  private func killAll(_ found: inout Set<pid_t>) throws(RecorderError) {
    let deadline = MonotonicClock.nowNanoseconds + Self.killNanoseconds
    var killed: Set<pid_t> = []
    var timesEmpty = 0
    while timesEmpty < 2 {
      let living = try living()
      timesEmpty = living.isEmpty ? timesEmpty + 1 : 0
      guard living.isEmpty || MonotonicClock.nowNanoseconds < deadline else { throw .wouldNotEnd(processes: living) }
      signal(SIGKILL, living)
      // Those who fork get no rest; those who only have to die get the time for it.
      if !living.isEmpty && killed.isSuperset(of: living) { Self.nap() }
      killed.formUnion(living)
    }
    found.formUnion(killed)
  }

  /// Looks once more before it sends: a number that was freed since may belong to a stranger now.
  private func signal(_ number: Int32, _ processes: [pid_t]) {
    for process in processes where getsid(process) == id { kill(process, number) }
  }

  /// 5 ms.
  private static func nap() {
    poll(nil, 0, 5)
  }
}
