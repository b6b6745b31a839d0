/// Ways to divide a module into loosely coupled parts.
///
/// Files that depend on one another stay together, so that parts never do. Among the divisions that leave each part
/// enough lines, searches for those with the fewest symbols across the cut per line of the smaller part.
package struct Seams: Hashable, Sendable {
  /// Those with fewer parts first, then those with fewer symbols to open, then those with fewer symbols across. None is
  /// worse than another one with as many parts in both its symbols and the lines of its smallest part.
  package let divisions: [Division]
  /// The files of the largest set that depend on one another, sorted; empty if there is none.
  package let core: [Int]
  /// The lines of that set as a share of the module's, from 0 to 1.
  package let coreShare: Double

  /// The minimum shares of the module's lines in a part. The search is repeated with each of them, since the cheapest
  /// division often cuts off a small part.
  package static let leastShares = [0.1, 0.2, 0.3]
  /// The minimum number of lines that justify a separate module.
  package static let leastLines = 100

  /// - Parameter mostParts: the maximum number of parts; at least 2.
  /// - Complexity: O(files² + files · uses) for each division that is tried.
  package init(of graph: FileGraph, mostParts: Int = 4) {
    let files = CondensedFiles(graph)
    core = files.largestCycle
    coreShare = Double(core.reduce(0) { $0 + files.lines[$1] }) / Double(max(1, files.total))
    var found: [Division] = []
    for share in Self.leastShares {
      let floor = max(Self.leastLines, Int(Double(files.total) * share))
      for parts in files.divisions(mostParts: mostParts, leastLines: floor) {
        let division = Division(of: graph, into: Array(zip(PartNames(of: graph, parts).all, parts)))
        if !found.contains(division) { found.append(division) }
      }
    }
    divisions = found.filter { division in !found.contains { $0.isBetter(than: division) } }.sorted {
      ($0.parts.count, $0.openings.count, $0.crossingCount) < ($1.parts.count, $1.openings.count, $1.crossingCount)
    }
  }
}

extension Seams {
  /// Of the divisions into the most parts, the one with the fewest symbols to open; `nil` if there is none.
  package var bestOfMostParts: Division? { divisions.first { $0.parts.count == divisions.last?.parts.count } }
}

extension Division {
  /// The number of symbols used across the cut.
  package var crossingCount: Int { Set(crossings.lazy.flatMap(\.uses).map(\.symbol)).count }

  fileprivate func isBetter(than other: Division) -> Bool {
    let (least, otherLeast) = (parts.map(\.lines).min() ?? 0, other.parts.map(\.lines).min() ?? 0)
    let (cost, otherCost) = ((openings.count, crossingCount), (other.openings.count, other.crossingCount))
    return parts.count == other.parts.count && least >= otherLeast && cost.0 <= otherCost.0 && cost.1 <= otherCost.1
      && (least > otherLeast || cost < otherCost)
  }
}

/// The files of a module, with those that depend on one another combined.
private struct CondensedFiles {
  /// The lines of each file; 1 if the index has nothing of it.
  let lines: [Int]
  let total: Int
  private let condensation: Condensation
  private let components: [[Int]]
  private let weights: [Int]
  private let ties: SymbolTies

  init(_ graph: FileGraph) {
    // What a file for another system declares and uses is unknown here, so its lines justify no part.
    let known = Set(graph.symbols.map(\.file)).union(graph.edges.map(\.from))
    let lines = graph.files.enumerated().map { index, file in
      known.contains(index) || !file.foreignUses.isEmpty ? max(1, file.lines ?? 0) : 1
    }
    let condensation = graph.graph.condensation
    components = (0..<condensation.count).map { Array(condensation.members(of: $0)) }
    weights = components.map { $0.reduce(0) { $0 + lines[$1] } }
    ties = SymbolTies(of: graph, componentOf: condensation.componentOf)
    (self.condensation, self.lines, total) = (condensation, lines, lines.reduce(0, +))
  }

  var largestCycle: [Int] {
    components.indices.filter { components[$0].count > 1 }.max { weights[$0] < weights[$1] }.map { components[$0] }
      ?? []
  }

  /// Divisions into two parts, three and so on, until no part can be divided. Each step divides the part whose cut
  /// costs least.
  func divisions(mostParts: Int, leastLines: Int) -> [[[Int]]] {
    var parts = [Array(components.indices)]
    var cuts: [[Int]: SeamSearch.Cut?] = [:]
    var divisions: [[[Int]]] = []
    while parts.count < mostParts {
      var best: (place: Int, cut: SeamSearch.Cut)?
      for (place, part) in parts.enumerated() {
        let cut = cuts[part] ?? SeamSearch(part, condensation.graph, weights, ties, leastLines: leastLines).best()
        cuts[part] = cut
        if let cut, best.map({ cut.cost < $0.cut.cost }) ?? true { best = (place, cut) }
      }
      guard let best else { break }
      parts.replaceSubrange(best.place...best.place, with: [best.cut.lower, best.cut.upper])
      divisions.append(parts.map { part in part.flatMap { components[$0] }.sorted() })
    }
    return divisions
  }
}

/// The symbols that connect components, each with the component that declares it and those that use it.
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

  /// A symbol that has to be opened counts as much as this many that are already visible.
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
