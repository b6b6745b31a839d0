import ModuleGraph

/// Pieces of work, and which must wait for which.
///
/// A process that starts no other is one piece; a driver is two, what it does before its first compiler starts and
/// after its last one ends. Milestones ("the module is compiled") are pieces without work.
struct WorkNetwork: Sendable {
  /// What a piece takes from others while it lasts.
  enum Place: Hashable, Sendable {
    /// Nothing, as a milestone, or what the builder itself starts besides.
    case none
    /// One of the builder's lanes, for itself alone.
    case lane
    /// One of the builder's lanes, from this piece's start to the end of the piece that gives it back.
    case taken
    case givenBack
    /// One of the places that a driver has for what it starts; the driver's number.
    case driver(Int)
  }

  struct Step: Sendable {
    /// The place in the jobs; `nil` for a milestone.
    var job: Int?
    /// The place in the modules.
    var module: Int?
    /// When it ran.
    var span: Span
    var place: Place
    /// What it would take alone on a core.
    var workNanoseconds: Double
    /// From when it could have queued for a place to when it did.
    var delayNanoseconds = 0.0
    /// From when it had a place to when it started.
    var latencyNanoseconds = 0.0
  }

  let steps: [Step]
  /// From each piece to those that wait for it. It has no cycles.
  let waits: IndexedGraph
  /// All pieces, each after those that it waits for.
  let order: [Int]

  /// - Parameter waits: pairs of places in `steps`, the later piece second. Within a cycle, which only pieces that take
  ///   no time can form, those against the order are dropped.
  /// - Complexity: O(pieces + pairs · log pairs of one).
  init(steps: [Step], waits: [(from: Int, to: Int)]) {
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

  /// The same network of other pieces, as many.
  func replacing(_ steps: [Step]) -> WorkNetwork { WorkNetwork(steps: steps, waits: waits, order: order) }
}

/// The longest chains of a network, by the time that each piece was measured to take.
struct LongestChains: Sendable {
  /// The longest chain up to each piece's end, in nanoseconds.
  let upTo: [Int]
  /// The longest chain from each piece's start on, in nanoseconds.
  let from: [Int]
  /// Pieces of the longest chain, in its order. Of several that are as long, the one with the lowest places.
  let longest: [Int]
  /// Of the longest chain, in nanoseconds.
  let length: Int

  /// - Parameters:
  ///   - lengths: of each piece, not negative.
  ///   - waits: from each piece to those that wait for it.
  ///   - order: all pieces, each after those that it waits for.
  /// - Complexity: O(pieces + waits). Sedgewick & Wayne, “Algorithms”, 4th ed., 4.4, on longest paths in acyclic graphs.
  init(lengths: [Int], waits: IndexedGraph, order: [Int]) {
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
    self.upTo = upTo
    self.from = from
    longest = chain
  }

  /// By how much a piece could be longer without making the longest chain longer.
  func slack(of piece: Int, length: Int) -> Int { self.length - (upTo[piece] + from[piece] - length) }
}
