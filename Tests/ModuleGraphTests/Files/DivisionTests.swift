import ModuleGraph
import TestSupport
import Testing

struct DivisionTests {
  private typealias Declaration = FileSymbols.Declaration
  private typealias Use = FileSymbols.Use

  private func division(_ graph: FileGraph, _ parts: [String: [String]]) -> Division {
    Division(
      of: graph,
      into: parts.sorted { $0.key < $1.key }.map { name, files in
        (name, graph.files.indices.filter { files.contains(graph.stems([$0])[0]) })
      })
  }

  private func openings(_ division: Division, _ graph: FileGraph) -> [String] {
    division.openings.map { "\(graph.symbols[$0.symbol].qualifiedName) \($0.access) \($0.reason)" }
  }

  @Test func `what crosses the cut is told with its files, and has to be opened with the types that it is a member of`()
    throws
  {
    let graph = FileGraph(["A": ["B", "C.f"], "B": ["C.f", "C.f"], "D": ["C.f"]], access: ["D": .public])
    let division = division(graph, ["Low": ["C"], "Up": ["A", "B", "D"]])
    #expect(division.cycles.isEmpty)
    #expect(division.crossings.map(\.from) == [1] && division.crossings.map(\.to) == [0])
    try #require(!division.crossings.isEmpty)
    let use = try #require(division.crossings[0].uses.first)
    #expect(division.crossings[0].uses.count == 1 && use.count == 4 && graph.stems(use.files) == ["A", "B", "D"])
    #expect(openings(division, graph) == ["C package container", "C.f package used"])
  }

  @Test func `what is visible enough stays as it is, and what is not known is named`() {
    #expect(
      division(FileGraph(["A": ["C.f"]], access: ["C": .public, "C.f": .package]), ["L": ["C"], "U": ["A"]]).openings
        .isEmpty)
    let unknown = FileGraph(
      module: ModuleID(package: "P", name: "M"), folder: "Sources/M",
      [
        FileSymbols(path: "Sources/M/A.swift", uses: [Use(usr: "c", name: "c", kind: .function, line: 1)]),
        FileSymbols(
          path: "Sources/M/C.swift",
          declarations: [Declaration(usr: "c", name: "c", kind: .function, line: 1, access: nil)]),
      ])
    #expect(openings(division(unknown, ["L": ["C"], "U": ["A"]]), unknown) == ["c package used"])
  }

  @Test func `parts that need one another are named with what holds them together`() throws {
    let graph = FileGraph(["A": ["B", "C", "D"], "B": ["A.f"], "E": ["A"]])
    let division = division(graph, ["X": ["A", "E"], "Y": ["B"], "Z": ["C", "D"]])
    #expect(!division.cycles.isEmpty)
    #expect(division.cycles.map(\.parts) == [[0, 1]])
    try #require(!division.cycles.isEmpty)
    let holding = division.cycles[0].holding
    #expect(holding.count == 1 && holding[0].uses.count == 1)
  }

  /// The rules of the language decide what else has to be opened.
  @Test func `signatures, superclasses and fulfilled requirements follow what is opened`() {
    let low = FileSymbols(
      path: "Sources/M/Low.swift",
      declarations: [
        Declaration(usr: "Base", name: "Base", kind: .class, line: 1),
        Declaration(usr: "Sub", name: "Sub", kind: .class, line: 2),
        Declaration(usr: "Argument", name: "Argument", kind: .struct, line: 3),
        Declaration(usr: "Body", name: "Body", kind: .struct, line: 4),
        Declaration(usr: "f", name: "f(_:)", kind: .method, line: 5, container: "Sub"),
        Declaration(usr: "==", name: "==", kind: .operator, line: 7, container: "Argument", overrides: ["s:SQ2ee"]),
        Declaration(usr: "Role", name: "Role", kind: .protocol, line: 8),
        Declaration(
          usr: "Role.g", name: "g()", kind: .method, line: 9, access: .open, isRequirement: true, container: "Role"),
        Declaration(usr: "Choice", name: "Choice", kind: .enum, line: 11),
        Declaration(
          usr: "Argument.g", name: "g()", kind: .method, line: 10, container: "Argument", overrides: ["Role.g"]),
        Declaration(usr: "made", name: "init()", kind: .initializer, line: 3, isImplicit: true, container: "Argument"),
      ],
      uses: [
        Use(usr: "Base", name: "Base", kind: .class, line: 2, relation: .base, user: "Sub"),
        Use(usr: "Argument", name: "Argument", kind: .struct, line: 5, user: "f"),
        Use(usr: "Body", name: "Body", kind: .struct, line: 6, user: "f"),
        Use(usr: "Choice", name: "Choice", kind: .enum, line: 9, user: "Role.g"),
        Use(usr: "Body", name: "Body", kind: .struct, line: 12, relation: .payload, user: "Choice"),
      ])
    func graph(using names: String...) -> FileGraph {
      let up = FileSymbols(
        path: "Sources/M/Up.swift", uses: names.map { Use(usr: $0, name: $0, kind: .method, line: 1) })
      return FileGraph(module: ModuleID(package: "P", name: "M"), folder: "Sources/M", [low, up])
    }
    let called = graph(using: "f")
    #expect(
      openings(division(called, ["L": ["Low"], "U": ["Up"]]), called) == [
        "Base package signature", "Sub package container", "Argument package signature", "Sub.f(_:) package used",
        "Argument.== package requirement",
      ])
    // A requirement of the module counts if others see it.
    let adopted = graph(using: "Argument", "Role")
    #expect(
      openings(division(adopted, ["L": ["Low"], "U": ["Up"]]), adopted) == [
        "Argument package used", "Body package signature", "Argument.== package requirement", "Role package used",
        "Argument.g() package requirement", "Choice package signature",
      ])
    let made = graph(using: "made")
    let opening = division(made, ["L": ["Low"], "U": ["Up"]]).openings.first { made.symbols[$0.symbol].isImplicit }
    #expect(opening?.reason == .used)
  }

  @Test func `a class that another part inherits from must be open`() {
    let graph = FileGraph(
      module: ModuleID(package: "P", name: "M"), folder: "Sources/M",
      [
        FileSymbols(
          path: "Sources/M/Low.swift",
          declarations: [Declaration(usr: "B", name: "B", kind: .class, line: 1, access: .public)]),
        FileSymbols(
          path: "Sources/M/Up.swift",
          uses: [Use(usr: "B", name: "B", kind: .class, line: 1, relation: .base, user: "S")]),
      ])
    #expect(openings(division(graph, ["L": ["Low"], "U": ["Up"]]), graph) == ["B open subclassed"])
  }
}
