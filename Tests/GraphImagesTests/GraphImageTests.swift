import Foundation
import GraphImages
import ModuleGraph
import Reports
import Testing
import TestSupport

struct GraphImageTests {
  private let dot = DOT.text(
    GraphPicture(SelectedGraph(ModuleGraph(["App": ["Feature", "Core"], "Feature": ["Core"]]))))

  @Test(arguments: GraphImage.Format.allCases)
  func theSameTextGivesTheSameBytes(format: GraphImage.Format) throws {
    let first = try GraphImage.render(dot: dot, as: format)
    // PDF would tell the second in which it was made.
    Thread.sleep(forTimeInterval: format == .pdf ? 1.1 : 0)
    #expect(try GraphImage.render(dot: dot, as: format) == first)
    #expect(first.count > 500)
  }

  @Test func everyFormatIsWhatItSays() throws {
    #expect(try GraphImage.render(dot: dot, as: .png).starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]))
    #expect(try GraphImage.render(dot: dot, as: .pdf).starts(with: Array("%PDF-".utf8)))
    let svg = String(decoding: try GraphImage.render(dot: dot, as: .svg), as: UTF8.self)
    for name in ["App", "Feature", "Core"] { #expect(svg.contains(">\(name)</text>")) }
  }

  @Test(arguments: GraphImage.Format.allCases)
  func namesThatBreakOtherToolsAreDrawn(format: GraphImage.Format) throws {
    let picture = GraphPicture(SelectedGraph(HostileNames.graph))
    #expect(picture.nodeCount == HostileNames.all.count)
    let bytes = try GraphImage.render(dot: DOT.text(picture), as: format)
    guard format == .svg else { return }
    let svg = String(decoding: bytes, as: UTF8.self)
    #expect(
      svg.split(separator: "class=\"node\"").count == HostileNames.all.count + 1, "no name splits a node or joins two")
    #expect(svg.split(separator: "class=\"edge\"").count == HostileNames.all.count)
    #expect(!svg.contains("</table>"))
  }

  @Test func textThatIsNoGraphIsRefusedInGraphvizWords() {
    let error = #expect(throws: GraphImageError.self) { try GraphImage.render(dot: "digraph {", as: .svg) }
    #expect(error?.description.contains("syntax error") == true)
    #expect(throws: Never.self) { try GraphImage.render(dot: dot, as: .svg) }
  }

  @Test func manyThreadsMayDrawAtOnce() async throws {
    let expected = try GraphImage.render(dot: dot, as: .svg)
    let results = await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { [dot] in try? GraphImage.render(dot: dot, as: .svg) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.allSatisfy { $0 == expected })
  }
}
