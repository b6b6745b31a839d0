@testable import BuildAnalysis
import Foresight
import ModuleGraph
import Testing

/// What an index says of the parts of a module that a proposal divides.
@Suite struct ProposedDivisionTests {
  /// Files that each declare a type of their name, and what they use.
  private func files(_ uses: [String: [String]]) -> FileGraph {
    FileGraph(
      module: MadeWorld.id("Store"), folder: "Sources/Store",
      uses.map { name, used in
        FileSymbols(
          path: "Sources/Store/\(name).swift", lines: 100,
          declarations: [.init(usr: name, name: name, kind: .struct, line: 1)],
          uses: used.enumerated().map { .init(usr: $1, name: $1, kind: .struct, line: $0 + 2) })
      })
  }

  private let split = StructureChange.split(
    "Store", [.init(name: "Store", files: ["A.swift"]), .init(name: "Disk", files: ["B.swift", "C.swift"])])

  @Test func `parts depend on one another as their files do`() throws {
    let graph = files(["A": ["B"], "B": ["C"], "C": []])
    let (proposal, divisions) = try Proposal([split]).divided(["Store": graph], in: MadeWorld.shop.graph)
    #expect(proposal.changes == [split, .add("Store", "Disk")])
    #expect(divisions.map(\.division.crossings.count) == [1])
    let stated = Proposal([split, .add("Store", "Disk")])
    #expect(try stated.divided(["Store": graph], in: MadeWorld.shop.graph).proposal == stated)
    let free = files(["A": [], "B": [], "C": []])
    #expect(try Proposal([split]).divided(["Store": free], in: MadeWorld.shop.graph).proposal.changes == [split])
    #expect(try Proposal([split]).divided([:], in: MadeWorld.shop.graph).divisions.isEmpty)
  }

  @Test func `parts that need one another are an error that names files and symbols`() throws {
    let graph = files(["A": ["B"], "B": [], "C": ["A"]])
    let error = try #require(throws: ProposalError.self) {
      try Proposal([split]).divided(["Store": graph], in: MadeWorld.shop.graph)
    }
    #expect(
      "\(error)".hasPrefix(
        "The files of Store need one another across the cut: Store → Disk (B of B.swift in A.swift); Disk → Store "
          + "(A of A.swift in C.swift). "), "\(error)")
  }

  @Test func `a seam divides by folders where it can, and its proposal is possible`() throws {
    let names = ["Disk/A", "Disk/B", "Net/C", "Net/D", "Net/Old/E", "Store"]
    let graph = files(
      Dictionary(
        uniqueKeysWithValues: names.map { ($0, $0.hasPrefix("Disk") ? ["Disk/A", "Disk/B"] : ["Net/C", "Store"]) })
    )
    let seam = try #require(graph.seams.first)
    let (proposal, divisions) = try Proposal(seam.changes).divided(["Store": graph], in: MadeWorld.shop.graph)
    #expect(proposal.changes == seam.changes && divisions.count == 1 && seam.openings.isEmpty)
    guard case .split("Store", let parts) = seam.changes.first else {
      Issue.record("\(seam)")
      return
    }
    #expect(Set(parts.map(\.files)) == [["Disk/**"], ["Net/**", "Store.swift"]])
  }

  @Test func `files that move take their needs along`() throws {
    let graph = files(["A": ["B"], "B": [], "C": []])
    let move = StructureChange.move(["B.swift"], from: "Store", to: "Net")
    let moved = try Proposal([move]).divided(["Store": graph], in: MadeWorld.shop.graph).proposal
    #expect(moved.changes == [move, .add("Store", "Net")])
    let needed = StructureChange.move(["A.swift"], from: "Store", to: "Core")
    let error = try #require(throws: ProposalError.self) {
      try Proposal([needed]).divided(["Store": graph], in: MadeWorld.shop.graph)
    }
    #expect(
      "\(error)".hasPrefix(
        "The files of Store need one another across the cut: Core → Store (B of B.swift in A.swift), while Store depends on "
          + "Core. Divide it differently"), "\(error)")
    let apart = Proposal([needed, .cut("Store", "Core")])
    #expect(try apart.divided(["Store": graph], in: MadeWorld.shop.graph).proposal.changes.count == 3)
    let below = StructureChange.move(["B.swift"], from: "Store", to: "Core")
    #expect(try Proposal([below]).divided(["Store": graph], in: MadeWorld.shop.graph).proposal.changes == [below])
  }

  @Test func `equivalent lines are those of the modules where all cost the same, and follow slow code`() throws {
    let world = MadeWorld.shop
    let same = try world.recorded.forecast(Proposal([.cut("Search", "Cart")])).equivalentLines
    for target in world.targets where !target.dependencies.isEmpty {
      let lines = Double(same[MadeWorld.id(target.name)] ?? 0)
      #expect(abs(lines / Double(target.lines) - 1) < 0.35, "\(target.name): \(lines) of \(target.lines)")
    }
    let slow = try world.recorded.forecast(Proposal([.cost("Cart", factor: 2)])).equivalentLines
    #expect(slow[MadeWorld.id("Cart")] ?? 0 > 1500)
  }
}
