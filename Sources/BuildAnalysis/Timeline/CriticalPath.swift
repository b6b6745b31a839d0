/// The longest chain of work in which each piece had to wait for the previous one: the same for a recorded build wherever
/// it is shown, and for a planned one.
///
/// Each piece counts as long as it takes alone on a core. So the build cannot be shorter with any number of cores, and
/// builds of the same code have the same path, however much their processes slowed one another down. Excludes time
/// during which nothing in the chain worked.
package struct CriticalPath: Hashable, Sendable {
  /// Consecutive pieces of work of one module.
  package struct Piece: Hashable, Sendable {
    /// `nil` for work without a module, such as linking several.
    package let module: BuiltModule?
    /// Indices in `Timeline.jobs`, in the order of the chain.
    package private(set) var jobs: [Int]
    /// From the start of this work to its end; of a planned build, when it would have run in the recorded one.
    package private(set) var span: Span
    /// The part of it that belongs to the chain.
    package private(set) var workNanoseconds: Int

    package init(module: BuiltModule?, jobs: [Int], span: Span, workNanoseconds: Int) {
      (self.module, self.jobs, self.span, self.workNanoseconds) = (module, jobs, span, workNanoseconds)
    }

    /// Adds the next piece of work.
    mutating func append(_ job: Int, until end: Int, workNanoseconds more: Int) {
      if jobs.last != job { jobs.append(job) }
      span = Span(span.startNanoseconds, end)
      workNanoseconds += more
    }
  }

  /// In chronological order.
  package let pieces: [Piece]

  package init(pieces: [Piece]) { self.pieces = pieces }

  /// - Parameters:
  ///   - chains: those of the network.
  ///   - modules: by the indices in the network.
  package init(_ network: WorkNetwork, _ chains: LongestChains, modules: [BuiltModule]) {
    var pieces: [Piece] = []
    for index in chains.longest {
      let step = network.steps[index]
      guard let job = step.job, chains.lengths[index] > 0 else { continue }
      let module = step.module.map { modules[$0] }
      if let last = pieces.indices.last, pieces[last].module == module {
        pieces[last].append(job, until: step.span.endNanoseconds, workNanoseconds: chains.lengths[index])
      } else {
        pieces.append(Piece(module: module, jobs: [job], span: step.span, workNanoseconds: chains.lengths[index]))
      }
    }
    self.pieces = pieces
  }

  /// The length of the chain; never more than the wall time of the build.
  package var workNanoseconds: Int { pieces.reduce(0) { $0 + $1.workNanoseconds } }

  /// What works in each piece, in order.
  package var names: [String] { pieces.map { $0.module?.label ?? "linking" } }
}

extension Timeline {
  package var criticalModules: Set<BuiltModule> { Set(criticalPath.pieces.compactMap(\.module)) }
}
