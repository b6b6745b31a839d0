import ImportSyntax
import ModuleGraph
import Testing

/// Rules about what stands in sources.
@Suite struct SourceRuleTests {
  // MARK: no-reexport

  @Test func `an exported import is a violation at its place`() throws {
    let uses: [WorkspaceImports.Use] = [
      use("Core", 3, isReexport: true), use("UIKit", 4, isReexport: true), use("Core", 9, isReexport: true),
      use("Log", 5, isPublic: true), use("Net", 6),
    ]
    var example = RuleExample(["App": [], "Core": [], "Log": [], "Net": []])
    example.settings.uses = WorkspaceImports(uses: [example.id("App"): uses])
    #expect(
      try example.messages("no-reexport") == ["App re-exports Core, in 2 places", "App re-exports UIKit"])
    #expect(
      try example.messages("no-reexport", ["of": .patterns(NamePatterns(["UI*"]))]) == ["App re-exports UIKit"])
    #expect(try example.messages("no-reexport", ["modules": .named("Core")]).isEmpty)
    #expect(try example.messages("no-reexport", ["public": .flag(true)]).contains("App publicly imports Log"))
    let check = try example.check([Rule(id: "r", type: "no-reexport")])
    try #require(!check.violations.isEmpty)
    #expect(check.violations[0].places.map(\.column) == [8, 8])
    #expect(
      example.problems("no-reexport", ["of": .patterns(NamePatterns(["Cor"], line: 7))])
        == ["rule “r”: no module of the workspace matches “Cor”; did you mean “Core” or “CoreML” or “CoreNFC”?"])
  }

  // MARK: unique-resources

  private typealias Item = WorkspaceResources.Item

  private func item(
    _ kind: Item.Kind, _ name: String, _ contents: UInt64, _ language: String? = nil, bytes: Int = 100
  ) -> Item {
    Item(
      kind, name: name, language: language, contents: contents, bytes: bytes,
      location: .init(file: "\(name)-\(language ?? "")", line: 1))
  }

  private func resources(_ items: KeyValuePairs<String, [Item]>) -> RuleExample {
    var example = RuleExample(["A": [], "B": [], "C": []])
    example.settings.resources = WorkspaceResources(
      items: Dictionary(
        uniqueKeysWithValues: items.map { module, items in
          let placed = items.map { item in
            Item(
              item.kind, name: item.name, language: item.language, contents: item.contents, bytes: item.bytes,
              location: .init(file: "\(module)/\(item.location.file)", line: 1))
          }
          return (example.id(module), placed)
        }))
    return example
  }

  @Test func `what several modules carry is found whatever it is called, with what copies cost`() throws {
    let example = resources([
      "A": [item(.asset, "Logo.imageset", 1), item(.file, "own.json", 2)],
      "B": [item(.asset, "Brand.imageset", 1)], "C": [item(.asset, "Logo.imageset", 1)],
    ])
    #expect(
      try example.messages("unique-resources") == [
        "Logo.imageset is in A, B (as Brand.imageset), C; each copy costs 100 bytes"
      ])
    let violation = try #require(try example.check([Rule(id: "r", type: "unique-resources")]).violations.first)
    #expect(violation.amount == Violation.Amount(200, limit: 0, unit: "bytes of copies"))
    #expect(violation.places.map(\.file) == ["A/Logo.imageset-", "B/Brand.imageset-", "C/Logo.imageset-"])
    #expect(try example.messages("unique-resources", ["min-bytes": .number(201)]).isEmpty)
    #expect(try example.messages("unique-resources", ["find": .choice("files")]).isEmpty)
    #expect(try example.messages("unique-resources", ["except": .patterns(NamePatterns(["*.imageset"]))]).isEmpty)
    #expect(try example.messages("unique-resources", ["modules": .named("A", "B")]).count == 1)
  }

  @Test func `colors and texts must agree in their names, too`() throws {
    let example = resources([
      "A": [item(.color, "White.colorset", 1), item(.string, "ok", 5, "en"), item(.string, "ok", 6, "de")],
      "B": [item(.color, "Paper.colorset", 1), item(.string, "ok", 5, "en"), item(.string, "ok", 6, "de")],
      "C": [item(.color, "White.colorset", 1), item(.string, "yes", 5, "en"), item(.string, "ok", 6, "en")],
    ])
    #expect(
      try example.messages("unique-resources") == [
        "White.colorset is in A, C; each copy costs 100 bytes",
        "the string “ok” is the same in A, B (de, en); each copy costs 200 bytes",
      ])
  }

  @Test func `copies within one module are its own business`() throws {
    #expect(try resources(["A": [item(.file, "a", 1), item(.file, "b", 1)]]).messages("unique-resources").isEmpty)
  }

  @Test func `a file that targets share is a copy where one of them contains the other`() throws {
    let logo = item(.asset, "Logo.imageset", 1)
    var example = RuleExample(["App": ["Widget"], "Mac": [], "Widget": []])
    func messages(_ names: String...) throws -> [String] {
      example.settings.resources = WorkspaceResources(
        items: Dictionary(uniqueKeysWithValues: names.map { (example.id($0), [logo]) }))
      return try example.messages("unique-resources")
    }
    #expect(try messages("App", "Mac") == [])
    #expect(
      try messages("App", "Mac", "Widget") == ["Logo.imageset is in App, Widget; each copy costs 100 bytes"])
    let text = item(.string, "ok", 5, "en")
    example.settings.resources = WorkspaceResources(items: [example.id("App"): [text], example.id("Widget"): [text]])
    #expect(try example.messages("unique-resources") == [])
  }

  // MARK: same-model

  private func models(_ sources: KeyValuePairs<String, String>) -> RuleExample {
    var example = RuleExample(["A": [], "B": [], "C": []])
    example.settings.types = WorkspaceTypes(
      modules: Dictionary(
        uniqueKeysWithValues: sources.map { name, text in
          let found = SourceTypes(swift: Array(text.utf8))
          let types = found.types.map { WorkspaceTypes.Declared($0, in: "\(name).swift") }
          return (example.id(name), WorkspaceTypes.Contents(types: types, aliases: found.aliases))
        }))
    return example
  }

  private func differences(_ sources: KeyValuePairs<String, String>) throws -> [String] {
    try models(sources).messages("same-model", ["types": .patterns(NamePatterns(["*"]))])
  }

  @Test func `differences are told member by member, against what most modules have`() throws {
    let most = "public struct User { let id: Int; let name: String }"
    #expect(
      try differences(["A": "struct User { let id: String; let age: Int }", "B": most, "C": most]) == [
        "User in A differs from that in B: only A has age: Int; id is String in A, Int in B; only B has name: String"
      ])
    let check = try models(["A": "struct User { let id: String }", "B": most]).check([
      Rule(id: "r", type: "same-model", values: RuleValues(["types": .patterns(NamePatterns(["User"]))]))
    ])
    #expect(check.violations.map(\.subject) == [["User", "Example/B"]])
    try #require(!check.violations.isEmpty)
    #expect(check.violations[0].amount == Violation.Amount(2, limit: 0, unit: "differences"))
    #expect(check.violations[0].places.map(\.words) == ["B.swift 1 15", "A.swift 1 8"])
  }

  @Test func `a pattern for all types holds where there are none`() throws {
    #expect(try differences([:]).isEmpty)
    #expect(models([:]).problems("same-model", ["types": .patterns(NamePatterns(["User"]))]).count == 1)
  }

  @Test func `cases are compared with their values`() throws {
    #expect(
      try differences([
        "A": "enum E: String { case a, b = \"b\", c(Int), d = \"x\", f }",
        "B": "enum E: String { case a = \"a\", b, c(id: Int), d, g(Int) }",
      ]) == [
        "E in B differs from that in A: c is (id:Int) in B, (Int) in A; d is without values in B, = \"x\" in A; only A has case f; "
          + "only B has case g(Int)"
      ])
    #expect(
      try differences(["A": "enum E { case a }", "B": "struct E { let a: Int }"])
        == ["E in B differs from that in A: a struct in B, an enum in A"])
  }

  @Test(arguments: [
    ("let x: Int?", "let x: Optional<Int>"), ("let x: [Int]", "let x: Swift.Array<Int>"),
    ("let x: [String: [Int]]", "let x: Dictionary<String, Array<Int>>"), ("let x: Foundation.URL", "let x: URL"),
    ("let x: [Swift::Int: [A::Kind]]", "let x: [Int: [Kind]]"),
    ("let x: A.Kind", "let x: Kind"), ("typealias ID = Int; let x: ID", "let x: Int"), ("let x = make()", "let x: Int"),
    ("let x: Int = 5", "var x: Int { didSet { } }"), ("let a: Int; let b: Int", "let b: Int; let a: Int"),
    ("let x: Int\n#if DEBUG\nlet y: Int\n#endif", "let x: Int"),
  ])
  func `what is not certain to differ is no violation`(one: String, other: String) throws {
    #expect(try differences(["A": "struct M { \(one) }", "B": "struct M { \(other) }"]).isEmpty)
  }

  @Test func `generic parameters count by their places`() throws {
    #expect(try differences(["A": "struct M<T> { let x: [T] }", "B": "struct M<Value> { let x: [Value] }"]).isEmpty)
    #expect(try differences(["A": "struct M<T, U> { let x: T }", "B": "struct M<T, U> { let x: U }"]).count == 1)
  }

  @Test func `types that a module declares in two ways are left open in the order of their names`() throws {
    let names = (10..<30).map { "M\($0)" }
    let types = names.map { "#if DEBUG\nstruct \($0) { let x: Int }\n#else\nstruct \($0) { let y: Int }\n#endif\n" }
    let check = try models(["A": types.reversed().joined(), "B": "struct M10 { let x: Int }"])
      .check([Rule(id: "r", type: "same-model", values: RuleValues(["types": .patterns(NamePatterns(["*"]))]))])
    #expect(check.undecided.map(\.message) == names.map { "A declares \($0) several times, under conditions" })
  }

  @Test func `a type that a module declares in two ways is left open`() throws {
    let check = try models([
      "A": "#if DEBUG\nstruct M { let x: Int }\n#else\nstruct M { let y: Int }\n#endif", "B": "struct M { let x: Int }",
    ]).check([Rule(id: "r", type: "same-model", values: RuleValues(["types": .patterns(NamePatterns(["M"]))]))])
    #expect(check.violations.isEmpty)
    #expect(check.undecided.map(\.message) == ["A declares M several times, under conditions"])
  }

  @Test func `a name that no type has is an error`() {
    #expect(
      models(["A": "struct User {}"]).problems("same-model", ["types": .patterns(NamePatterns(["Usr"]))])
        == ["rule “r”: no type of the workspace matches “Usr”; did you mean “User”?"])
  }

  @Test func `copies under names of their own are compared by what the names have in common`() throws {
    let sources: KeyValuePairs = [
      "A": "struct YZGGoodsModel { let id: Int; let price: YZGPrice }; struct YZGOther {}",
      "B": "struct YZSGoodsModel { let id: Int; let price: YZSPrice }; struct YZSOrderModel {}",
      "C": "struct YZABGoodsModel { let id: String; let price: YZABPrice }",
    ]
    func messages(_ types: String...) throws -> [String] {
      try models(sources).messages("same-model", ["types": .patterns(NamePatterns(types))])
    }
    #expect(try messages("YZ?GoodsModel").isEmpty)
    // Parts of several lengths are one.
    #expect(
      try messages("YZ?GoodsModel", "YZ??GoodsModel") == [
        "YZABGoodsModel in C differs from YZGGoodsModel in A: id is String in C, Int in A"
      ])
    #expect(try messages("YZGGoodsModel").isEmpty)
    #expect(try differences(sources).isEmpty)
  }

  @Test func `protocols and classes of headers are compared by the names of their files`() throws {
    var example = RuleExample(["A": [], "B": []])
    let types = [
      "A": "@protocol GoodsService\n- (void)open:(id)a;\n@end\n@interface GoodsService\n@property int x;\n@end",
      "B": "@protocol GoodsService\n- (void)open:(id)a;\n- (int)count;\n@end",
    ].map { name, text in
      let declared = SourceTypes(objectiveC: Array(text.utf8)).types.map {
        WorkspaceTypes.Declared($0, in: "\(name)/GoodsModuleService.h")
      }
      return (example.id(name), WorkspaceTypes.Contents(types: declared))
    }
    example.settings.types = WorkspaceTypes(modules: Dictionary(uniqueKeysWithValues: types))
    func messages(_ key: String, _ words: String...) throws -> [String] {
      try example.messages("same-model", [key: .patterns(NamePatterns(words))])
    }
    let found = ["GoodsService in B differs from that in A: only B has -count (int)"]
    #expect(try messages("files", "*ModuleService.h") == found)
    #expect(try messages("types", "GoodsService") == found)
    #expect(
      example.problems("same-model", ["files": .patterns(NamePatterns(["*Servce.h"]))]).first?
        .hasPrefix("rule “r”: no file of the workspace matches “*Servce.h”") == true)
    #expect(
      example.problems("same-model") == ["rule “r”: it can never be broken: it names neither `types` nor `files`"])
  }

  // MARK: acyclic-folders

  private func circles(_ files: KeyValuePairs<String, String>) throws -> [String] {
    var example = RuleExample(["A": []])
    let read = files.map { path, text in
      let interface = SwiftInterface(swift: Array(text.utf8))
      return ("Sources/A/\(path)", WorkspaceInterfaces.File(hash: 0, lines: 1, interface: interface))
    }
    example.settings.interfaces = WorkspaceInterfaces(modules: [
      example.id("A"): .init(files: Dictionary(uniqueKeysWithValues: read))
    ])
    return try example.messages("acyclic-folders")
  }

  @Test func `folders that use one another's types are told with a use for each step`() throws {
    #expect(
      try circles([
        "Cart/Cart.swift": "struct Cart { let items: [Item] }", "Item/Item.swift": "struct Item { var price: Price }",
        "Price.swift": "struct Price { weak var cart: Cart? }", "Item/Other.swift": "struct Other {}",
      ]) == ["A: A → Cart → Item → A; Price.swift uses Cart, Cart.swift uses Item, Item.swift uses Price"])
  }

  @Test func `names that may stand for several types, and members, close no circle`() throws {
    let user = "struct Cart { let kind: Kind; enum State {} }"
    #expect(try circles(["Cart/Cart.swift": user, "Item/Item.swift": "struct Kind { let state: State }"]).isEmpty)
    #expect(
      try circles(["Cart/Cart.swift": user, "Item/Kind.swift": "enum Kind {}\nextension Cart { var x: Int { 0 } }"])
        .count
        == 1)
    #expect(
      try circles([
        "Cart/Cart.swift": "struct Cart { let kind: Kind }",
        "Item/Item.swift": "struct Kind { struct Cart {}\nlet c: Cart }",
      ]).isEmpty)
  }

  @Test func `each type says what it reads`() {
    let reading = RuleTypes.all.filter { !$0.reads.isEmpty }.map { $0.name }
    #expect(
      reading == [
        "acyclic-folders", "imports", "no-reexport", "unique-resources", "unused-resources", "same-model", "owned",
      ])
    #expect(Rule(id: "r", type: "same-model").reads == .types)
  }

  private func use(
    _ name: String, _ line: Int, isReexport: Bool = false, isPublic: Bool = false
  ) -> WorkspaceImports.Use {
    WorkspaceImports.Use(
      .module(name), isReexport: isReexport, isPublic: isPublic, location: .init(file: "App.swift", line: line),
      column: 8)
  }
}

extension RuleExample {
  fileprivate func id(_ name: String) -> ModuleID {
    graph.modules.first { $0.name == name }?.id ?? ModuleID(package: "P", name: name)
  }
}

extension Dependency.Location {
  fileprivate var words: String { "\(file) \(line) \(column ?? 0)" }
}
