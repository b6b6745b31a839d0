/// The time of a build that takes turns: a clock that stands still while the build is halted.
///
/// What was written of it are the machine's times; what is read of a trace are the build's own, so that a build in turns
/// looks like one that had the machine to itself.
extension CompilerEvent {
  /// - Parameter halts: of its build, rising.
  func leavingOut(_ halts: [Range<Int>]) -> CompilerEvent {
    guard !halts.isEmpty else { return self }
    return CompilerEvent(
      source: source, processID: processID, parentProcessID: parentProcessID,
      startNanoseconds: halts.ownTime(at: startNanoseconds), endNanoseconds: halts.ownTime(at: endNanoseconds),
      userMicroseconds: userMicroseconds, systemMicroseconds: systemMicroseconds, peakBytes: peakBytes,
      termination: termination, program: program, job: job)
  }
}

extension SupervisedBuild {
  /// The same in its own time, as if it had never been halted.
  var leavingOutHalts: SupervisedBuild {
    guard let turns else { return self }
    return SupervisedBuild(
      startNanoseconds: startNanoseconds, endNanoseconds: turns.halts.ownTime(at: endNanoseconds),
      userMicroseconds: userMicroseconds, systemMicroseconds: systemMicroseconds, ownMicroseconds: ownMicroseconds,
      peakBytes: peakBytes, termination: termination, stopped: stopped, survivors: survivors,
      turns: Turns(means: turns.means, halts: []), supervisorMicroseconds: supervisorMicroseconds)
  }
}

extension [Range<Int>] {
  /// The time without the halts before it; that of a halt is the time at which it began.
  /// - Complexity: O(halts).
  fileprivate func ownTime(at time: Int) -> Int {
    prefix { $0.lowerBound < time }.reduce(time) { $0 - (Swift.min($1.upperBound, time) - $1.lowerBound) }
  }
}
