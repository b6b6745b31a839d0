import BuildAnalysis
import Foresight
import ModuleGraph
import Testing

@testable import Reports

/// What the picture of a prediction shows, from a build that was really recorded.
@Suite struct WhatIfPictureTests {
  private func picture(_ changes: StructureChange...) throws -> GraphPicture {
    try WhatIfExample().report(changes).picture
  }

  @Test func `predicted seconds are colours, and the border shows the change`() throws {
    let picture = try picture(.merge(["ArgumentParser", "ArgumentParserToolInfo"], into: "Parser"))
    let (app, new) = (
      try #require(picture.nodes.first { $0.title == "generate-manual" }),
      try #require(picture.nodes.first { $0.title == "Parser" })
    )
    #expect(Set(Palette.sequence.map(\.fill)).isSuperset(of: [app.paint.fill, new.paint.fill]))
    #expect(app.paint.fill != new.paint.fill && new.paint.stroke == Palette.added.stroke)
    #expect(picture.legend.contains { $0.text == "predicted seconds of CPU time:" })
    let added = picture.legend.first { $0.text == "added" }
    #expect(added?.symbol == .area(.init(fill: Palette.neutral.fill, stroke: Palette.added.stroke)))
  }

  @Test func `a dependency that follows its module is moved, not cut and new`() throws {
    let merged = try picture(.merge(["ArgumentParser", "ArgumentParserToolInfo"], into: "Parser"))
    #expect(merged.edges.map(\.role) == [.removed, .changed])
    let instead = "instead of generate-manual → ArgumentParser and generate-manual → ArgumentParserToolInfo"
    #expect(merged.edges.last?.tooltip == "generate-manual → Parser, moved, \(instead)", "\(merged.edges)")
    #expect(merged.legend.contains { $0 == .init(symbol: .edge(.changed), text: "moved") })
    #expect(!merged.legend.contains { $0.symbol == .edge(.added) })
    let hidden = try picture(.interface("ArgumentParserToolInfo"))
    let moved = hidden.edges.filter { $0.role == .changed }
    #expect(moved.map(\.from) == ["ArgumentParser/ArgumentParser"], "\(hidden.edges)")
    #expect(moved.map(\.to) == ["ArgumentParser/ArgumentParserToolInfoInterface"])
    #expect(hidden.edges.contains { $0.role == .added } && !hidden.edges.contains { $0.role == .removed })
    let cut = try picture(.cut("ArgumentParser", "ArgumentParserToolInfo"))
    #expect(cut.edges.contains { $0.role == .removed } && !cut.legend.contains { $0.text == "moved" })
  }

  @Test func `a change of costs or of the machine shows the seconds of all modules`() throws {
    for change: StructureChange in [.cost("ArgumentParser", factor: 0.5), .cores(8)] {
      let picture = try picture(change)
      #expect(picture.nodes.map(\.title).sorted() == ["ArgumentParser", "ArgumentParserToolInfo", "generate-manual"])
      #expect(picture.nodes.allSatisfy { $0.detail?.contains("≈") == true })
      #expect(picture.notes == ["The module graph is the same."])
    }
  }

  @Test func `a note names no option that the command does not have`() throws {
    let ids = (0..<40).map { ModuleID(package: "P", name: "M\($0)") }
    func chain(without cut: Int) -> ModuleGraph {
      ModuleGraph(
        modules: ids.map { Module(id: $0, kind: .regular) },
        dependencies: zip(ids, ids.dropFirst()).dropFirst(cut).map { Dependency(from: $0, to: $1) })
    }
    var style = PictureStyle()
    style.namesOptions = false
    let picture = GraphPicture(try GraphDifference(from: chain(without: 0), to: chain(without: 1)), style: style)
    #expect(picture.notes == ["not shown: 37 modules farther from what changed"])
  }
}
