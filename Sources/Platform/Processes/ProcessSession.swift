#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The processes of one session: a program and all its descendants, unless they create a session of their own.
///
/// The session's number must stay in use while this value is used: by the leader, even as a zombie, or by another
/// process of the session.
package struct ProcessSession {
  /// How long processes have to end after SIGINT.
  package static let graceNanoseconds = 2 * MonotonicClock.nanosecondsPerSecond
  /// How long a killed process may take to disappear; one that hangs in a device driver never does.
  package static let killNanoseconds = 10 * MonotonicClock.nanosecondsPerSecond
  /// How long processes may take to be halted. Most need a thousandth of a second, but one that waits for a busy disk
  /// may need seconds.
  package static let haltNanoseconds = 20 * MonotonicClock.nanosecondsPerSecond

  /// The leader's process number, which is the session's.
  package let id: ProcessID

  package init(ledBy leader: ProcessID) {
    id = leader
  }

  package enum Failure: Error, Equatable {
    /// The machine's processes cannot be listed.
    case unlisted(Errno)
    /// These processes did not end within ten seconds after SIGKILL. Sorted.
    case wouldNotEnd([ProcessID])
    /// These processes were not halted within twenty seconds: they hang in a device driver. Sorted.
    case wouldNotHalt([ProcessID])
  }

  /// The processes of the session without zombies, sorted.
  package func running() throws(Failure) -> [ProcessID] {
    let all: [ProcessID]
    do { all = try ProcessTable.all() } catch { throw .unlisted(error) }
    return all.filter { ProcessTable.session(of: $0) == id && ProcessTable.isRunning($0) }.sorted()
  }

  /// Ends every process of the session, and returns when none is left.
  ///
  /// - Parameter gently: whether to send SIGINT and wait before SIGKILL.
  /// - Returns: the number of processes that were found.
  @discardableResult
  package func end(gently: Bool) throws(Failure) -> Int {
    var found = Set(try running())
    if gently && !found.isEmpty { try interrupt(&found) }
    try killAll(&found)
    return found.count
  }

  /// Halts every process of the session by SIGSTOP, and returns when none of them runs.
  ///
  /// - Returns: the halted processes, for ``resume(_:)``, sorted, and when the last signal was sent to one of them that
  ///   still ran: looking for others takes several times as long as halting these. While processes are halted, they start
  ///   no others.
  package func halt() throws(Failure) -> (processes: [ProcessID], sinceNanoseconds: Int) {
    let start = MonotonicClock.nowNanoseconds
    var since = start
    var stopped: Set<ProcessID> = []
    var timesHalted = 0
    // As in `killAll`: two consecutive listings must show no process that runs.
    while timesHalted < 2 {
      let all = try running()
      let moving = all.filter { !stopped.contains($0) || ProcessTable.canRun($0) }
      timesHalted = moving.isEmpty ? timesHalted + 1 : 0
      guard !moving.isEmpty else { continue }
      guard since < start + Self.haltNanoseconds else {
        resume(all)
        throw .wouldNotHalt(moving)
      }
      send(SIGSTOP, to: moving)
      since = MonotonicClock.nowNanoseconds
      // A process takes a moment to stop.
      if stopped.isSuperset(of: moving) { MonotonicClock.sleep(untilNanoseconds: since + 100_000) }
      stopped.formUnion(moving)
    }
    return (stopped.sorted(), since)
  }

  /// Continues halted processes.
  package func resume(_ processes: [ProcessID]) { send(SIGCONT, to: processes) }

  private func interrupt(_ found: inout Set<ProcessID>) throws(Failure) {
    send(SIGINT, to: Array(found))
    let deadline = MonotonicClock.nowNanoseconds + Self.graceNanoseconds
    var timesEmpty = 0
    // As in `killAll`: what a process started while it ended must not lose its time.
    while timesEmpty < 2, MonotonicClock.nowNanoseconds < deadline {
      let running = try running()
      timesEmpty = running.isEmpty ? timesEmpty + 1 : 0
      found.formUnion(running)
      if !running.isEmpty { Self.nap() }
    }
  }

  /// A listing of processes is not atomic: a process that forks and ends in the meantime can hide its child. So two
  /// consecutive listings must show no process.
  private func killAll(_ found: inout Set<ProcessID>) throws(Failure) {
    let deadline = MonotonicClock.nowNanoseconds + Self.killNanoseconds
    var killed: Set<ProcessID> = []
    var timesEmpty = 0
    while timesEmpty < 2 {
      let running = try running()
      timesEmpty = running.isEmpty ? timesEmpty + 1 : 0
      guard running.isEmpty || MonotonicClock.nowNanoseconds < deadline else { throw .wouldNotEnd(running) }
      send(SIGKILL, to: running)
      // New processes are killed without a pause; if there are none, the killed ones get time to end.
      if !running.isEmpty && killed.isSuperset(of: running) { Self.nap() }
      killed.formUnion(running)
    }
    found.formUnion(killed)
  }

  /// Checks the session again before sending, since a number may have been reused for an unrelated process.
  private func send(_ signal: Int32, to processes: [ProcessID]) {
    for process in processes where ProcessTable.session(of: process) == id { kill(process, signal) }
  }

  /// Sleeps for 5 ms, or until a signal arrives.
  private static func nap() {
    poll(nil, 0, 5)
  }
}
