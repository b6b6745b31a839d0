import ModuleGraph
import TestSupport
import Testing

struct SeamsTests {
  @Test func `two halves with few references are found`() throws {
    let graph = planted(halves: 12, each: 8, seed: 1)
    let two = try #require(Seams(of: graph, mostParts: 2).divisions.first)
    #expect(two.cycles.isEmpty && two.parts.count == 2)
    #expect(Set(two.parts.map { Set(graph.stems($0.files).map { $0.first }) }) == [["L"], ["U"]])
    #expect(two.crossingCount == 2)
  }

  /// The parts are planted with more references inside than across, and files are named for their parts.
  @Test(arguments: 1...20)
  func `planted seams are found, whatever the references inside`(seed: UInt64) throws {
    let graph = planted(halves: 30, each: 5, seed: seed)
    let two = try #require(Seams(of: graph, mostParts: 2).divisions.first)
    #expect(two.cycles.isEmpty && two.crossingCount <= 2)
  }

  @Test func `files that need one another stay together`() {
    // A ring through most files, and some that only use it.
    let ring = (0..<20).map { ("R\($0)", ["R\(($0 + 1) % 20)"]) }
    let users = (0..<10).map { ("U\($0)", ["R0"]) }
    let graph = FileGraph(ring + users)
    let seams = Seams(of: graph)
    #expect(graph.stems(seams.core).count == 20 && seams.coreShare == 20.0 / 30)
    for division in seams.divisions {
      #expect(division.cycles.isEmpty)
      let core = Set(seams.core)
      #expect(division.parts.contains { core.isSubset(of: $0.files) })
    }
  }

  @Test func `a module that is one cycle, or small, has no seam`() {
    #expect(Seams(of: FileGraph((0..<9).map { ("R\($0)", ["R\(($0 + 1) % 9)"]) })).divisions.isEmpty)
    #expect(Seams(of: FileGraph(["A": [], "B": []], lines: 40)).divisions.isEmpty)
    #expect(Seams(of: FileGraph([:])).divisions.isEmpty)
  }

  /// An index has nothing of a file within `#if os(Windows)`.
  @Test func `files for other systems, of which an index knows nothing, justify no part`() {
    func seams(known: Bool) -> Seams {
      let ring = (0..<9).map { index in
        FileSymbols(
          path: "Sources/M/R\(index).swift", lines: 100,
          declarations: [.init(usr: "R\(index)", name: "R\(index)", kind: .struct, line: 1)],
          uses: [.init(usr: "R\((index + 1) % 9)", name: "R", kind: .struct, line: 2)])
      }
      let others = (0..<4).map { index in
        FileSymbols(
          path: "Sources/M/Windows\(index).swift", lines: 100,
          declarations: known ? [.init(usr: "W\(index)", name: "W\(index)", kind: .struct, line: 1)] : [], uses: [])
      }
      return Seams(of: FileGraph(module: ModuleID(package: "P", name: "M"), folder: "Sources/M", ring + others))
    }
    #expect(!seams(known: true).divisions.isEmpty)
    #expect(seams(known: false).divisions.isEmpty)
  }

  @Test(arguments: 1...10)
  func `every division is possible, complete, and leaves each part its share of the lines`(seed: UInt64) {
    let graph = planted(halves: 20, each: 4, seed: seed, across: 12)
    let seams = Seams(of: graph, mostParts: 4)
    #expect(!seams.divisions.isEmpty)
    for division in seams.divisions {
      #expect(division.cycles.isEmpty)
      #expect(division.parts.flatMap(\.files).sorted() == Array(graph.files.indices))
      #expect(Set(division.parts.map(\.name)).count == division.parts.count)
      let total = division.parts.reduce(0) { $0 + $1.lines }
      for part in division.parts { #expect(Double(part.lines) >= Seams.leastShares[0] * Double(total) - 1) }
    }
    #expect(seams == Seams(of: graph, mostParts: 4))
  }

  /// A thousand in a whole campaign.
  @Test func `hundreds of files are no obstacle`() throws {
    let graph = planted(halves: Campaign.isWhole ? 500 : 100, each: 6, seed: 3)
    let two = try #require(Seams(of: graph, mostParts: 2).divisions.first)
    #expect(two.cycles.isEmpty && two.crossingCount <= 2)
  }

  @Test func `parts are named for their folder, and the largest keeps the module's name`() throws {
    func file(_ path: String, _ usr: String, uses: String...) -> FileSymbols {
      FileSymbols(
        path: "Sources/M/\(path)", lines: 100, declarations: [.init(usr: usr, name: usr, kind: .struct, line: 1)],
        uses: uses.map { .init(usr: $0, name: $0, kind: .struct, line: 2) })
    }
    let graph = FileGraph(
      module: ModuleID(package: "P", name: "M"), folder: "Sources/M",
      [
        file("App.swift", "a", uses: "b"), file("Main.swift", "b", uses: "a", "n1"), file("More.swift", "m", uses: "b"),
        file("net-work/One.swift", "n1", uses: "n2"), file("net-work/Two.swift", "n2", uses: "n1"),
      ])
    let division = try #require(Seams(of: graph).divisions.first)
    #expect(division.parts.map(\.name) == ["MNetWork", "M"])
  }

  /// Two halves of as many files, each of which uses some of its half that come before it, and the upper half few of the
  /// lower one.
  private func planted(halves count: Int, each uses: Int, seed: UInt64, across: Int = 2) -> FileGraph {
    var random = SeededGenerator(seed: seed)
    func inside(_ half: String) -> [(String, [String])] {
      (0..<count).map { file in
        let used = (0..<(file == 0 ? 0 : uses)).map { _ in "\(half)\(Int.random(in: 0..<file, using: &random))" }
        // The middle holds each half together.
        return ("\(half)\(file)", used + (file > count / 2 ? ["\(half)\(count / 2)"] : []))
      }
    }
    let crossing = (0..<across).map { ("U\($0)", ["L\($0 % count).f"]) }
    return FileGraph(inside("L") + inside("U") + crossing)
  }
}
