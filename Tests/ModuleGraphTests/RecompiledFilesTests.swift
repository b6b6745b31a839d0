import ImportSyntax
import ModuleGraph
import Testing

/// What Swift 6.3.1's driver did for the same changes, in both build systems, is in each test's words.
struct RecompiledFilesTests {
  private static let graph = ModuleGraph(["App": ["Feat", "Side"], "Feat": ["Core"], "Side": ["Core"]])
  private static func id(_ name: String) -> ModuleID { ModuleID(package: "Example", name: name) }

  private static let base = [
    "Core/A.swift": "public func alpha() -> Int { 1 }\npublic struct Box { public var value: Int { 3 } }",
    "Core/B.swift": "public func beta() -> Int { 2 }", "Feat/F1.swift": "public func feat() -> Int { alpha() }",
    "Feat/F2.swift": "public func feat2() -> Int { beta() }", "Feat/F3.swift": "public func feat3() -> Int { 5 }",
    "Side/S.swift": "public func side() -> Int { Box().value }", "App/main.swift": "print(feat(), side())",
  ]

  static func interfaces(
    _ files: [String: String], settings: [String: String] = [:], codeSettings: [String: String] = [:]
  ) -> WorkspaceInterfaces {
    let modules = Dictionary(grouping: files) { String($0.key.prefix { $0 != "/" }) }
    return WorkspaceInterfaces(
      modules: Dictionary(
        uniqueKeysWithValues: modules.map { name, files in
          let read = files.map { path, text in
            let bytes = Array(text.utf8)
            return (
              path,
              WorkspaceInterfaces.File(
                hash: Int(truncatingIfNeeded: text.stableHash), lines: text.count { $0 == "\n" } + 1,
                interface: SwiftInterface(swift: bytes))
            )
          }
          return (
            id(name),
            WorkspaceInterfaces.Contents(
              files: Dictionary(uniqueKeysWithValues: read), settings: settings[name] ?? "",
              codeSettings: codeSettings[name] ?? "")
          )
        }))
  }

  /// The files that are compiled, by module, after some files got other texts, or none.
  private static func compiled(_ changes: [String: String?], settings: [String: String] = [:]) -> [String: Int] {
    let files = base.merging(changes.mapValues { $0 ?? "" }) { $1 }.filter { changes[$0.key] != .some(nil) }
    let forecast = RecompiledFiles(from: interfaces(base), to: interfaces(files, settings: settings), in: graph)
    return Dictionary(uniqueKeysWithValues: forecast.modules.map { ($0.module.name, $0.compiledFiles) })
  }

  private static func compiled(_ changes: [String: String], _ manner: RecompiledFiles.Manner) -> [String: Int] {
    let files = base.merging(changes) { $1 }
    let forecast = RecompiledFiles(from: interfaces(base), to: interfaces(files), in: graph, manner: manner)
    return Dictionary(uniqueKeysWithValues: forecast.modules.map { ($0.module.name, $0.compiledFiles) })
  }

  @Test func `with swiftbuild, the files of all modules above that mention a name are compiled`() {
    let changes = [
      "Core/B.swift": "public func beta() -> Int { 2 }\npublic func more() {}",
      "App/main.swift": Self.base["App/main.swift", default: ""],
    ]
    #expect(Self.compiled(changes, .init()) == ["Core": 1, "Feat": 2, "Side": 1])
    #expect(Self.compiled(changes, .init(driversSeeAllBelow: true)) == ["Core": 1, "Feat": 2, "Side": 1])
    let base = Self.base.merging(["App/main.swift": "print(feat(), side(), beta)"]) { $1 }
    let forecast = RecompiledFiles(
      from: Self.interfaces(base),
      to: Self.interfaces(base.merging(changes.filter { $0.key.hasPrefix("Core") }) { $1 }),
      in: Self.graph, manner: .init(driversSeeAllBelow: true))
    #expect(forecast.modules.map(\.module.name) == ["App", "Core", "Feat", "Side"])
  }

