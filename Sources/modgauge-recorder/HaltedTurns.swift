import BuildTrace
import Platform

/// Halts the program while others have their turn, and remembers when.
struct HaltedTurns {
  private enum State {
    case running
    case halted(since: Int, [ProcessID])
  }

  /// `nil` where its session is halted by signals.
  private let group: ControlGroup?
  private var state = State.running
  private var halts: [Range<Int>] = []

  /// - Parameter means: `nil` for a control group where one can be made, else signals.
  init(means: HaltingMeans?) throws(RecorderError) {
    group = means == .signals ? nil : ControlGroup()
    if means == .cgroup, group == nil { throw .noControlGroup }
  }

  var isHalted: Bool { if case .halted = state { true } else { false } }

  /// For how long it was halted, until it last went on.
  var haltedNanoseconds: Int { halts.reduce(0) { $0 + $1.count } }

  /// What the record tells.
  var told: SupervisedBuild.Turns { SupervisedBuild.Turns(means: group == nil ? .signals : .cgroup, halts: halts) }

  /// Does something that starts the program, which is then among those that are halted from its first moment.
  func including<Value>(_ start: () throws(RecorderError) -> Value) throws(RecorderError) -> Value {
    group?.join()
    defer { group?.leave() }
    return try start()
  }

  /// Halts all that runs of the program. Its turn lasts until the last process has stopped.
  /// - Throws: `RecorderError.wouldNotHalt`; then all of them go on.
  mutating func halt(_ session: ProcessSession) throws(RecorderError) {
    guard !isHalted else { return }
    var processes: [ProcessID] = []
    if let group {
      guard group.halt(within: ProcessSession.haltNanoseconds) else {
        group.resume()
        throw .wouldNotHalt(processes: group.processes)
      }
    } else {
      do { processes = try session.halt() } catch { throw RecorderError(error) }
    }
    state = .halted(since: MonotonicClock.nowNanoseconds, processes)
  }

  /// Lets all of them go on.
  mutating func resume(_ session: ProcessSession) {
    guard case .halted(let start, let processes) = state else { return }
    halts.append(start..<max(start, MonotonicClock.nowNanoseconds))
    state = .running
    if let group { group.resume() } else { session.resume(processes) }
  }

  /// Ends what has left the session but not the group, once the session has ended.
  /// - Returns: how many processes there were.
  func endStrays() -> Int { group?.end() ?? 0 }
}
