import BuildAnalysis
import BuildRunner
import Foundation
import TestSupport
import Testing

struct SourceChangeTests {
  @Test(arguments: [
    ("", SourceEnding.topLevel), ("let a = 1", .topLevel), ("let a = 1 // no end", .topLevel),
    ("let a = 1\r\n", .topLevel), ("struct A {\n  func b() { }\n}\n", .topLevel),
    ("/* a /* b */ */", .topLevel), ("/* a /* b */", .comment), ("/*", .comment), ("// /*", .topLevel),
    ("let a = \"/* { #if \"", .topLevel), ("let a = \"\\\"{\"", .topLevel), ("let a = \"\"\"\n{\n\"\"\"", .topLevel),
    ("let a = \"\"\"\n{\n", .string), ("let a = #\"\\\"#", .topLevel), ("let a = #\"\"{\"\"#", .topLevel),
    ("let a = \"\\(b(\"{\"))\"", .topLevel), ("let a = \"\\(b(\"", .string),
    ("let a = #/[\"{]/#", .topLevel), ("let a = ##/\n\"{", .string),
    ("#if os(Linux)\nlet a = 1\n#endif", .topLevel), ("#if os(Linux)\nlet a = 1\n", .condition),
    ("#if A\n#else\n#if B\n#endif\n", .condition), ("func a() {\n", .braces), ("let a = /\"/\n", .topLevel),
    ("print(\"top level code\")\n", .topLevel), ("a\0b", .notText),
    ("let a = \"\\(b((\"{\")))\"", .topLevel), ("let a = \"\\(b((c))", .string), ("let a = #\"\\(b\"#", .topLevel),
    ("let a = #\"\\#(b(\"}\"))\"#\n", .topLevel), ("let a = \"{\nlet b = 1\n", .topLevel),
    ("let a = \"\"\"\n\"\"\nstruct A {\"\"\"", .topLevel), ("}", .braces), ("}{", .topLevel), ("#endif\n", .condition),
    ("##if A\n", .condition), ("#\tif A\n#\tendif", .topLevel), ("let a = '{'\n", .braces), ("/**/{", .braces),
    ("/*/ {", .comment), ("// {\n}", .braces), ("let a = #//{/#\n", .topLevel), ("let a = #/ {\n", .string),
  ])
  func whereAFileEndsIsKnown(text: String, ending: SourceEnding) {
    #expect(SourceEnding(of: Array(text.utf8), language: .swift) == ending)
  }

  @Test(arguments: [
    ("int a;", SourceEnding.topLevel), ("char a = '\"';", .topLevel), ("char a = '\\'', b = '{';", .topLevel),
    ("#ifdef A\nint f() {\n#else\nint f(int a) {\n#endif\n}\n", .topLevel), ("# if A\n", .condition),
    ("/* a /* b */ int c;", .topLevel), ("/* a", .comment),
    ("char *a = \"\\(\";", .topLevel), ("char a = '\n'; {", .topLevel), ("char *a = \"#if\";", .topLevel),
    ("#  endif\n", .condition), ("#\"{\"\n#if A\n#endif", .topLevel), ("char a = '\\", .topLevel),
  ])
  func whereAFileInCEndsIsKnown(text: String, ending: SourceEnding) {
    #expect(SourceEnding(of: Array(text.utf8), language: .c) == ending)
  }

  @Test func whatIsNoTextIsRefused() {
    #expect(SourceEnding(of: [0xFF, 0xFE], language: .swift) == .notText)
  }

  private static let probe = SourceProbe(key: "P/Core", language: .swift, avoiding: [])

  @Test(arguments: [
    ("let a = 1", "let a = 1\n\n// NAME 7\n"), ("let a = 1\n", "let a = 1\n\n// NAME 7\n"),
    ("let a = 1 // b", "let a = 1 // b\n\n// NAME 7\n"), ("", "\n// NAME 7\n"),
    ("let a = 1\r\n", "let a = 1\r\n\r\n// NAME 7\r\n"),
    ("let a = 1\r\nlet b = 2", "let a = 1\r\nlet b = 2\r\n\r\n// NAME 7\r\n"),
  ])
  func linesEndAsTheFilesOwn(text: String, expected: String) throws {
    let bytes = try #require(Self.probe.bytes(Array(text.utf8), after: .comment, value: 7))
    #expect(String(decoding: bytes, as: UTF8.self) == expected.replacing("NAME", with: Self.probe.name))
  }

