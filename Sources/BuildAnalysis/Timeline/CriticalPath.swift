/// The longest chain of measured work in which each piece had to wait for the one before.
///
/// No number of cores makes this build shorter than that. Time in which nothing of the chain worked is not part of it.
package struct CriticalPath: Equatable, Sendable {
  /// Neighbouring pieces of work of one module.
  package struct Piece: Equatable, Sendable {
    /// `nil` for what belongs to no module, as linking several.
    package let module: BuiltModule?
    /// Places in `Timeline.jobs`, in the order of the chain.
    package let jobs: [Int]
    /// From the first of this work to its end.
    package let span: Span
    /// What of it was work of the chain.
    package let workNanoseconds: Int
  }

  /// In the order of time.
  package let pieces: [Piece]

  /// Never more than the build took.
  package var workNanoseconds: Int { pieces.reduce(0) { $0 + $1.workNanoseconds } }
}

extension Timeline {
  package var criticalModules: Set<BuiltModule> { Set(criticalPath.pieces.compactMap(\.module)) }
}
