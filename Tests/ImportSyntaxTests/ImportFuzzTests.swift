import Foundation
import ImportSyntax
import TestSupport
import Testing

/// Broken sources: whatever they hold, scanning them ends, and each import stands where it is said to stand.
///
/// `MODGAUGE_FUZZ_INPUTS` and `MODGAUGE_FUZZ_SEED` make a long campaign of it.
@Suite struct ImportFuzzTests {
  private static let inputs = ProcessInfo.processInfo.environment["MODGAUGE_FUZZ_INPUTS"].flatMap { Int($0) } ?? 2_000
  private static let seed = ProcessInfo.processInfo.environment["MODGAUGE_FUZZ_SEED"].flatMap { UInt64($0) } ?? 1

  /// Sources of this project that are full of what is hard to read, and its cases.
  private static let files: [String] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let own = ["SwiftImportTests.swift", "CImportTests.swift", "OracleTests.swift"].compactMap {
      name in
      try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
    let cases = (try? ConformancePage().cases) ?? []
    return own + cases.flatMap { $0.files.sorted { $0.key < $1.key }.map(\.value) }
  }()

  /// Types: those in the cases of the other tests, and sources of this project.
  private static let declarations: [String] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let tests = (try? String(contentsOf: folder.appending(path: "SwiftTypeTests.swift"), encoding: .utf8)) ?? ""
    let cases = tests.components(separatedBy: "\"\"\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    let sources = ["ImportSyntax/Swift/SwiftDeclarationWalker.swift", "ModuleGraph/Graph/Dependency.swift"].compactMap {
      name in
      try? String(contentsOf: folder.appending(path: "../../Sources/\(name)"), encoding: .utf8)
    }
    return cases + sources
  }()

  private static let words = [
    "import ", "import A.B", "@testable import ", "@_spi(A) ", "public ", "struct ", "#if ", "#elseif ", "#else\n",
    "#endif\n",
    "os(Linux)", "canImport(A)", "&&", "||", "!", "(", ")", "\"", "\"\"\"", "#\"", "\"#", "\\(", "\\#(", "/", "#/",
    "/#",
    "//", "/*", "*/", "`", ".", ";", "\n", "\r\n", "\r", "\0", "\u{FEFF}", "\u{E9}", "#include ", "#import <A/B.h>",
    "@import A;",
    "R\"(", ")\"", "'", "\\\n", "<#", "#>", "#ifdef ", "#ifndef ", "#elif ", "#define ", "defined(",
    "__has_include(<a.h>)",
    "class ", "enum ", "actor ", "extension ", "protocol ", "func ", "init", "var ", "let ", "case ", "typealias ",
    "static ", "private ", "{", "}", "[", "]", "<", ">", "->", ":", "=", ",", "?", "@", "didSet", "where ", "indirect ",
  ]

  @Test func noSourceBringsTheScannersDown() {
    var mutation = Mutation(of: Self.files, words: Self.words, seed: Self.seed)
    var found = 0
    for _ in 0..<Self.inputs {
      let bytes = mutation.next()
      let imports = SourceImports(swift: bytes, hasBareRegularExpressions: bytes.count % 2 == 0).imports
      found += imports.count
      if !imports.isEmpty { expect(imports, in: bytes) }
      found += bytes.withUnsafeBufferPointer { CSource($0).imports }.count
    }
    #expect(found > Self.inputs / 10, "the inputs are too broken to try anything, seed \(Self.seed)")
  }

  @Test func noSourceBringsTheScannersOfDeclarationsDown() {
    var mutation = Mutation(of: Self.declarations, words: Self.words, seed: Self.seed)
    var found = 0
    for _ in 0..<Self.inputs {
      let bytes = mutation.next()
      let types = SourceTypes(swift: bytes).types
      found += types.count
      let names = SwiftInterface(swift: bytes).mentioned
      let lines = bytes.count { $0 == 10 || $0 == 13 } + 1
      for type in types
      where type.line > lines || !names.contains(where: { type.name.hasSuffix($0) }) {
        Issue.record("\(type) in \(Data(bytes).base64EncodedString()), seed \(Self.seed)")
      }
    }
    #expect(found > Self.inputs / 10, "the inputs are too broken to try anything, seed \(Self.seed)")
  }

  private func expect(_ imports: [SourceImport], in bytes: [UInt8]) {
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    var starts = [hasMark ? 3 : 0]
    for (index, byte) in bytes.enumerated()
    where byte == 10 || byte == 13 && !(index + 1 < bytes.count && bytes[index + 1] == 10) {
      starts.append(index + 1)
    }
    var last = 0
    for found in imports {
      let position = starts[found.line - 1] + found.column - 1
      let text = String(decoding: bytes[position...].drop { $0 == UInt8(ascii: "`") }.prefix(400), as: UTF8.self)
      // Bytes that are not UTF-8 may be cut at another place here.
      let name = found.module.prefix(100).prefix { $0.isASCII }
      let isRight = position >= last && text.hasPrefix(name)
      if !isRight { Issue.record("\(found) in \(Data(bytes).base64EncodedString()), seed \(Self.seed)") }
      last = position
    }
  }
}
