/// The consequences of dividing a module into several: the dependencies of the parts on one another and on other
/// modules.
package struct Division: Hashable, Sendable {
  package struct Part: Hashable, Sendable {
    package let name: String
    /// Indices of files, sorted.
    package let files: [Int]
    /// The lines of those files whose lines are known.
    package let lines: Int
    /// The modules that its files import or whose symbols they use, sorted by name.
    package let needs: [Need]
  }

  /// A part's use of another module.
  package struct Need: Hashable, Sendable, Encodable {
    /// The module's name in source code.
    package let module: String
    /// The number of its symbols that are used; 0 if it is only imported.
    package let symbols: Int
    package let importingFiles: Int
  }

  /// The symbols of another part that a part uses.
  package struct Crossing: Hashable, Sendable {
    /// Indices of parts.
    package let from: Int
    package let to: Int
    /// The most used ones first.
    package let uses: [CrossingUse]
  }

  package struct CrossingUse: Hashable, Sendable {
    /// The symbol's index in the graph of files.
    package let symbol: Int
    package let count: Int
    /// The files that use it, sorted.
    package let files: [Int]
  }

  /// A symbol that has to be more visible than it is.
  package struct Opening: Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable, Codable {
      /// Another part uses it.
      case used
      /// It is subclassed in another part, which only open classes can be.
      case subclassed
      /// A member of it is used by another part.
      case container
      /// A declaration that another part uses mentions it.
      case signature
      /// It fulfils a requirement for a type that another part uses.
      case requirement
    }

    /// The symbol's index in the graph of files.
    package let symbol: Int
    /// The required level: `package` or `open`. Packages of tools versions before 5.9 need `public` instead of
    /// `package`.
    package let access: AccessLevel
    package let reason: Reason
  }

  /// Parts that need one another, so that they cannot be modules.
  package struct Cycle: Hashable, Sendable {
    /// Indices of parts, sorted.
    package let parts: [Int]
    /// The crossings to remove: those that lead backward in the order of the parts with few such uses.
    package let holding: [Crossing]
  }

  /// In the given order.
  package let parts: [Part]
  /// Sorted by their ends.
  package let crossings: [Crossing]
  /// Sorted by their first part; empty if the parts can be modules.
  package let cycles: [Cycle]
  /// Sorted by symbol, each once.
  package let openings: [Opening]

  /// - Parameters:
  ///   - graph: the files of the module.
  ///   - parts: each file's index is in one of them.
  /// - Complexity: O(uses of symbols), and the sorting of the result.
  package init(of graph: FileGraph, into parts: [(name: String, files: [Int])]) {
    var partOf = [Int](repeating: -1, count: graph.files.count)
    for (index, part) in parts.enumerated() { for file in part.files { partOf[file] = index } }
    let crossings = Self.crossings(of: graph, partOf)
    self.parts = parts.map { part in
      Part(
        name: part.name, files: part.files.sorted(), lines: part.files.reduce(0) { $0 + (graph.files[$1].lines ?? 0) },
        needs: Self.needs(of: part.files, in: graph))
    }
    self.crossings = crossings
    cycles = Self.cycles(crossings, count: parts.count)
    openings = Openings(of: graph, crossings, partOf).all
  }

  private static func crossings(of graph: FileGraph, _ partOf: [Int]) -> [Crossing] {
    var found: [[Int]: [Int: (count: Int, files: [Int])]] = [:]
    for edge in graph.edges where partOf[edge.from] != partOf[edge.to] && partOf[edge.from] >= 0 && partOf[edge.to] >= 0
    {
      for use in edge.uses {
        found[[partOf[edge.from], partOf[edge.to]], default: [:]][use.symbol, default: (0, [])].count += use.count
        found[[partOf[edge.from], partOf[edge.to]]]?[use.symbol]?.files.append(edge.from)
      }
    }
    return found.map { ends, symbols in
      let uses = symbols.map { CrossingUse(symbol: $0, count: $1.count, files: $1.files.sorted()) }
      return Crossing(from: ends[0], to: ends[1], uses: uses.sorted { ($1.count, $0.symbol) < ($0.count, $1.symbol) })
    }.sorted { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  private static func needs(of files: [Int], in graph: FileGraph) -> [Need] {
    var (symbols, imports): ([String: Set<Int>], [String: Int]) = ([:], [:])
    for file in files {
      for module in graph.files[file].imports { imports[module, default: 0] += 1 }
      for use in graph.files[file].foreignUses {
        guard let module = graph.foreignSymbols[use.symbol].module else { continue }
        symbols[module, default: []].insert(use.symbol)
      }
    }
    return Set(symbols.keys).union(imports.keys).sorted().map {
      Need(module: $0, symbols: symbols[$0]?.count ?? 0, importingFiles: imports[$0] ?? 0)
    }
  }

  private static func cycles(_ crossings: [Crossing], count: Int) -> [Cycle] {
    let graph = IndexedGraph(vertexCount: count, edges: crossings.map { (from: $0.from, to: $0.to) })
    return graph.cyclicComponents.map { parts in
      let inside = crossings.filter { parts.contains($0.from) && parts.contains($0.to) }
      var rank: [Int: Int] = [:]
      // Parts that use little of what is not yet placed come first.
      while let next = parts.filter({ rank[$0] == nil }).min(by: { left, right in
        (weight(of: left, inside, rank), left) < (weight(of: right, inside, rank), right)
      }) {
        rank[next] = rank.count
      }
      return Cycle(parts: parts, holding: inside.filter { rank[$0.from, default: 0] < rank[$0.to, default: 0] })
    }
  }

  private static func weight(of part: Int, _ crossings: [Crossing], _ rank: [Int: Int]) -> Int {
    crossings.reduce(0) { $0 + ($1.from == part && rank[$1.to] == nil ? $1.uses.count : 0) }
  }
}
