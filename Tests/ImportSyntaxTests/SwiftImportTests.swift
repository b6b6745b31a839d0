import ImportSyntax
import Testing

/// What the compiler's own list of imported modules names, from texts on which scans by lines and patterns fail. That the
/// compiler agrees is shown by `OracleTests`.
@Suite struct SwiftImportTests {
  @Test(arguments: [
    ("import A; import B", ["A", "B"]), ("import\nA", ["A"]), ("import // why\n /* /* nested */ */ A", ["A"]),
    ("import struct A.B\nimport func C.+\nimport typealias D.E", ["A.B", "C.+", "D.E"]), ("import A . B", ["A.B"]),
    ("import struct A::B\nimport class C :: D", ["A.B", "C.D"]),
    ("import `class`\nimport `raw name`", ["class", "raw name"]),
    ("import `Any`.B\nimport struct `Self`.`C`\nimport E", ["Any.B", "Self.C", "E"]),
    ("#!/usr/bin/swift import X\nimport A", ["A"]),
    ("let x = 1 ;import A", ["A"]), ("import A\r\nimport B\rimport C", ["A", "B", "C"]), ("import", []),
    ("import 1", []),
    ("f(import: 1, \n import : 2)", []), ("x.import A", []), ("let `import` = A", []), ("important A", []),
    ("reimport A", []), ("import A/* open", ["A"]), ("\u{FEFF}import A", ["A"]),
  ])
  func theWordIsReadWhereItIsCode(source: String, modules: [String]) {
    #expect(paths(source) == modules)
  }

  @Test(arguments: [
    "// import No", "/* import No */", "/* /* */ import No */", "\"import No\"", "\"\\\" import No\"", "\"\\\\\"",
    "#\"\" import No\"#", "#\"\"\"#", "##\"a\"# import No\"##", "\"\"\"\nimport No\n\\\"\"\" import No\n\"\"\"",
    "#\"\"\"\n\"\"\" import No\n\"\"\"#", "\"\\(f(\"import No\"))\"", "\"\\(f(\"\\(g(\")import No\"))\"))\"",
    "#\"\\(\"#", "#\"\\#(f(\") import No\"))\"#", "#/ \" import No /#", "#/\nimport No \"\n/#", "/import No \"/",
    "[/\"/, /b\\/\"/]", "!/\"/", "x = /[(\"]/", "\"\"\"\n\\(f(\"\"\"\n import No\n\"\"\"))\n\"\"\"", "1 / 2; 3 /4/ 5",
    "`a /* b`", "`\"\"\"`", "\"\\(`\"`)\"", "`unterminated", "'", "\"unterminated import No",
    "\"\\(unterminated + \"import No",
  ])
  func nothingIsReadFromCommentsAndLiterals(literal: String) {
    #expect(paths("let a = \(literal)\nimport Yes") == ["Yes"])
  }

  /// `/` divides where the language mode knows no bare regular expressions.
  @Test func theLanguageModeDecidesWhatASlashIs() {
    let source = "let a = /\" /b\nimport A // \"/\n"
    #expect(SourceImports(swift: Array(source.utf8), hasBareRegularExpressions: false).imports.map(\.module) == ["A"])
    let text = "let a = /\"/\nimport A\n\"\n"
    #expect(SourceImports(swift: Array(text.utf8), hasBareRegularExpressions: true).imports.map(\.module) == ["A"])
  }

  /// What follows a regular expression is code; what it would contain is, too, if its parentheses do not match.
  @Test(arguments: [
    "/(\")/; import A", "/[)\"]/; import A", "/[[b]\")]/; import A", "f(/[b]); import A;/", "f(/]); import A;/",
  ])
  func `parentheses in brackets of a regular expression are no groups`(value: String) {
    #expect(paths("let a = \(value)\n") == ["A"])
  }

  @Test func attributesAndAccessStandBeforeTheWord() {
    let imports = scan(
      """
      @testable
      // why
      import A
      public import B
      @_spi(Some) @preconcurrency /* and */ package import struct C.D
      @available(macOS 10, *) import E
      func f() -> Public import F
      """
    ).imports
    #expect(imports.map(\.attributes) == [["testable"], [], ["_spi", "preconcurrency"], ["available"], []])
    #expect(imports.map(\.access) == [nil, .public, .package, nil, nil])
    #expect(imports.map(\.kind) == [nil, nil, .struct, nil, nil])
    #expect(imports.map(\.line) == [3, 4, 5, 6, 7])
    #expect(imports.map(\.column) == [8, 15, 61, 32, 27])
  }

