import BuildTrace
import Platform

/// Halts the program during the turns of other programs, and records when.
struct HaltedTurns {
  private enum State {
    case running
    case halted(since: Int, [ProcessID])
  }

  /// `nil` if the session is halted by signals.
  private let group: ControlGroup?
  private var state = State.running
  private var halts: [Range<Int>] = []

  /// - Parameter means: how to halt the program; `nil` for a control group, or signals if there can be none.
  /// - Throws: `RecorderError.noControlGroup` if `means` requires one that cannot be created.
  init(means: HaltingMeans?) throws(RecorderError) {
    group = means == .signals ? nil : ControlGroup()
    if means == .cgroup, group == nil { throw .noControlGroup }
  }

  var isHalted: Bool { if case .halted = state { true } else { false } }

  /// How long the program was halted in total, until it was last resumed.
  var haltedNanoseconds: Int { halts.reduce(0) { $0 + $1.count } }

  var told: SupervisedBuild.Turns { SupervisedBuild.Turns(means: group == nil ? .signals : .cgroup, halts: halts) }

  /// Runs a closure that starts the program, so that the program belongs to the control group from its first moment.
  func including<Value>(_ start: () throws(RecorderError) -> Value) throws(RecorderError) -> Value {
    group?.join()
    defer { group?.leave() }
    return try start()
  }

  /// Halts all processes of the program. Its turn lasts until the last process has stopped; if they are halted by
  /// signals, until the last signal was sent.
  /// - Throws: `RecorderError.wouldNotHalt` if some processes cannot be halted; then all are resumed.
  mutating func halt(_ session: ProcessSession) throws(RecorderError) {
    guard !isHalted else { return }
    if let group {
      guard group.halt(within: ProcessSession.haltNanoseconds) else {
        group.resume()
        throw .wouldNotHalt(processes: group.processes)
      }
      state = .halted(since: MonotonicClock.nowNanoseconds, [])
    } else {
      do throws(ProcessSession.Failure) {
        let halted = try session.halt()
        state = .halted(since: halted.sinceNanoseconds, halted.processes)
      } catch { throw RecorderError(error) }
    }
  }

  mutating func resume(_ session: ProcessSession) {
    guard case .halted(let start, let processes) = state else { return }
    halts.append(start..<max(start, MonotonicClock.nowNanoseconds))
    state = .running
    if let group { group.resume() } else { session.resume(processes) }
  }

  /// Ends the processes of the control group that left the session. Call it after the session has ended.
  /// - Returns: the number of these processes.
  func endStrays() -> Int { group?.end() ?? 0 }
}
