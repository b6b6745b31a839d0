import TestSupport
import Testing

@testable import ModuleGraph

struct FileGraphTests {
  private typealias Declaration = FileSymbols.Declaration
  private typealias Use = FileSymbols.Use

  private func graph(_ files: FileSymbols...) -> FileGraph {
    FileGraph(module: ModuleID(package: "P", name: "M"), folder: "Sources/M", files)
  }

  @Test func `a file needs the files whose declarations it uses, with the symbols by their number of uses`() throws {
    let graph = FileGraph(["A": ["B.f", "B", "B", "A.f"], "C": ["A"]])
    #expect(graph.words == ["A → B: B, B.f", "C → A: A"])
    try #require(!graph.edges.isEmpty)
    #expect(graph.usedSymbols(of: graph.edges[0]).map(\.count) == [2, 1])
  }

  @Test func `extending, adopting, overriding and fulfilling count as uses`() {
    let types = FileSymbols(
      path: "Sources/M/Types.swift",
      declarations: [
        Declaration(usr: "T", name: "T", kind: .struct, line: 1),
        Declaration(usr: "P", name: "P", kind: .protocol, line: 2),
        Declaration(usr: "P.m", name: "m()", kind: .method, line: 3, container: "P"),
      ])
    for use in [
      Use(usr: "T", name: "T", kind: .struct, line: 1, relation: .extension),
      Use(usr: "P", name: "P", kind: .protocol, line: 1, relation: .base),
      Use(usr: "P.m", name: "m()", kind: .method, line: 1, relation: .override),
      Use(usr: "P.m", name: "m()", kind: .method, line: 1, relation: .witness),
    ] {
      #expect(graph(types, FileSymbols(path: "Sources/M/More.swift", uses: [use])).edges.count == 1, "\(use.relation)")
    }
  }

  @Test func `what others declare is no edge, and known by its module`() throws {
    let file = FileSymbols(
      path: "Sources/M/A.swift",
      uses: [
        Use(usr: "x", name: "x", kind: .function, line: 1, module: "Other"),
        Use(usr: "y", name: "y", kind: .function, line: 2),
        // The compiler makes what no file declares.
        Use(usr: "z", name: "z", kind: .initializer, line: 3, module: "M"),
      ], imports: ["M", "Other", "Third"])
    let graph = graph(file)
    #expect(graph.edges.isEmpty)
    #expect(graph.foreignSymbols.map(\.name) == ["x", "y"] && graph.foreignSymbols.map(\.module) == ["Other", nil])
    let part = try #require(Division(of: graph, into: [("All", [0])]).parts.first)
    #expect(part.needs.map { "\($0.module) \($0.symbols) \($0.importingFiles)" } == ["Other 1 1", "Third 0 1"])
  }

  @Test func `members are named with their types, and no more visible than those`() {
    let graph = graph(
      FileSymbols(
        path: "Sources/M/A.swift",
        declarations: [
          Declaration(usr: "a", name: "A", kind: .struct, line: 1, access: .internal),
          Declaration(usr: "b", name: "B", kind: .enum, line: 2, access: .public, container: "a"),
          Declaration(usr: "c", name: "c", kind: .case, line: 3, access: .open, container: "b"),
          Declaration(usr: "d", name: "d", kind: .method, line: 4, access: nil, container: "a"),
        ]))
    #expect(graph.symbols.map(\.qualifiedName) == ["A", "A.B", "A.B.c", "A.d"])
    #expect(graph.symbols.indices.map(graph.effectiveAccess) == [.internal, .internal, .internal, nil])
  }

  @Test func `files are modules and folders packages, so that everything that asks about modules asks about files`()
    throws
  {
    let graph = graph(
      FileSymbols(
        path: "Sources/M/A.swift", lines: 3,
        uses: [Use(usr: "b", name: "b", kind: .function, line: 7), Use(usr: "b", name: "b", kind: .function, line: 2)]),
      FileSymbols(
        path: "Sources/M/Deep/Er/B.swift", lines: 4,
        declarations: [Declaration(usr: "b", name: "b", kind: .function, line: 1)])
    )
    let modules = graph.moduleGraph
    #expect(modules.modules.map(\.id.description) == ["M/A.swift", "M/Deep/Er/B.swift"])
    #expect(modules.modules.map(\.lines) == [3, 4])
    #expect(modules.packages.map(\.name) == ["M", "Deep/Er"])
    try #require(!modules.dependencies.isEmpty)
    #expect(modules.dependencies[0].location == Dependency.Location(file: "Sources/M/A.swift", line: 2))
    #expect(modules.dependencies[0].symbols == [UsedSymbol(name: "b", kind: .function, count: 2, line: 2)])
    let selected = SelectedGraph(modules)
    #expect(selected.isOfFiles)
    let why = Why(try selected.node(named: "A.swift"), to: try selected.node(named: "B.swift"), in: selected)
    #expect(why.paths.count == 1)
    #expect(
      throws: SelectionError.unknown(word: "C.swift", subject: .file, flag: nil, nearest: ["A.swift", "B.swift"])
    ) {
      try selected.node(named: "C.swift")
    }
  }
}
