#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The processes that share a session, which a program and all that it starts do unless they take care not to.
///
/// The session's number must stay taken while this is used: by the leader, also one that has ended and nobody has waited
/// for, or by any other process of the session.
package struct ProcessSession {
  /// How long processes have to end after SIGINT.
  package static let graceNanoseconds = 2 * MonotonicClock.nanosecondsPerSecond
  /// How long a killed process may take to be gone; one that hangs in a device's driver never is.
  package static let killNanoseconds = 10 * MonotonicClock.nanosecondsPerSecond
  /// How long processes may take to be halted; most are within a thousandth of it.
  package static let haltNanoseconds = 2 * MonotonicClock.nanosecondsPerSecond

  /// The leader's number.
  package let id: ProcessID

  package init(ledBy leader: ProcessID) {
    id = leader
  }

  package enum Failure: Error, Equatable {
    /// The machine's processes cannot be listed.
    case unlisted(Errno)
    /// These did not end within ten seconds of killing. Sorted.
    case wouldNotEnd([ProcessID])
    /// These were not halted within two seconds: they hang in a device's driver. Sorted.
    case wouldNotHalt([ProcessID])
  }

  /// Those of its processes that run or could; zombies are not among them. Sorted.
  package func running() throws(Failure) -> [ProcessID] {
    let all: [ProcessID]
    do { all = try ProcessTable.all() } catch { throw .unlisted(error) }
    return all.filter { ProcessTable.session(of: $0) == id && ProcessTable.isRunning($0) }.sorted()
  }

  /// Ends every process of the session, and returns when there is none left.
  ///
  /// - Parameter gently: whether they get a SIGINT and time before SIGKILL.
  /// - Returns: how many there were.
  @discardableResult
  package func end(gently: Bool) throws(Failure) -> Int {
    var found = Set(try running())
    if gently && !found.isEmpty { try interrupt(&found) }
    try killAll(&found)
    return found.count
  }

  /// Halts every process of the session by SIGSTOP, and returns when none of them runs any more.
  ///
  /// - Returns: those that are halted, for ``resume(_:)``. Nobody can join them meanwhile.
  package func halt() throws(Failure) -> [ProcessID] {
    let deadline = MonotonicClock.nowNanoseconds + Self.haltNanoseconds
    var stopped: Set<ProcessID> = []
    var timesHalted = 0
    // As in `killAll`, nobody must be found twice in a row.
    while timesHalted < 2 {
      let all = try running()
      let moving = all.filter { !stopped.contains($0) || ProcessTable.canRun($0) }
      timesHalted = moving.isEmpty ? timesHalted + 1 : 0
      guard moving.isEmpty || MonotonicClock.nowNanoseconds < deadline else {
        resume(all)
        throw .wouldNotHalt(moving)
      }
      send(SIGSTOP, to: moving)
      // A stopped program takes a moment to notice.
      if !moving.isEmpty && stopped.isSuperset(of: moving) {
        MonotonicClock.sleep(untilNanoseconds: MonotonicClock.nowNanoseconds + 100_000)
      }
      stopped.formUnion(moving)
    }
    return stopped.sorted()
  }

  /// Lets halted processes go on.
  package func resume(_ processes: [ProcessID]) { send(SIGCONT, to: processes) }

  private func interrupt(_ found: inout Set<ProcessID>) throws(Failure) {
    send(SIGINT, to: Array(found))
    let deadline = MonotonicClock.nowNanoseconds + Self.graceNanoseconds
    while MonotonicClock.nowNanoseconds < deadline {
      let running = try running()
      if running.isEmpty { return }
      found.formUnion(running)
      Self.nap()
    }
  }

  /// A list of processes is not made in one moment: one that forks and ends meanwhile can hide its child from it. So
  /// nobody must be found twice in a row.
  private func killAll(_ found: inout Set<ProcessID>) throws(Failure) {
    let deadline = MonotonicClock.nowNanoseconds + Self.killNanoseconds
    var killed: Set<ProcessID> = []
    var timesEmpty = 0
    while timesEmpty < 2 {
      let running = try running()
      timesEmpty = running.isEmpty ? timesEmpty + 1 : 0
      guard running.isEmpty || MonotonicClock.nowNanoseconds < deadline else { throw .wouldNotEnd(running) }
      send(SIGKILL, to: running)
      // Those who fork get no rest; those who only have to die get the time for it.
      if !running.isEmpty && killed.isSuperset(of: running) { Self.nap() }
      killed.formUnion(running)
    }
    found.formUnion(killed)
  }

  /// Looks once more before it sends: a number that was freed since may belong to a stranger now.
  private func send(_ signal: Int32, to processes: [ProcessID]) {
    for process in processes where ProcessTable.session(of: process) == id { kill(process, signal) }
  }

  /// 5 ms, cut short by a signal.
  private static func nap() {
    poll(nil, 0, 5)
  }
}
