/// What the first compilers of a build make for all that follow.
///
/// With an index store, a compiler indexes the modules of the system after its own work, unless that is done, and for
/// that builds modules of C libraries and of Swift interfaces. The first to come does it, behind a lock. Those that come
/// before it is done have some work with it as well, and wait for it.
package struct SharedPreparation: Hashable, Sendable {
  /// What making it takes alone on a core, in nanoseconds.
  package var makingNanoseconds: Double
  /// What each other compiler has to do that needs it before it is made.
  package var waitingNanoseconds: Double

  package init(makingNanoseconds: Double, waitingNanoseconds: Double) {
    self.makingNanoseconds = makingNanoseconds
    self.waitingNanoseconds = waitingNanoseconds
  }

  /// What it costs a build in which so many compilers needed it before it was made.
  func nanoseconds(beginners: Int) -> Double {
    beginners == 0 ? 0 : makingNanoseconds + Double(beginners - 1) * waitingNanoseconds
  }
}