  @Test func conditionsAreKept() {
    let imports = scan(
      """
      #if os(Linux) && !DEBUG // why
      import A
      #elseif canImport(Darwin, _version: 1.2) || (swift(>=5.9)
        && true)
      import B
      #if FLAG
      import C
      #endif
      #else
      import D
      #endif
      #if
      import E
      #endif
      import F
      """
    ).imports
    #expect(
      imports.map { $0.condition?.description } == [
        "os(Linux) && !DEBUG",
        "!(os(Linux) && !DEBUG) && (canImport(Darwin,_version:1.2) || (swift(>=5.9) && true))",
        "!(os(Linux) && !DEBUG) && (canImport(Darwin,_version:1.2) || (swift(>=5.9) && true)) && FLAG",
        "!(os(Linux) && !DEBUG) && !(canImport(Darwin,_version:1.2) || (swift(>=5.9) && true))", "?", nil,
      ])
  }

  @Test func unbalancedConditionsAreNamedByTheirLines() {
    #expect(scan("#endif\n#if A\n#else\n#else\n#endif\n#elseif B\n#if C\n").unbalancedLines == [1, 4, 6, 7])
    #expect(scan("let a = \"#if\"; #warning(\"#endif\")\n#iffy\n").unbalancedLines.isEmpty)
  }

  /// However many conditions hold at an import, it holds few.
  @Test(arguments: [("#if A\n", "#elseif A\n"), ("#if A\n", "#if A\n"), ("#if A", " || A")])
  func moreConditionsThanAnyoneWritesAreUnreadable(first: String, next: String) {
    func condition(_ count: Int) -> CompilationCondition? {
      scan(first + String(repeating: next, count: count - 1) + "\nimport B").imports.first?.condition
    }
    let known = condition(64)
    #expect(known?.value { _ in nil } == nil)
    #expect(known?.description.filter { $0 == "A" }.count == 64)
    for count in [65, 50_000] {
      #expect(condition(count)?.value { _ in nil } == nil)
      #expect(condition(count).map { $0.description.filter { $0 == "A" }.count <= 64 } == true)
    }
  }

  @Test func conditionsThatEndedAreForgotten() {
    let many = String(repeating: "#if A\n", count: 70) + String(repeating: "#else\n#endif\n", count: 70)
    #expect(scan(many + "import B\n#if C\nimport D").imports.map(\.condition?.description) == [nil, "C"])
  }

  /// However many of them there were: only conditions that still hold count.
  @Test(arguments: ["", "#else\n", "#elseif B\n", "#elseif B\n#elseif C\n#else\n", "#if B\n#endif\n"])
  func blocksInARowAreCountedOnceEach(branches: String) {
    let row = String(repeating: "#if A\n\(branches)#endif\n", count: 200)
    func condition(nested count: Int) -> String? {
      scan(row + String(repeating: "#if D\n", count: count) + "import E").imports.first?.condition?.description
    }
    #expect(condition(nested: 1) == "D" && condition(nested: 65) == "?")
    #expect(condition(nested: 64) == Array(repeating: "D", count: 64).joined(separator: " && "))
  }

  /// Deep nesting costs neither the stack nor more than linear time.
  @Test(arguments: [
    "\"\\(", "#if (", "/*", "((((", "#if !", "@a(", "#/[", "/=", "`", "import `", "#\"\"\"", "\\(", "#\"\"\"\\#(",
  ])
  func hostileRepetitionsAreSurvived(part: String) {
    _ = scan(String(repeating: part, count: 50_000))
    _ = scan(String(repeating: part + "\n", count: 50_000))
  }

  private func scan(_ source: String) -> SourceImports {
    SourceImports(swift: Array(source.utf8), hasBareRegularExpressions: true)
  }

  private func paths(_ source: String) -> [String] {
    scan(source).imports.map { $0.path.joined(separator: ".") }
  }
}

@Suite struct CompilationConditionTests {
  @Test(arguments: [
    ("==", [false, true, false]), ("!=", [true, false, true]), ("<", [true, false, false]),
    ("<=", [true, true, false]), (">", [false, false, true]), (">=", [false, true, true]),
  ])
  func macrosAreComparedAsInC(sign: String, results: [Bool]) throws {
    let comparison = try #require(CompilationCondition.Comparison(rawValue: sign))
    #expect([1, 2, 3].map { comparison.holds($0, 2) } == results)
  }

  @Test func whatIsUnknownDecidesOnlyWhereNothingElseDoes() {
    let unknown = CompilationCondition.flag("X")
    func value(_ condition: CompilationCondition) -> Bool? { condition.value { _ in nil } }
    #expect(value(.all([unknown, .constant(false)])) == false)
    #expect(value(.any([unknown, .constant(true)])) == true)
    #expect(value(.all([unknown, .constant(true)])) == nil)
    #expect(value(.not(unknown)) == nil)
    #expect(CompilationCondition.all([unknown, .query("os", argument: "Linux")]).value { _ in true } == true)
  }
}