  @Test func aBodyChangeChangesNothingButTheBody() throws {
    let texts = [0, 1].map {
      String(decoding: Self.probe.bytes(Array("let a = 1\n".utf8), bodyValue: $0), as: UTF8.self)
    }
    try #require(texts.count > 1)
    #expect(texts[0] == "let a = 1\n\nfunc \(Self.probe.name)() -> Int {\n  return 0\n}\n")
    #expect(texts[1] == texts[0].replacing("return 0", with: "return 1"))
  }

  @Test func noNameIsTakenTwice() {
    let taken = Array("func \(Self.probe.name)() {}".utf8)
    let other = SourceProbe(key: "P/Core", language: .swift, avoiding: [taken])
    #expect(other.name != Self.probe.name && !String(decoding: taken, as: UTF8.self).contains(other.name))
    #expect(SourceProbe(key: "P/Feature", language: .swift, avoiding: []).name != Self.probe.name)
  }

  @Test func inCOnlyCommentsAndBodiesCanBeChanged() {
    let probe = SourceProbe(key: "P/CCore", language: .c, avoiding: [])
    #expect(SourceChange.allCases.filter(probe.can) == [.comment, .body])
    #expect(SourceChange.allCases.allSatisfy(Self.probe.can))
    // A last line that a backslash continues must not swallow what is appended.
    let bytes = probe.bytes(Array("#define A \\\n".utf8), bodyValue: 3)
    #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("#define A \\\n\nint \(probe.name)(void);\n"))
  }

  /// Whatever links a workspace has: `Inside` stands for the copy.
  @Test func nothingIsWrittenOutsideOfTheCopy() throws {
    let folder = try TestFolder()
    try folder.write(["Outside/Core.swift": "let a = 1\n", "Inside/Own/Core.swift": "let a = 1\n"])
    let inside = folder.path + "/Inside"
    for (link, target) in ["Folder": "../Outside", "File.swift": "../Outside/Core.swift", "Same": "Own"] {
      try FileManager.default.createSymbolicLink(atPath: "\(inside)/\(link)", withDestinationPath: target)
    }
    let before = try TestFolder.contents(of: folder.path)
    for path in ["Folder/Core.swift", "File.swift", "Missing/Core.swift"] {
      #expect(throws: BenchmarkError.outsideCopy("\(inside)/\(path)")) {
        try CopiedSource(path: "\(inside)/\(path)", in: inside, probe: Self.probe, changes: [.body])
      }
    }
    #expect(try TestFolder.contents(of: folder.path) == before)
    let own = try CopiedSource(path: inside + "/Same/Core.swift", in: inside, probe: Self.probe, changes: [.body])
    try own.make(.file, value: 1)
    #expect(try TestFolder.contents(of: folder.path + "/Outside") == ["Core.swift": Data("let a = 1\n".utf8)])
  }

  @Test(arguments: ["let a = 1", "let a = 1\r\n", "print(1)\n"])
  func everyChangeIsUndone(text: String) throws {
    let folder = try TestFolder()
    try folder.markAsOwn()
    try folder.write(["Core.swift": text])
    let source = try CopiedSource(
      path: folder.path + "/Core.swift", in: folder.path, probe: Self.probe, changes: Set(SourceChange.allCases))
    let base = try TestFolder.contents(of: folder.path)
    var states: Set<[String: Data]> = [base]
    for (value, change) in (SourceChange.allCases + SourceChange.allCases).enumerated() {
      try source.make(change, value: value + 1)
      #expect(states.insert(try TestFolder.contents(of: folder.path)).inserted, "no two changes are the same")
      try source.undo(change)
      #expect(try TestFolder.contents(of: folder.path) == base)
    }
    try source.restore()
    #expect(
      try TestFolder.contents(of: folder.path).filter { $0.key.hasSuffix(".swift") } == ["Core.swift": Data(text.utf8)])
  }
}