  @Test func `where modules are compiled as wholes, what others see compiles those that depend on it directly`() {
    func compiled(_ path: String, _ text: String) -> [String: Int] {
      Self.compiled([path: text], .init(compilesWholes: true))
    }
    #expect(compiled("Core/B.swift", "public func beta() -> Int { 3 }") == ["Core": 2])
    #expect(compiled("Core/B.swift", "public func beta() -> Int? { 3 }") == ["Core": 2, "Feat": 3, "Side": 1])
    #expect(compiled("Side/S.swift", "public func side(_: Int) -> Int { 4 }") == ["Side": 1, "App": 1])
    #expect(compiled("Core/B.swift", Self.base["Core/B.swift", default: ""]) == [:])
  }

  @Test func `nothing changed, nothing is compiled`() { #expect(Self.compiled([:]).isEmpty) }

  @Test func `a change in a body compiles its file`() {
    #expect(Self.compiled(["Core/B.swift": "public func beta() -> Int { 3 }"]) == ["Core": 1])
  }

  @Test func `a private function compiles whatever uses a name of the module`() {
    let text = Self.base["Core/A.swift", default: ""] + "\nprivate func hidden() -> Int { 1 }"
    #expect(Self.compiled(["Core/A.swift": text]) == ["Core": 1, "Feat": 2, "Side": 1])
  }

  @Test func `a private member compiles what uses the type`() {
    let text = "public func alpha() -> Int { 1 }\npublic struct Box { private let a = 1; public var value: Int { 3 } }"
    #expect(Self.compiled(["Core/A.swift": text]) == ["Core": 1, "Side": 1])
  }

  /// Modules M and B, whose files are named after what they use.
  private static let users = [
    "M/T.swift":
      "public struct T { public var x = 1; public init() {} }\nextension T { public func s1() -> Int { 1 } }",
    "M/E.swift": "extension T { public func e1() -> Int { 1 }\npublic func e2() -> Int { 2 } }",
    "M/usesT.swift": "func usesT() -> Int { T().x }", "M/holds.swift": "func holder() -> T { T() }",
    "M/usesHolder.swift": "func usesHolder() -> Int { holder().x }",
    "M/usesE1.swift": "func usesE1() -> Int { T().e1() }",
    "M/usesE2.swift": "func usesE2() -> Int { holder().e2() }", "M/none.swift": "func none() -> Int { 3 }",
    "M/string.swift": "func string() -> Int { \"a\".count }",
    "M/P.swift":
      "public protocol P { func r() -> Int }\nextension P { public func pe() -> Int { r() } }\n"
      + "extension String { func sx() -> Int { 1 } }",
    "M/C.swift": "struct C: P { func r() -> Int { 2 } }", "M/usesP.swift": "func usesP(_ p: any P) -> Int { p.r() }",
    "M/usesPE.swift": "func usesPE() -> Int { C().pe() }",
    "B/usesT.swift": "import M\nfunc bT() -> Int { T().x }",
    "B/usesE1.swift": "import M\nfunc bE1() -> Int { T().e1() }",
    "B/none.swift": "import M\nfunc bNone() -> Int { 1 }",
  ]

  /// Each was tried with `swift build -Xswiftc -driver-show-incremental`.
  @Test(
    arguments: [
      ("E", "e2() -> Int { 2 } }", "e2() -> Int { 2 }; func e3() {} }", ["E", "usesE1", "usesE2"], ["usesE1"]),
      ("E", "e2() -> Int { 2 } }", "e2() -> Int { 2 }; private func e3() {} }", ["E", "usesE1", "usesE2"], ["usesE1"]),
      ("T", "1 } }", "1 }; func s2() {} }", ["T"], []),
      (
        "T", "init() {} }", "init() {}; private func n() {} }",
        ["E", "T", "holds", "usesE1", "usesE2", "usesHolder", "usesT"], ["usesE1", "usesT"]
      ),
      ("P", "r() } }", "r() }; func pe2() {} }", ["P", "usesPE"], []),
      ("P", "sx() -> Int { 1 } }", "sx() -> Int { 1 }; func sy() {} }", ["P"], []),
      ("P", "r() -> Int }", "r() -> Int; associatedtype Z = Int }", ["C", "P", "usesP"], []),
      (
        "P", "sx() -> Int { 1 } }", "sx() -> Int { 1 } }\nfunc top() {}", ["C", "P", "string", "usesP", "usesPE"],
        ["usesE1", "usesT"]
      ),
      ("none", "}", "}\nfunc none2() {}", ["none"], ["usesE1", "usesT"]),
    ] as [(String, String, String, Set<String>, Set<String>)])
  func `files are compiled that use what changed, as the driver does`(
    file: String, old: String, new: String, own: Set<String>, others: Set<String>
  ) throws {
    let text = try #require(Self.users["M/\(file).swift"])
    try #require(text.contains(old))
    let forecast = RecompiledFiles(
      from: Self.interfaces(Self.users),
      to: Self.interfaces(Self.users.merging(["M/\(file).swift": text.replacing(old, with: new)]) { $1 }),
      in: ModuleGraph(["B": ["M"]]))
    let compiled = Dictionary(
      uniqueKeysWithValues: forecast.modules.map { module in
        (module.module.name, Set((module.names ?? []).map { String($0.dropLast(".swift".count)) }))
      })
    #expect(compiled["M"] == own)
    #expect(compiled["B"] ?? [] == others)
  }

  /// Types in extensions, as in swift-docc-symbolkit. A file is named after what it declares or uses.
  private static let nested = [
    "Root": "public struct Root {}",
    "Sym": "extension Root { public struct Sym { public var kind: Kind; public init(_ k: Kind) { kind = k } } }",
    "Kind": "extension Root.Sym { public struct Kind { public var ident = Ident(raw: 1); public init() {} } }",
    "Ident": "extension Root.Sym { public struct Ident { var raw: Int; public static let a = Ident(raw: 2) } }",
    "Loc": "extension Root.Sym { public struct Loc { public var line = 1 } }",
    "usesSym": "func usesSym(_ s: Root.Sym) -> Root.Sym { s }",
    "usesIdent": "func usesIdent() -> Root.Sym.Ident { .a }",
    "member": "extension Root.Sym { var twice: Int { 2 } }",
    "alias": "extension Root.Sym { typealias Other = Int }",
    "static": "extension Root.Sym { static func f() -> Int { 1 } }", "none": "func none() -> Int { 3 }",
  ]

  /// Each was tried with `swift build`, by the diagnostics that it wrote.
  @Test(
    arguments: [
      ("Ident", ["Ident", "Kind", "Sym", "member", "usesIdent", "usesSym"]), ("Loc", ["Loc"]),
      ("Kind", ["Kind", "Sym", "member", "usesSym"]),
      ("Sym", ["Ident", "Kind", "Loc", "Sym", "alias", "member", "static", "usesIdent", "usesSym"]),
    ] as [(String, Set<String>)])
  func `a type in an extension changes alone, and who extends the type around it need not know what that consists of`(
    type: String, compiled: Set<String>
  ) throws {
    func interfaces(_ files: [String: String]) -> WorkspaceInterfaces {
      Self.interfaces(Dictionary(uniqueKeysWithValues: files.map { ("M/\($0.key).swift", $0.value) }))
    }
    let text = try #require(Self.nested[type])
    let changed = Self.nested.merging([type: text.dropLast(3) + "; func n() {} } }"]) { $1 }
    let forecast = RecompiledFiles(from: interfaces(Self.nested), to: interfaces(changed), in: ModuleGraph(["M": []]))
    try #require(!forecast.modules.isEmpty)
    #expect(Set((forecast.modules[0].names ?? []).map { String($0.dropLast(".swift".count)) }) == compiled)
  }

  /// With `swift build -v`, a change of D compiled every file except none.swift in both modules.
  private static let indirect: [String: String] = {
    let uses = [
      "alias": "func alias() -> Int { Alias().x }", "holdsAlias": "struct Holder { var a: Alias }",
      "result": "func result() -> Int { optional()?.x ?? 1 }", "closure": "func closure() -> Int { takes { $0.x } }",
      "path": "func path() -> KeyPath<Outer, Int> { \\.inner.x }", "member": "func member() -> Int { Outer.shared.x }",
      "inferred": "func inferred() -> Int { Stores().made.x }", "wrapped": "func wrapped() -> Int { Wraps().a }",
    ]
    let library = [
      "D":
        "@propertyWrapper public struct D { public var x = 1; public init() {}; public var wrappedValue: Int { 1 } }",
      "Alias": "public typealias First = D\npublic typealias Alias = First",
      "functions": "public func optional() -> D? { nil }\npublic func takes(_ f: (D) -> Int) -> Int { f(D()) }",
      "Outer": "public struct Outer { public var inner: D; public static let shared = D() }",
      "make": "public func make() -> D { D() }",
      "Stores": "public struct Stores { public var made = make(); public init() {} }",
      "Wraps": "public struct Wraps { @D public var a; public init() {} }",
    ]
    let none = ["none": "func none() -> Int { 3 }"]
    let own = library.merging(uses) { $1 }.merging(none) { $1 }.map { ("Lib/\($0.key).swift", $0.value) }
    let others = uses.merging(none) { $1 }.map { ("User/\($0.key).swift", "import Lib\n" + $0.value) }
    return Dictionary(uniqueKeysWithValues: own + others)
  }()

  @Test func `what a module declares leads from names to types, also in modules that depend on it`() {
    let changed = Self.indirect.merging(
      ["Lib/D.swift": Self.indirect["Lib/D.swift", default: ""].replacing("D {", with: "D { private var y = 2;")]) {
        $1
      }
    let forecast = RecompiledFiles(
      from: Self.interfaces(Self.indirect), to: Self.interfaces(changed), in: ModuleGraph(["User": ["Lib"]]))
    for module in forecast.modules {
      let all = Set(
        Self.indirect.keys.filter { $0.hasPrefix("\(module.module.name)/") }.map { String($0.split(separator: "/")[1]) }
      )
      #expect(all.subtracting(module.names ?? []) == ["none.swift"])
    }
    #expect(forecast.modules.map(\.module.name) == ["Lib", "User"])
  }

  @Test func `what stands beside a type with an operator compiles whatever uses the operator`() {
    let key = "public struct Key { public static func < (a: Key, b: Key) -> Bool { true } }"
    let files = [
      "Core/Key.swift": key, "Core/Less.swift": "func less(a: Int) -> Bool { a < 1 }",
      "Core/None.swift": "func none(a: Array<Int>) {}", "Feat/Less.swift": "func feat(a: Int) -> Bool { a < 1 }",
      "Feat/None.swift": "func rest(a: Array<Int>) {}",
    ]
    func compiled(_ text: String) -> [Set<String>?] {
      RecompiledFiles(
        from: Self.interfaces(files), to: Self.interfaces(files.merging(["Core/Key.swift": text]) { $1 }),
        in: ModuleGraph(["Core": [], "Feat": ["Core"]])
      ).modules.map(\.names)
    }
    #expect(compiled(key + "\nprivate func hidden() {}") == [["Key.swift", "Less.swift"], ["Less.swift"]])
    #expect(compiled(key.replacing("Key {", with: "Key { private let a = 1;")) == [["Key.swift", "Less.swift"]])
    #expect(compiled(key.replacing("true", with: "false")) == [["Key.swift"]])
  }

  @Test func `a comment compiles its file`() {
    #expect(Self.compiled(["Core/A.swift": "// words\n" + Self.base["Core/A.swift", default: ""]]) == ["Core": 1])
  }

  @Test func `what looks different is checked by those who use none of it`() {
    func checked(_ text: String) -> [String] {
      let files = Self.base.merging(["Core/A.swift": text]) { $1 }
      return RecompiledFiles(from: Self.interfaces(Self.base), to: Self.interfaces(files), in: Self.graph).checked
        .map(\.name)
    }
    let text = Self.base["Core/A.swift", default: ""]
    #expect(checked(text.replacing("Box {", with: "Box { private let a = 1;")) == ["Feat"])
    #expect(checked(text.replacing("{ 3 }", with: "{ 4 }")) == [])
    #expect(checked(text + "\nprivate func hidden() -> Int { 1 }") == [], "all of them are compiled")
  }

  @Test func `nearly all files use pointers, so that they are compiled where a changed file extends these`() {
    func compiled(extending type: String) -> Int? {
      let text = Self.base["Core/A.swift", default: ""] + "\nextension \(type) { func check() {} }"
      let states = [text, text + "\ntypealias Own = Int"].map {
        Self.interfaces(Self.base.merging(["Core/A.swift": $0]) { $1 })
      }
      let forecast = RecompiledFiles(from: states[0], to: states[1], in: Self.graph)
      return forecast.modules.first { $0.module.name == "Core" }?.compiledFiles
    }
    #expect(compiled(extending: "UnsafeMutablePointer") == 2)
    #expect(compiled(extending: "UnsafeRawPointer") == 1)
  }

  @Test(arguments: ["@inlinable", "@_alwaysEmitIntoClient", "@_transparent @usableFromInline"])
  func `a body that other modules see is checked by them`(attribute: String) {
    func checked(from old: String, to new: String) -> [String] {
      let states = [old, new].map { Self.interfaces(Self.base.merging(["Core/A.swift": $0]) { $1 }) }
      return RecompiledFiles(from: states[0], to: states[1], in: Self.graph).checked.map(\.name)
    }
    let text = Self.base["Core/A.swift", default: ""] + "\npublic func other() -> Int { 7 }"
    let inlinable = text.replacing("public func alpha", with: "\(attribute) public func alpha")
    #expect(checked(from: inlinable, to: inlinable.replacing("{ 1 }", with: "{ 2 }")) == ["Feat", "Side"])
    #expect(checked(from: inlinable, to: inlinable.replacing("{ 3 }", with: "{ 4 }")) == [])
    #expect(checked(from: inlinable, to: inlinable.replacing("{ 7 }", with: "{ 8 }")) == [])
    #expect(checked(from: text, to: text.replacing("{ 1 }", with: "{ 2 }")) == [])
    // One compiler compiles the whole module whenever its driver runs.
    let states = [inlinable, inlinable.replacing("{ 1 }", with: "{ 2 }")].map {
      Self.interfaces(Self.base.merging(["Core/A.swift": $0]) { $1 })
    }
    let whole = RecompiledFiles(
      from: states[0], to: states[1], in: Self.graph, manner: .init(compilesWholes: true))
    #expect(whole.modules.map(\.module.name) == ["Core", "Feat", "Side"] && whole.checked == [])
  }

  @Test func `lines change only where code does`() {
    func changedLines(_ text: String) -> [Int] {
      let files = Self.base.merging(["Core/B.swift": text]) { $1 }
      let forecast = RecompiledFiles(from: Self.interfaces(Self.base), to: Self.interfaces(files), in: Self.graph)
      return forecast.modules.map(\.changedLines)
    }
    #expect(changedLines(Self.base["Core/B.swift", default: ""] + " // words") == [0])
    #expect(changedLines("\n" + Self.base["Core/B.swift", default: ""]) == [1], "debug information has the lines")
    #expect(changedLines("public func beta() -> Int { 3 }") == [1])
  }

  @Test func `what is compiled gets new code if the module imports something else`() {
    let before = Self.base.merging(["Core/C.swift": "import One\nfunc gamma() -> Int { alpha() }"]) { $1 }
    func changedLines(_ imports: String) -> Int? {
      let text = imports + "public func alpha(_ more: Int = 1) -> Int { 1 }"
      let files = before.merging(["Core/A.swift": text]) { $1 }
      let forecast = RecompiledFiles(from: Self.interfaces(before), to: Self.interfaces(files), in: Self.graph)
      return forecast.modules.first { $0.module == Self.id("Core") }?.changedLines
    }
    #expect(changedLines("") == 1)
    #expect(changedLines("import One; ") == 1, "another file imports it already")
    #expect(changedLines("import Two; ") == 1 + 2)
    #expect(changedLines("import struct One.Two; ") == 1)
  }

  @Test func `a new file is compiled alone in its module`() {
    #expect(Self.compiled(["Core/C.swift": "public func newFile() {}"]) == ["Core": 1, "Feat": 2, "Side": 1])
  }

  @Test func `a file that is gone has its module compiled as a whole`() {
    #expect(Self.compiled(["Feat/F3.swift": nil]) == ["Feat": 2, "App": 1])
  }

  @Test func `other options have a module compiled as a whole`() {
    #expect(Self.compiled([:], settings: ["Feat": "6"]) == ["Feat": 3])
    func changedLines(_ codeSettings: [String: String]) -> [Int] {
      RecompiledFiles(
        from: Self.interfaces(Self.base),
        to: Self.interfaces(Self.base, settings: ["Feat": "6"], codeSettings: codeSettings), in: Self.graph
      ).modules.map(\.changedLines)
    }
    #expect(changedLines([:]) == [0])
    #expect(changedLines(["Feat": "6"]) == [3])
  }

  /// Each as the driver formed them for a commit of swift-argument-parser.
  @Test(arguments: [(38, [37], 5), (39, [10, 19, 0, 0, 1, 0, 0, 0, 0], 9), (29, [], 4), (2, [0, 0], 2), (110, [], 5)])
  func `files that are found later are compiled in batches of their own`(files: Int, discovered: [Int], batches: Int) {
    let module = RecompiledModule(
      module: Self.id("A"), reason: .changed, changedFiles: 1, compiledFiles: files, files: 200, compiledLines: 1,
      lines: 1,
      changedLines: 1, discovered: discovered)
    #expect(module.batches(lanes: 4) == batches)
  }

  @Test(arguments: [(25, [24], [1], [[12, 12]]), (5, [], [3, 2], [[], []]), (52, [], [18, 17, 17], [[], [], []])])
  func `files are divided evenly among the batches of a wave`(
    files: Int, discovered: [Int], first: [Int], followers: [[Int]]
  ) {
    let module = RecompiledModule(
      module: Self.id("A"), reason: .changed, changedFiles: 1, compiledFiles: files, files: 200, compiledLines: 1,
      lines: 1, changedLines: 1, discovered: discovered)
    #expect(module.waves(lanes: 2).map(\.files) == first)
    #expect(module.waves(lanes: 2).map(\.followers) == followers)
  }

  @Test func `each changed file is known to lead to the files that no shorter one led to`() {
    let files = [
      "Core/Long.swift": "struct Long {}\n\n", "Core/Short.swift": "struct Short {}",
      "Core/Both.swift": "func both(_: Short, _: Long) {}", "Core/One.swift": "func one(_: Long) {}",
      "Core/None.swift": "func none() {}",
    ]
    let changed = files.mapValues { $0.replacing("{}", with: "{ var a = 1 }") }.filter { $0.value.hasPrefix("struct") }
    let forecast = RecompiledFiles(
      from: Self.interfaces(files), to: Self.interfaces(files.merging(changed) { $1 }), in: ModuleGraph(["Core": []]))
    #expect(forecast.modules.map(\.discovered) == [[1, 1]])
    #expect(forecast.modules.map(\.compiledFiles) == [4])
  }

  @Test func `a module that comes is compiled, and one that goes is told`() throws {
    let files = Self.base.filter { !$0.key.hasPrefix("Side") }.merging(["App/main.swift": "print(feat())"]) { $1 }
    let forecast = RecompiledFiles(
      from: Self.interfaces(files), to: Self.interfaces(Self.base), in: Self.graph)
    #expect(forecast.modules.map(\.module.name) == ["App", "Side"])
    #expect(forecast.modules.map(\.reason) == [.changed, .new])
    let back = RecompiledFiles(
      from: Self.interfaces(Self.base), to: Self.interfaces(files),
      in: ModuleGraph(["App": ["Feat"], "Feat": ["Core"]]))
    #expect(back.removed == [Self.id("Side")] && back.emptied.isEmpty)
  }

  @Test func `a module of the graph that lost all of its sources is told`() {
    let files = Self.base.filter { !$0.key.hasPrefix("Core") }
    let forecast = RecompiledFiles(from: Self.interfaces(Self.base), to: Self.interfaces(files), in: Self.graph)
    #expect(forecast.emptied == [Self.id("Core")] && forecast.removed.isEmpty)
  }
}
