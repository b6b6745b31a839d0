import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import Reports

/// What Mermaid itself, in a browser, makes of our texts.
@Suite(
  .enabled(if: Browser.isInstalled, Browser.needed), .enabled(if: MermaidLibrary.isInstalled, MermaidLibrary.needed))
struct MermaidBrowserTests {
  private func drawn(_ text: String) async throws -> MermaidPicture {
    try await Browser.open("<!doctype html><title>Mermaid</title><body></body>") { try await $0.mermaid(text) }
  }

  @Test func `layers are subgraphs, and every module and dependency is drawn`() async throws {
    let graph = ModuleGraph(["App": ["CartFeature", "Core"], "CartFeature": ["Core"], "Core": ["CartFeature"]])
    let layers = Layers([
      Layer(name: "app", modules: [Glob("App")]), Layer(name: "end", modules: [Glob("*Feature")]),
      Layer(name: "core", modules: [Glob("*")]),
    ])
    let picture = try await drawn(try Mermaid.text(Selection()(graph, layers: layers)))
    #expect(picture.nodes.sorted() == ["App", "CartFeature", "Core"])
    #expect(picture.edges == 4)
    #expect(picture.subgraphs.sorted() == ["app", "core", "end"])
  }

  @Test func `no name breaks a picture`() async throws {
    let words = ["end", "graph", "default", "subgraph", "class", "style", "click", "o", "x", "flowchart.Ä \"1\""]
    for graph in [
      HostileNames.graph,
      ModuleGraph(
        modules: words.map { Module(id: ModuleID(package: "P", name: $0), kind: .regular) },
        dependencies: zip(words, words.dropFirst()).map {
          Dependency(from: ModuleID(package: "P", name: $0), to: ModuleID(package: "P", name: $1))
        }),
    ] {
      let picture = try await drawn(try Mermaid.text(SelectedGraph(graph)))
      #expect(picture.nodes.count == graph.modules.count)
      #expect(picture.edges == graph.dependencies.count)
      if graph.modules.count == words.count { #expect(picture.nodes.sorted() == words.sorted()) }
    }
  }

  @Test func `the largest picture is within the limits`() async throws {
    var generator = SeededGenerator(seed: 1)
    let ids = (0..<400).map { ModuleID(package: "P", name: "Module\($0)WithALongNameThatTakesSpace") }
    let dependencies = (0..<3200).map { _ in (generator.below(400), generator.below(400)) }
      .filter { $0.0 > $0.1 }.map { Dependency(from: ids[$0.0], to: ids[$0.1]) }
    var style = PictureStyle()
    (style.budget, style.edges) = (nil, .all)
    let text = try Mermaid.text(
      SelectedGraph(
        ModuleGraph(modules: ids.map { Module(id: $0, kind: .regular) }, dependencies: Array(Set(dependencies)))),
      style: style)
    let picture = try await drawn(text)
    #expect(picture.edges == text.split(separator: "\n").count { $0.contains(" --> ") })
    #expect(!picture.nodes.isEmpty)
  }

  @Test func `what Mermaid cannot read fails`() async {
    await #expect(throws: (any Error).self) { try await drawn("flowchart TD\n  end --> (") }
  }
}
