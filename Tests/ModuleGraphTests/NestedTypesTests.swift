import ModuleGraph
import Testing

/// Which files a change in a type within another one compiles. Each was tried with `swift build`, by the diagnostics that it
/// wrote. Where values of `Kit` consist of the type, it also compiled Extended.swift, which is not forecast.
struct NestedTypesTests {
  /// A file is named after what it declares or uses.
  private static let files = [
    "Kit": """
    struct Kit {
      struct Part { var a = 1; struct Piece { var b = 1 } }
      enum State { case c }
      private struct Hidden { var d = 1 }
      private struct Stored { var e = 1 }
      private var stored = Stored()
      var state = State.c
      func run() -> Int { 1 }
    }
    """,
    "Other": "struct Other { struct Part { var f = 1 }; enum State { case g } }",
    "Extended": "extension Kit { struct Added { var h = 1 }; private struct Hidden2 { var i = 1 } }",
    "Extended2": "extension Other { private struct Hidden2 { var j = 1 }; func run2() -> Int { Hidden2().j } }",
    "usesKit": "func usesKit() -> Int { Kit().run() }",
    "usesPart": "func usesPart() -> Int { Kit.Part().a }",
    "usesPiece": "func usesPiece() -> Int { Kit.Part.Piece().b }",
    "usesState": "func usesState() -> Bool { Kit().state == .c }",
    "usesOther": "func usesOther() -> Int { Other.Part().f }",
    "usesAdded": "func usesAdded() -> Int { Kit.Added().h }",
  ]

  @Test(
    arguments: [
      ("Kit", "var a = 1", ["usesPart", "usesPiece"]), ("Kit", "var b = 1", ["usesPiece"]),
      ("Kit", "case c", ["usesKit", "usesState"]), ("Kit", "var d = 1", []),
      ("Kit", "var e = 1", ["usesKit", "usesState"]), ("Other", "var f = 1", ["usesOther"]), ("Other", "case g", []),
      ("Extended", "var h = 1", ["usesAdded"]), ("Extended", "var i = 1", []), ("Extended2", "var j = 1", []),
    ] as [(String, String, Set<String>)])
  func `a change in a type compiles its users, not those of the type around it`(
    file: String, declaration: String, users: Set<String>
  ) throws {
    func interfaces(_ files: [String: String]) -> WorkspaceInterfaces {
      RecompiledFilesTests.interfaces(Dictionary(uniqueKeysWithValues: files.map { ("M/\($0.key).swift", $0.value) }))
    }
    let text = try #require(Self.files[file])
    let more = declaration.hasPrefix("case") ? "\(declaration), more" : "\(declaration); var more = 1"
    let changed = Self.files.merging([file: text.replacing(declaration, with: more)]) { $1 }
    let forecast = RecompiledFiles(from: interfaces(Self.files), to: interfaces(changed), in: ModuleGraph(["M": []]))
    try #require(!forecast.modules.isEmpty)
    let names = Set((forecast.modules[0].names ?? []).map { String($0.dropLast(".swift".count)) })
    #expect(names == users.union([file]))
  }
}
