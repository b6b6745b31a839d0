#if canImport(FoundationXML)
  import FoundationXML
#endif
import Foundation
import GraphImages
import ModuleGraph
import Reports
import Testing
import TestSupport

struct GraphImageTests {
  private let dot = DOT.text(
    GraphPicture(SelectedGraph(ModuleGraph(["App": ["Feature", "Core"], "Feature": ["Core"]]))))

  private func drawn(_ dot: String, _ format: GraphImage.Format) throws -> [UInt8] {
    try #require(try GraphDrawing(dot: dot, as: [format]).images.first).bytes
  }

  @Test func `names are not taken for Graphviz's escapes`() throws {
    let names = ["a\\Nb", "c\\Gd", "e\\Lf", "g\\nh", "i\\\\Nj", "k\\Tl", "m\\El", "\\N", "o\\"]
    let modules = names.map { Module(id: ModuleID(package: "P", name: $0), kind: .regular) }
    let edges = modules.dropFirst().map { Dependency(from: $0.id, to: modules[0].id, kind: .target) }
    let picture = GraphPicture(SelectedGraph(ModuleGraph(modules: modules, dependencies: edges)))
    let svg = try XMLDocument(data: Data(drawn(DOT.text(picture), .svg)), options: [])
    let texts = try svg.nodes(forXPath: "//*[local-name() = 'text']").compactMap(\.stringValue)
    for name in names { #expect(texts.contains { $0.hasSuffix(name) }, "\(name): \(texts)") }
    let titles = try svg.nodes(forXPath: "//@*[local-name() = 'title']").compactMap(\.stringValue)
    #expect(!titles.contains { $0.contains("modules") }, "\(titles)")
  }

  @Test func oneLayoutGivesTheSameImagesAsOneForEach() throws {
    let formats: [GraphImage.Format] = [.png, .svg, .pdf, .png]
    let images = try GraphDrawing(dot: dot, as: formats).images
    #expect(images.map(\.format) == formats)
    for image in images { #expect(try drawn(dot, image.format) == image.bytes) }
  }

  @Test func boxesStandInTheSameOrderWhereverTheirNamesLieInMemory() throws {
    let boxes = (0..<12).map { box in
      "subgraph cluster_\(box * 7 % 12) { label=\"Box \(box)\"; a\(box); b\(box); a\(box) -> b\(box) }"
    }
    let edges = (0..<11).flatMap { box in ["a\(box) -> b\(box + 1)", "a\(box % 3) -> a\(box + 1)"] }
    let dot = "digraph modules {\n" + (boxes + edges).joined(separator: "\n") + "\n}"
    var generator = SeededGenerator(seed: 1)
    var drawings: Set<[UInt8]> = []
    for _ in 0..<8 {
      // Names go wherever there is room among other things.
      let blocks = (0..<4000).map { _ in malloc(Int.random(in: 8..<208, using: &generator)) }
      let (freed, kept) = (blocks.shuffled(using: &generator).prefix(2000), Set(blocks))
      freed.forEach { free($0) }
      drawings.insert(try drawn(dot, .svg))
      kept.subtracting(freed).forEach { free($0) }
    }
    #expect(drawings.count == 1)
  }

  @Test func aBitmapThatWouldBeTooLargeHasFewerDots() throws {
    // A picture of 400 by 300 inches would have 57,600 by 43,200 pixels.
    let wide = "digraph { node [shape=box, fixedsize=true, width=400, height=300]; a }"
    let image = try #require(try GraphDrawing(dot: wide, as: [.png]).images.first)
    #expect(image.reducedResolution == 18)
    let size = image.bytes[16..<24].reduce(into: [UInt8]()) { $0.append($1) }
    let (width, height) = (size[0..<4].reduce(0) { $0 << 8 | Int($1) }, size[4..<8].reduce(0) { $0 << 8 | Int($1) })
    #expect((30_000_000...40_000_000).contains(width * height))
    #expect(try #require(try GraphDrawing(dot: dot, as: [.png]).images.first).reducedResolution == nil)
  }

  @Test func aDrawingIsAsLargeAsItsLayoutUnlessItNearlyFitsAPage() throws {
    func svgWidth(_ inches: Int) throws -> (layout: Double, drawn: Double) {
      let dot = "digraph { node [shape=box, fixedsize=true, width=\(inches)]; a }"
      #expect(try GraphDrawing(dot: dot, as: [.svg]) { _, _ in false }.images.isEmpty)
      let drawing = try GraphDrawing(dot: dot, as: [.svg])
      let svg = String(decoding: try #require(drawing.images.first).bytes, as: UTF8.self)
      let width = try #require(svg.firstMatch(of: #/svg width="([0-9]+)pt"/#)?.1)
      return (drawing.width, try #require(Double(width)))
    }
    let (small, near, large) = (try svgWidth(10), try svgWidth(45), try svgWidth(60))
    #expect(abs(small.drawn - small.layout) < 12)
    #expect(near.layout > 3200 && (2990...3012).contains(near.drawn))
    #expect(abs(large.drawn - large.layout) < 12, "what is larger by far would lose its words")
  }

  @Test func noEdgePassesThroughTheTitleOfABox() throws {
    let dot = """
      digraph { a [pos=x, shape=box, width=0.4]
        subgraph cluster_0 { label="A title"; labeljust=l; margin=14; b [shape=box, width=4]; c [shape=box, width=4] }
        a -> b [headport=nw]; a -> c; a -> b }
      """
    let svg = String(decoding: try drawn(dot, .svg), as: UTF8.self)
    let title = try #require(
      svg.firstMatch(of: #/<text text-anchor="middle" x="([-0-9.]+)" y="([-0-9.]+)"[^>]*>A title/#))
    let (x, y) = (try #require(Double(title.1)), try #require(Double(title.2)))
    let points = svg.matches(of: #/<path fill="none" stroke="black" d="([^"]+)"/#).flatMap { path in
      Bezier(String(path.1)).points
    }
    #expect(points.count > 100)
    #expect(!points.contains { abs($0.x - x) < 18 && $0.y < y + 2 && $0.y > y - 10 })
  }

  @Test func aCompletedSVGHasWordsTooltipsAndDarkColours() throws {
    let picture = GraphPicture(SelectedGraph(HostileNames.graph))
    let bytes = SVG.finished(try drawn(DOT.text(picture), .svg), picture)
    let parser = XMLParser(data: Data(bytes))
    let elements = Elements()
    parser.delegate = elements
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(elements.attributes.first?["role"] == "img")
    #expect(elements.titles.first == #"Module graph of pack"age<&>"#)
    let ids = elements.attributes.compactMap { $0["id"] }
    #expect(Set(ids).count == ids.count)
    #expect(ids.contains(#"pack"age<%26;>/quote"name"#))
    #expect(ids.allSatisfy { !$0.contains { $0.isWhitespace } })
    #expect(elements.titles.contains(#"pack"age<&>/&lt;, module, 1 line"#))
    #expect(elements.titles.contains("amp&ersand → apostrophe'name"))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("@media (prefers-color-scheme: dark)"))
    #expect(!text.contains("xlink:title"))
    #expect(!text.contains("<!DOCTYPE"))
    #expect(text.split(separator: "class=\"node\"").count == HostileNames.all.count + 1)
  }

  @Test func layersStandAboveOneAnotherWhateverDependsOnWhat() throws {
    let graph = ModuleGraph([
      "App": ["ShopFeature", "CartFeature", "Core", "Log"], "ShopFeature": ["Core"], "CartFeature": ["ShopFeature"],
      // Against the order, and in a cycle.
      "Core": ["CartFeature"], "Log": [],
    ])
    let layers = Layers([
      Layer(name: "app", modules: [Glob("App")]), Layer(name: "features", modules: [Glob("*Feature")]),
      Layer(name: "core", modules: [Glob("*")]),
    ])
    let picture = GraphPicture(try Selection()(graph, layers: layers))
    #expect(picture.isLayered)
    let svg = String(decoding: try drawn(DOT.text(picture), .svg), as: UTF8.self)
    func height(of name: String) throws -> Double {
      let line = try #require(svg.split(separator: "\n").first { $0.hasSuffix(">\(name)</text>") })
      let value = try #require(line.firstMatch(of: #/y="(-?[0-9.]+)"/#)?.1)
      return try #require(Double(value))
    }
    let names = ["App", "CartFeature", "ShopFeature", "Core"]
    let heights = try names.map(height)
    #expect(heights == heights.sorted(), "\(heights)")
    #expect(try height(of: "Log") > height(of: "ShopFeature"))
    #expect(try height(of: "app") < height(of: "features"))
    #expect(try height(of: "features") < height(of: "core"))
  }

  @Test(arguments: GraphImage.Format.allCases)
  func theSameTextGivesTheSameBytes(format: GraphImage.Format) throws {
    let first = try drawn(dot, format)
    // PDF would tell the second in which it was made.
    Thread.sleep(forTimeInterval: format == .pdf ? 1.1 : 0)
    #expect(try drawn(dot, format) == first)
    #expect(first.count > 500)
  }

  @Test func everyFormatIsWhatItSays() throws {
    #expect(try drawn(dot, .png).starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A]))
    #expect(try drawn(dot, .pdf).starts(with: Array("%PDF-".utf8)))
    let svg = String(decoding: try drawn(dot, .svg), as: UTF8.self)
    for name in ["App", "Feature", "Core"] { #expect(svg.contains(">\(name)</text>")) }
  }

  @Test(arguments: GraphImage.Format.allCases)
  func namesThatBreakOtherToolsAreDrawn(format: GraphImage.Format) throws {
    let picture = GraphPicture(SelectedGraph(HostileNames.graph))
    #expect(picture.nodeCount == HostileNames.all.count)
    let bytes = try drawn(DOT.text(picture), format)
    guard format == .svg else { return }
    let svg = String(decoding: bytes, as: UTF8.self)
    #expect(
      svg.split(separator: "class=\"node\"").count == HostileNames.all.count + 1, "no name splits a node or joins two")
    #expect(svg.split(separator: "class=\"edge\"").count == HostileNames.all.count)
    #expect(!svg.contains("</table>"))
  }

  @Test func textThatIsNoGraphIsRefusedInGraphvizWords() {
    let error = #expect(throws: GraphImageError.self) { try drawn("digraph {", .svg) }
    #expect(error?.description.contains("syntax error") == true)
    #expect(throws: Never.self) { try drawn(dot, .svg) }
  }

  @Test func manyThreadsMayDrawAtOnce() async throws {
    let expected = try drawn(dot, .svg)
    let results = await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { [dot] in try? drawn(dot, .svg) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(results.allSatisfy { $0 == expected })
  }
}

/// The elements of an XML document.
private final class Elements: NSObject, XMLParserDelegate {
  var attributes: [[String: String]] = []
  var titles: [String] = []
  private var isInTitle = false

  func parser(
    _: XMLParser, didStartElement name: String, namespaceURI _: String?, qualifiedName _: String?,
    attributes: [String: String]
  ) {
    self.attributes.append(attributes)
    isInTitle = name == "title"
    if isInTitle { titles.append("") }
  }

  func parser(_: XMLParser, foundCharacters text: String) {
    if isInTitle { titles[titles.count - 1] += text }
  }

  func parser(_: XMLParser, didEndElement _: String, namespaceURI _: String?, qualifiedName _: String?) {
    isInTitle = false
  }
}

/// A path of SVG, as points close to one another.
private struct Bezier {
  var points: [(x: Double, y: Double)] = []

  init(_ path: String) {
    let numbers = path.matches(of: #/-?[0-9.]+/#).compactMap { Double($0.0) }
    let corners = stride(from: 0, to: numbers.count - 1, by: 2).map { (x: numbers[$0], y: numbers[$0 + 1]) }
    for start in stride(from: 0, to: corners.count - 3, by: 3) {
      for step in 0...100 {
        let time = Double(step) / 100
        let rest = 1 - time
        let weights = [rest * rest * rest, 3 * rest * rest * time, 3 * rest * time * time, time * time * time]
        let parts = zip(weights, corners[start...])
        points.append((parts.reduce(0) { $0 + $1.0 * $1.1.x }, parts.reduce(0) { $0 + $1.0 * $1.1.y }))
      }
    }
  }
}
