/// A build's own time: a clock that stops while the build is halted during the turns of others.
///
/// Trace files contain the times of the machine's clock. Events that are read from them have the build's own time, as
/// if the build had run alone.
extension CompilerEvent {
  /// The event in the build's own time.
  /// - Parameter halts: the halts of the event's build, in ascending order.
  func leavingOut(_ halts: [Range<Int>]) -> CompilerEvent {
    var event = self
    event.startNanoseconds = halts.ownTime(at: startNanoseconds)
    event.endNanoseconds = halts.ownTime(at: endNanoseconds)
    return event
  }
}

extension SupervisedBuild {
  /// The build in its own time, as if it had never been halted.
  var leavingOutHalts: SupervisedBuild {
    guard let turns else { return self }
    var build = self
    build.endNanoseconds = turns.halts.ownTime(at: endNanoseconds)
    build.turns = Turns(means: turns.means, halts: [])
    return build
  }
}

extension [Range<Int>] {
  /// A time minus the halts before it. A time within a halt is treated as the start of the halt.
  /// - Complexity: O(halts).
  fileprivate func ownTime(at time: Int) -> Int {
    prefix { $0.lowerBound < time }.reduce(time) { $0 - (Swift.min($1.upperBound, time) - $1.lowerBound) }
  }
}
