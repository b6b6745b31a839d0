/// The longest chain of measured work in which each piece had to wait for the previous one.
///
/// The build cannot be shorter with any number of cores. Excludes time during which nothing in the chain worked.
package struct CriticalPath: Equatable, Sendable {
  /// Consecutive pieces of work of one module.
  package struct Piece: Equatable, Sendable {
    /// `nil` for work without a module, such as linking several.
    package let module: BuiltModule?
    /// Indices in `Timeline.jobs`, in the order of the chain.
    package let jobs: [Int]
    /// From the start of this work to its end.
    package let span: Span
    /// The part of it that belongs to the chain.
    package let workNanoseconds: Int
  }

  /// In chronological order.
  package let pieces: [Piece]

  /// The length of the chain; never more than the wall time of the build.
  package var workNanoseconds: Int { pieces.reduce(0) { $0 + $1.workNanoseconds } }
}

extension Timeline {
  package var criticalModules: Set<BuiltModule> { Set(criticalPath.pieces.compactMap(\.module)) }
}
