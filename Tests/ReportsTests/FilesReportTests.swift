import BuildAnalysis
import Foresight
import Configuration
import ModuleGraph
import Reports
import TestSupport
import Testing

struct FilesReportTests {
  /// `Up` uses two symbols of `Low`, one of which the compiler made.
  private static func graph() -> FileGraph {
    func file(_ name: String, uses: [FileSymbols.Use] = [], _ declarations: FileSymbols.Declaration...) -> FileSymbols {
      FileSymbols(
        path: "Sources/M/\(name).swift", lines: 100, declarations: declarations, uses: uses,
        imports: name == "Low" ? ["Other"] : [])
    }
    return FileGraph(
      module: ModuleID(package: "P", name: "M"), folder: "Sources/M",
      [
        file(
          "Low", .init(usr: "L", name: "Low", kind: .struct, line: 1),
          .init(usr: "i", name: "init()", kind: .initializer, line: 1, isImplicit: true, container: "L")),
        file(
          "Up",
          uses: [
            .init(usr: "L", name: "Low", kind: .struct, line: 4), .init(usr: "L", name: "Low", kind: .struct, line: 3),
            .init(usr: "i", name: "init()", kind: .initializer, line: 3),
            .init(usr: "m", name: "m", kind: .macro, line: 3),
          ], .init(usr: "m", name: "m", kind: .macro, line: 1)),
        file("Upper", uses: [.init(usr: "m", name: "m", kind: .macro, line: 9)]),
      ])
  }

  private func text(_ rendering: String, of report: GraphReport) throws -> String {
    return try report.text(rendering)
  }

  private func report(seams: Seams?, _ graph: FileGraph = graph()) -> GraphReport {
    let modules = graph.moduleGraph
    return GraphReport(
      modules, Selection(), SelectedGraph(modules), style: PictureStyle(), files: ModuleFiles(graph, seams: seams))
  }

  @Test func `divisions are told with their parts, what crosses the cut and what to open`() throws {
    let graph = Self.graph()
    try expectSnapshot(text("text", of: report(seams: Seams(of: graph, mostParts: 3))), named: "seams.txt")
  }

  @Test func `a module without a seam is said to have none`() throws {
    let graph = FileGraph(
      module: ModuleID(package: "P", name: "M"), folder: ".", [FileSymbols(path: "A.swift", lines: 9)])
    #expect(
      try text("text", of: report(seams: Seams(of: graph), graph))
        == "No cut of M (1 file) leaves two parts of a tenth of its lines each.\n")
  }

  @Test func `a division is a proposal for what-if, and nothing else is`() throws {
    let graph = Self.graph()
    let seams = Seams(of: graph, mostParts: 3)
    let file = try text("yaml", of: report(seams: seams))
    let division = try #require(seams.divisions.last)
    #expect(try Proposal(yaml: Array(file.utf8), file: "p.yml").changes == graph.seam(of: division).changes)
    #expect(throws: (any Error).self) { try text("yaml", of: report(seams: nil)) }
  }

  @Test func `edges of files are told with their symbols`() throws {
    let selected = SelectedGraph(Self.graph().moduleGraph)
    let why = Why(try selected.node(named: "Upper.swift"), to: try selected.node(named: "Low.swift"), in: selected)
    #expect(
      Text.why(why) == """
        Upper.swift depends on Low.swift in 2 steps:
          Upper.swift
          → Up.swift   Sources/M/Upper.swift:9  m
          → Low.swift  Sources/M/Up.swift:3     Low (2), Low.init()
        There is no other path.

        """)
    #expect(Text.tree(selected).hasSuffix("\n3 files, 2 dependencies\n"))
    let picture = GraphPicture(selected)
    #expect(picture.title == "Files of M")
    #expect(picture.edges.map(\.tooltip) == ["Up.swift → Low.swift: Low (2), Low.init()", "Upper.swift → Up.swift: m"])
  }

  @Test func `files that need one another have a colour`() throws {
    let ring = SelectedGraph(ModuleGraph(["A": ["B"], "B": ["A"], "C": ["A"]]))
    var style = PictureStyle()
    style.coloring = .cycles
    let picture = GraphPicture(ring, style: style)
    #expect(picture.legend.map(\.text).first == "2 modules that need one another")
    let paints = picture.nodes.map(\.paint)
    try #require(paints.count > 2)
    #expect(paints[0] == paints[1] && paints[0] != paints[2])
  }

  @Test func `the files of a module match their schema`() async throws {
    let graph = Self.graph()
    let documents = try [
      text("json", of: report(seams: nil)), text("json", of: report(seams: Seams(of: graph, mostParts: 3))),
    ]
    #expect(try await JSONSchema.files.complaints(about: documents) == "")
  }
}
