/// Ways to divide a module into parts that hardly know each other.
///
/// Files that need one another stay together, so that parts never do. Among the divisions that leave each part enough
/// lines, those with the fewest symbols across the cut are looked for, for each line that the smaller part takes along.
package struct Seams: Hashable, Sendable {
  /// The divisions that were found: into two parts, then into three, and so on. Each one divides a part of the former.
  package let divisions: [Division]
  /// The files of the largest set that need one another, sorted; empty if there is none.
  package let core: [Int]
  /// The lines of that set as a share of the module's, from 0 to 1.
  package let coreShare: Double

  /// The least share of the module's lines that a part may have.
  package static let leastShare = 0.1
  /// Files of fewer lines are not worth a module of their own.
  package static let leastLines = 100

  /// - Parameter mostParts: how many parts are looked for at most; at least 2.
  /// - Complexity: O(files² + files · uses) for each division that is tried.
  package init(of graph: FileGraph, mostParts: Int = 4) {
    let condensation = graph.graph.condensation
    let lines = graph.files.map { max(1, $0.lines ?? 0) }
    let total = lines.reduce(0, +)
    let components = (0..<condensation.count).map { Array(condensation.members(of: $0)) }
    let weights = components.map { $0.reduce(0) { $0 + lines[$1] } }
    let largest = components.indices.filter { components[$0].count > 1 }.max { weights[$0] < weights[$1] }
    core = largest.map { components[$0] } ?? []
    coreShare = largest.map { Double(weights[$0]) / Double(max(1, total)) } ?? 0

    let ties = SymbolTies(of: graph, componentOf: condensation.componentOf)
    let floor = max(Self.leastLines, Int(Double(total) * Self.leastShare))
    var parts = [Array(components.indices)]
    var divisions: [Division] = []
    var known: [[Int]: Bisection?] = [:]
    while parts.count < mostParts {
      let tried = parts.indices.compactMap { index -> (part: Int, bisection: Bisection)? in
        let bisection =
          known[parts[index]] ?? BisectionSearch(parts[index], condensation.graph, weights, ties, leastLines: floor).best()
        known[parts[index]] = bisection
        return bisection.map { (index, $0) }
      }
      guard let best = tried.min(by: { ($0.bisection.cost, $0.part) < ($1.bisection.cost, $1.part) }) else { break }
      parts.replaceSubrange(best.part...best.part, with: [best.bisection.lower, best.bisection.upper])
      let files = parts.map { part in part.flatMap { components[$0] }.sorted() }
      divisions.append(Division(of: graph, into: Array(zip(PartNames(of: graph, files).all, files))))
    }
    self.divisions = divisions
  }
}

/// The symbols that join components, each with the component that declares it and those that use it.
struct SymbolTies {
  struct Tie {
    let declaring: Int
    /// Sorted, without the declaring one.
    let using: [Int]
    let weight: Int
  }

  private(set) var all: [Tie] = []
  /// The ties of each component, as indices: those of symbols that it declares, and those that it uses.
  private(set) var declared: [[Int]]
  private(set) var used: [[Int]]

  /// A symbol that has to be opened counts as much as this many that are visible already.
  private static let openingWeight = 4

  init(of graph: FileGraph, componentOf: [Int]) {
    let count = (componentOf.max() ?? -1) + 1
    (declared, used) = (Array(repeating: [], count: count), Array(repeating: [], count: count))
    var using: [Int: Set<Int>] = [:]
    for edge in graph.edges where componentOf[edge.from] != componentOf[edge.to] {
      for use in edge.uses { using[use.symbol, default: []].insert(componentOf[edge.from]) }
    }
    // Symbols with the same ends are one tie.
    var weights: [[Int]: Int] = [:]
    for (symbol, users) in using {
      let isVisible = (graph.effectiveAccess(of: symbol) ?? .internal) >= .package
      weights[[componentOf[graph.symbols[symbol].file]] + users.sorted(), default: 0] +=
        isVisible ? 1 : Self.openingWeight
    }
    for (ends, weight) in weights.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      declared[ends[0]].append(all.count)
      for user in ends.dropFirst() { used[user].append(all.count) }
      all.append(Tie(declaring: ends[0], using: Array(ends.dropFirst()), weight: weight))
    }
  }
}
