/// Looks for the best way to cut an acyclic graph in two.
///
/// A lower part is a set that contains all that its members depend on. The search starts at the sets that single
/// vertices generate, and at the two ends. From each it moves single vertices, the cheapest move first, each vertex once
/// a round, through worse states too, and keeps the best state that it passed: the method of Fiduccia and Mattheyses (“A
/// linear-time heuristic for improving network partitions”, DAC 1982), with the moves that keep the lower part closed, as
/// in Moreira, Popp and Schulz (“Graph partitioning with acyclicity constraints”, SEA 2017).
struct SeamSearch {
  /// A division into two parts: the lower one uses nothing of the upper one.
  struct Cut: Hashable, Sendable {
    /// Sorted.
    let lower: [Int]
    let upper: [Int]
    /// The weight of the symbols across the cut, per line of the smaller part.
    let cost: Double
  }

  private let members: [Int]
  private let lines: [Int]
  private let leastLines: Int
  private let total: Int
  /// By the positions of members, like everything here.
  private let successors: [[Int]]
  private let predecessors: [[Int]]
  private let ties: [SymbolTies.Tie]
  private let declared: [[Int]]
  private let used: [[Int]]

  /// The number of starts of each kind that are improved.
  private static let starts = 12
  private static let rounds = 4

  /// - Parameter members: the vertices to divide, sorted: every vertex comes after those that it depends on.
  init(_ members: [Int], _ graph: IndexedGraph, _ weights: [Int], _ all: SymbolTies, leastLines: Int) {
    self.members = members
    self.leastLines = leastLines
    lines = members.map { weights[$0] }
    total = lines.reduce(0, +)
    let place = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1, $0) })
    let successors = members.map { graph.successors(of: $0).compactMap { place[$0] } }
    var predecessors = members.map { _ in [Int]() }
    for (vertex, targets) in successors.enumerated() { for target in targets { predecessors[target].append(vertex) } }
    (self.successors, self.predecessors) = (successors, predecessors)
    var ties: [SymbolTies.Tie] = []
    var (declared, used) = (members.map { _ in [Int]() }, members.map { _ in [Int]() })
    for (vertex, member) in members.enumerated() {
      for tie in all.declared[member] {
        let users = all.all[tie].using.compactMap { place[$0] }
        guard !users.isEmpty else { continue }
        declared[vertex].append(ties.count)
        for user in users { used[user].append(ties.count) }
        ties.append(SymbolTies.Tie(declaring: vertex, using: users, weight: all.all[tie].weight))
      }
    }
    (self.ties, self.declared, self.used) = (ties, declared, used)
  }

  /// - Returns: `nil` if no division leaves both parts enough lines.
  func best() -> Cut? {
    guard total >= 2 * leastLines, members.count > 1 else { return nil }
    var best: State?
    for start in starts {
      var state = start
      for _ in 0..<Self.rounds {
        let improved = round(from: state)
        guard let improved, improved.cost(self) < state.cost(self) else { break }
        state = improved
      }
      if state.isAllowed(self), best.map({ state.cost(self) < $0.cost(self) }) ?? true { best = state }
    }
    guard let best else { return nil }
    return Cut(
      lower: members.indices.filter { best.isLower[$0] }.map { members[$0] },
      upper: members.indices.filter { !best.isLower[$0] }.map { members[$0] }, cost: best.cost(self))
  }

  /// The cheapest of the sets that single vertices generate from below and from above, and the two ends.
  private var starts: [State] {
    var sets: [State] = []
    for vertex in members.indices {
      sets.append(State(isLower: closure(of: vertex, successors), self))
      sets.append(State(isLower: closure(of: vertex, predecessors).map { !$0 }, self))
    }
    let ranked = sets.filter { $0.isAllowed(self) }.enumerated()
      .sorted { ($0.element.cost(self), $0.offset) < ($1.element.cost(self), $1.offset) }
    let ends = [true, false].map { side in State(isLower: members.map { _ in side }, self) }
    return ends + ranked.prefix(Self.starts).map(\.element)
  }

  private func closure(of vertex: Int, _ next: [[Int]]) -> [Bool] {
    var isInside = members.map { _ in false }
    var pending = [vertex]
    isInside[vertex] = true
    while let vertex = pending.popLast() {
      for other in next[vertex] where !isInside[other] {
        isInside[other] = true
        pending.append(other)
      }
    }
    return isInside
  }

  /// Moves each vertex at most once.
  /// - Returns: the best allowed state after a move; `nil` if there was none.
  private func round(from start: State) -> State? {
    var state = start
    var isMoved = members.map { _ in false }
    var deltas: [Int?] = members.map { _ in nil }
    var best: State?
    while let vertex = cheapest(in: state, isMoved, &deltas) {
      state.move(vertex, self)
      isMoved[vertex] = true
      for tie in declared[vertex] + used[vertex] {
        deltas[ties[tie].declaring] = nil
        for user in ties[tie].using { deltas[user] = nil }
      }
      if state.isAllowed(self), best.map({ state.cost(self) < $0.cost(self) }) ?? true { best = state }
    }
    return best
  }

  /// The vertex whose move costs least; of equal ones, the one with the most lines, then the first.
  private func cheapest(in state: State, _ isMoved: [Bool], _ deltas: inout [Int?]) -> Int? {
    var best: (delta: Int, lines: Int, vertex: Int)?
    for vertex in members.indices where !isMoved[vertex] && state.blockers[vertex] == 0 {
      let delta = deltas[vertex] ?? state.delta(of: vertex, self)
      deltas[vertex] = delta
      if best.map({ (delta, -lines[vertex]) < ($0.delta, -$0.lines) }) ?? true { best = (delta, lines[vertex], vertex) }
    }
    return best?.vertex
  }

  /// A division that can be changed step by step.
  private struct State {
    private(set) var isLower: [Bool]
    private var lowerLines: Int
    private var weight = 0
    /// The number of users of each tie in the upper part.
    private var upperUsers: [Int]
    /// The number of neighbours that prevent each vertex from moving: its dependencies in the upper part, or for a
    /// vertex of the lower part, its dependents there.
    private(set) var blockers: [Int]

    init(isLower: [Bool], _ search: SeamSearch) {
      self.isLower = isLower
      lowerLines = zip(search.lines, isLower).reduce(0) { $0 + ($1.1 ? $1.0 : 0) }
      upperUsers = search.ties.map { tie in tie.using.count { !isLower[$0] } }
      blockers = isLower.indices.map { vertex in
        isLower[vertex]
          ? search.predecessors[vertex].count { isLower[$0] } : search.successors[vertex].count { !isLower[$0] }
      }
      for (tie, users) in zip(search.ties, upperUsers) where isLower[tie.declaring] && users > 0 {
        weight += tie.weight
      }
    }

    func isAllowed(_ search: SeamSearch) -> Bool {
      min(lowerLines, search.total - lowerLines) >= search.leastLines
    }

    /// Infinite if it is not allowed.
    func cost(_ search: SeamSearch) -> Double {
      guard isAllowed(search) else { return .infinity }
      // Parts without common symbols are the better the more equal they are.
      return (Double(weight) + 0.5) / Double(min(lowerLines, search.total - lowerLines))
    }

    /// The increase of the weight if a vertex moves to the other part.
    func delta(of vertex: Int, _ search: SeamSearch) -> Int {
      var delta = 0
      for tie in search.declared[vertex] where upperUsers[tie] > 0 {
        delta += isLower[vertex] ? -search.ties[tie].weight : search.ties[tie].weight
      }
      for tie in search.used[vertex] {
        if isLower[vertex], upperUsers[tie] == 0 { delta += search.ties[tie].weight }
        if !isLower[vertex], upperUsers[tie] == 1 { delta -= search.ties[tie].weight }
      }
      return delta
    }

    mutating func move(_ vertex: Int, _ search: SeamSearch) {
      weight += delta(of: vertex, search)
      let rises = isLower[vertex]
      lowerLines += rises ? -search.lines[vertex] : search.lines[vertex]
      for tie in search.used[vertex] { upperUsers[tie] += rises ? 1 : -1 }
      isLower[vertex].toggle()
      // What it depends on is in the lower part, and its dependents are in the upper one.
      for other in search.successors[vertex] { blockers[other] += rises ? -1 : 1 }
      for other in search.predecessors[vertex] { blockers[other] += rises ? 1 : -1 }
    }
  }
}
