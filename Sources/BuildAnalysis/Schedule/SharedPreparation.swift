/// Work that the first compilers of a build do for all later ones.
///
/// With an index store, a compiler indexes the system modules after its own work, unless that is already done. For
/// this, it builds modules of C libraries and of Swift interfaces. The first compiler does it while it holds a lock.
/// Others that arrive before it is done also have some work, and wait for the lock.
package struct SharedPreparation: Hashable, Sendable {
  /// The work of making it, in nanoseconds alone on a core.
  package var makingNanoseconds: Double
  /// The work of each other compiler that needs it before it is made, in nanoseconds alone on a core.
  package var waitingNanoseconds: Double

  /// The total cost in a build in which a number of compilers needed it before it was made.
  package func nanoseconds(beginners: Int) -> Double {
    beginners == 0 ? 0 : makingNanoseconds + Double(beginners - 1) * waitingNanoseconds
  }
}
