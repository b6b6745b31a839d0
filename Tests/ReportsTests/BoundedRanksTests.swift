import ModuleGraph
import Testing

@testable import Reports

/// The ranks of a picture's nodes where each may stretch only so far.
struct BoundedRanksTests {
  /// A picture's nodes with their ranks, by module name.
  private struct Ranked {
    let geometry: PictureGeometry
    let ranks: BoundedRanks
    let direction: Arrangement.Direction

    init(
      _ edges: [(String, String)], alone: [String] = [], breadth: Double, direction: Arrangement.Direction = .down
    ) {
      func id(_ name: String) -> ModuleID { ModuleID(package: "P", name: name) }
      let names = Set(edges.flatMap { [$0.0, $0.1] } + alone).sorted()
      let graph = ModuleGraph(
        modules: names.map { Module(id: id($0), kind: .regular) },
        dependencies: edges.map { Dependency(from: id($0.0), to: id($0.1)) })
      var style = PictureStyle()
      style.edges = .all
      style.budget = nil
      geometry = PictureGeometry(GraphPicture(SelectedGraph(graph), style: style))
      ranks = BoundedRanks(geometry, breadth: breadth, direction: direction)
      self.direction = direction
    }

    subscript(name: String) -> Int? { geometry.ids.firstIndex(of: "P/\(name)").flatMap { ranks.ranks[$0] } }

    /// The names in each rank, sorted.
    var rows: [[String]] {
      let byRank = Dictionary(grouping: geometry.ids.indices.filter { ranks.ranks[$0] != nil }) { ranks.ranks[$0] ?? 0 }
      return byRank.keys.sorted().map { rank in
        (byRank[rank] ?? []).map { String(geometry.ids[$0].dropFirst(2)) }.sorted()
      }
    }

    /// How far a rank stretches, by rank.
    var lengths: [(count: Int, length: Double)] {
      let byRank = Dictionary(grouping: geometry.ids.indices.filter { ranks.ranks[$0] != nil }) { ranks.ranks[$0] ?? 0 }
      return byRank.values.map { nodes in
        let extents = nodes.map { direction == .down ? geometry.widths[$0] : PictureGeometry.height }
        return (nodes.count, extents.reduce(0) { $0 + $1 + PictureGeometry.nodeGap })
      }
    }
  }

  /// Room for so many of the short names of these tests beside one another.
  private func room(for nodes: Int) -> Double { (54 + PictureGeometry.nodeGap) * Double(nodes) }

  private func random(seed: UInt64, isCyclic: Bool) -> [(String, String)] {
    var generator = SeededGenerator(seed: seed)
    let pairs = Set((0..<120).map { _ in [generator.below(80), generator.below(80)] })
    return pairs.filter { isCyclic ? $0[0] != $0[1] : $0[0] < $0[1] }.sorted { $0.lexicographicallyPrecedes($1) }
      .map { ("Module\($0[0])", "Module\($0[1])") }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6] as [UInt64], [Arrangement.Direction.down, .right])
  func `every edge leads to a later rank and none stretches too far`(
    seed: UInt64, direction: Arrangement.Direction
  ) throws {
    let edges = random(seed: seed, isCyclic: false)
    let breadth = 700.0
    let ranked = Ranked(edges, alone: ["Alone"], breadth: breadth, direction: direction)
    for (from, to) in edges { #expect(try #require(ranked[from]) < #require(ranked[to])) }
    #expect(ranked["Alone"] == nil)
    #expect(ranked.lengths.allSatisfy { $0.length <= breadth || $0.count == 1 })
  }

  @Test(arguments: [7, 8, 9] as [UInt64])
  func `in a graph with cycles every node that has an edge has a rank`(seed: UInt64) {
    let edges = random(seed: seed, isCyclic: true)
    let ranked = Ranked(edges, breadth: 700)
    #expect(edges.allSatisfy { ranked[$0.0] != nil && ranked[$0.1] != nil })
    #expect(ranked.lengths.allSatisfy { $0.length <= 700 || $0.count == 1 })
  }

  @Test func `a node that is wider than the breadth has a rank of its own`() {
    let long = "AModuleWithANameThatNoRankHasRoomForBesideAnother"
    let ranked = Ranked([("A", "Z"), (long, "Z"), ("B", "Z")], breadth: room(for: 2))
    #expect(ranked.rows == [["A", "B"], [long], ["Z"]] || ranked.rows == [[long], ["A", "B"], ["Z"]])
  }

  @Test func `what has the longest way below it comes first where there is no room for all`() {
    let ranked = Ranked([("A", "Z"), ("B", "Z"), ("C", "D"), ("D", "Z")], breadth: room(for: 2))
    #expect(ranked["C"] == 0)
    #expect(ranked["D"] == 1 && ranked["Z"] == 2)
    #expect(ranked.rows.allSatisfy { $0.count <= 2 })
  }

  @Test func `what could stand nearer to what it depends on does`() {
    let edges = [("A", "B"), ("B", "C"), ("C", "D"), ("X", "D")]
    #expect(Ranked(edges, breadth: room(for: 3)).rows == [["A"], ["B"], ["C", "X"], ["D"]])
    // Without room beside the others it stays where it is, ahead of all.
    #expect(Ranked(edges, breadth: room(for: 1)).rows.allSatisfy { $0.count == 1 })
  }

  @Test func `what more depends on than it depends on stays with its dependents`() {
    let ranked = Ranked(
      [("A", "X"), ("B", "X"), ("X", "Z"), ("A", "C"), ("C", "D"), ("D", "Z")], breadth: room(for: 4))
    #expect(ranked["X"] == 1)
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `with its anchors every node below the first rank hangs together with it`(seed: UInt64) throws {
    let ranked = Ranked(random(seed: seed, isCyclic: false), breadth: 700)
    let count = ranked.geometry.ids.count
    let halves = [0..<count / 2, count / 2..<count]
    let anchors = ranked.ranks.anchors(halves)
    #expect(!anchors.isEmpty)
    for anchor in anchors {
      #expect(try #require(ranked.ranks.ranks[anchor.from]) < #require(ranked.ranks.ranks[anchor.to]))
    }
    let edges = ranked.geometry.all.edges.map { [$0.from, $0.to] } + anchors.map { [$0.from, $0.to] }
    for part in halves + [0..<count] {
      let within = edges.filter { part.contains($0[0]) && part.contains($0[1]) }
      let first = try #require(part.compactMap { ranked.ranks.ranks[$0] }.min())
      let roots = part.filter { ranked.ranks.ranks[$0] == first }
      let reached = reachable(from: roots, over: within)
      #expect(part.allSatisfy { ranked.ranks.ranks[$0] == nil || reached.contains($0) })
    }
  }

  private func reachable(from start: [Int], over edges: [[Int]]) -> Set<Int> {
    var reached = Set(start)
    while let edge = edges.first(where: { reached.contains($0[0]) != reached.contains($0[1]) }) {
      reached.formUnion(edge)
    }
    return reached
  }
}
