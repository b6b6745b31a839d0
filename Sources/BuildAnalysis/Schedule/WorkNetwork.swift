package import ModuleGraph

/// Pieces of work and the waits between them: a directed acyclic graph.
///
/// A process without children is one piece. A driver has two pieces: its work before its first compiler starts, and its
/// work after its last one ends. Milestones (“the module is compiled”) are pieces without work.
package struct WorkNetwork: Sendable {
  /// The place that a piece takes.
  package enum Slot: Hashable, Sendable {
    /// No place: a milestone, or a process that the builder runs outside its lanes.
    case none
    /// One of the builder's lanes, for the duration of the piece.
    case lane
    /// One of the builder's lanes, from this piece's start to the end of the `givenBack` piece.
    case taken
    case givenBack
    /// One of the places of a driver, by the driver's index.
    case driver(Int)
  }

  package struct Step: Sendable {
    /// The index of the job; `nil` for a milestone.
    package var job: Int?
    /// The index of the module; `nil` if there is none.
    package var module: Int?
    /// The time during which it ran in the recorded build.
    package var span: Span
    package var place: Slot
    /// Its work: the time that it would take alone on a core.
    package var workNanoseconds: Double
    /// How long it waited before it requested a place, for reasons outside the network.
    package var delayNanoseconds: Double
    /// How long it held a place before it started.
    package var latencyNanoseconds: Double
    /// Whether it needs the ``SharedPreparation`` after its own work.
    package var needsPreparation = false

    package init(
      job: Int? = nil, module: Int? = nil, span: Span, place: Slot, workNanoseconds: Double,
      delayNanoseconds: Double = 0, latencyNanoseconds: Double = 0
    ) {
      (self.job, self.module, self.span, self.place) = (job, module, span, place)
      self.workNanoseconds = workNanoseconds
      self.delayNanoseconds = delayNanoseconds
      self.latencyNanoseconds = latencyNanoseconds
    }
  }

  package let steps: [Step]
  /// An edge from each piece to each piece that waits for it; acyclic.
  package let waits: IndexedGraph
  /// All pieces in topological order.
  package let order: [Int]

  /// - Parameter waits: pairs of indices in `steps`, the later piece second. Only pieces without a duration can form
  ///   cycles; these are broken by dropping waits against the order.
  /// - Complexity: O(pieces + pairs · log pairs of one).
  package init(steps: [Step], waits: [(from: Int, to: Int)]) {
    let graph = IndexedGraph(vertexCount: steps.count, edges: waits)
    let order = graph.stronglyConnectedComponents.reversed().flatMap(\.self)
    var position = [Int](repeating: 0, count: steps.count)
    for (index, step) in order.enumerated() { position[step] = index }
    let kept = graph.edges.filter { position[$0.from] < position[$0.to] }
    self.init(
      steps: steps,
      waits: kept.count == graph.edgeCount ? graph : IndexedGraph(vertexCount: steps.count, edges: kept), order: order)
  }

  private init(steps: [Step], waits: IndexedGraph, order: [Int]) {
    self.steps = steps
    self.waits = waits
    self.order = order
  }

  /// The same network with the pieces replaced by an equal number of others.
  package func replacing(_ steps: [Step]) -> WorkNetwork { WorkNetwork(steps: steps, waits: waits, order: order) }
}

/// The longest chains of a network, weighted by the length of each piece.
package struct LongestChains: Sendable {
  /// The length of each piece, in nanoseconds.
  package let lengths: [Int]
  /// The length of the longest chain up to each piece's end, in nanoseconds.
  package let upTo: [Int]
  /// The length of the longest chain from each piece's start, in nanoseconds.
  package let from: [Int]
  /// The pieces of the longest chain, in order. If there are several, the one with the lowest indices.
  package let longest: [Int]
  /// The length of the longest chain, in nanoseconds.
  package let length: Int

  /// - Parameters:
  ///   - lengths: the length of each piece in nanoseconds, not negative.
  ///   - waits: an edge from each piece to each piece that waits for it.
  ///   - order: all pieces in topological order.
  /// - Complexity: O(pieces + waits). See Sedgewick & Wayne, “Algorithms”, 4th ed., 4.4, on longest paths in acyclic
  ///   graphs.
  package init(lengths: [Int], waits: IndexedGraph, order: [Int]) {
    var upTo = lengths
    var from = lengths
    for piece in order {
      for next in waits.successors(of: piece) { upTo[next] = max(upTo[next], upTo[piece] + lengths[next]) }
    }
    for piece in order.reversed() {
      for next in waits.successors(of: piece) { from[piece] = max(from[piece], from[next] + lengths[piece]) }
    }
    var chain: [Int] = []
    length = upTo.max() ?? 0
    var rest = length
    let starts = lengths.indices.filter { upTo[$0] == lengths[$0] }
    var next = starts.first { from[$0] == rest }
    while let piece = next {
      chain.append(piece)
      rest -= lengths[piece]
      next = waits.successors(of: piece).first { from[$0] == rest && upTo[$0] == upTo[piece] + lengths[$0] }
    }
    (self.lengths, self.upTo, self.from) = (lengths, upTo, from)
    longest = chain
  }

  /// The slack of a piece: how much longer it could be without lengthening the longest chain.
  func slack(of piece: Int) -> Int { length - (upTo[piece] + from[piece] - lengths[piece]) }
}
