import ModuleGraph
import Testing

/// The types that files use without naming them. What Swift 6.3.1's driver compiled for the same changes is in each test's words.
struct ImpliedTypesTests {
  private static let files = [
    "Types": """
    struct Own: Equatable { static func == (one: Own, other: Own) -> Bool { true } }
    struct Derived: Hashable { var y = 0 }
    struct Plain { var z = 0 }
    struct Sum { static func + (one: Sum, other: Sum) -> Sum { one } }
    struct Around { struct Inner: Equatable { static func == (one: Inner, other: Inner) -> Bool { true } } }
    """,
    "Equal": "func equal(_ a: Int) -> Bool { a == 3 }", "Unequal": "func unequal(_ a: Int) -> Bool { a != 3 }",
    "Plus": "func plus(_ a: Int) -> Int { a + 3 }", "Nothing": "func nothing(_ a: Int) -> Int { a }",
    "Pairs": "func pairs(_ a: [Int: String]) {}", "List": "func list(_ a: [Int]) {}",
    "Literal": "func literal() -> Int { let a = [1: 2]; return a.count }",
  ]

  /// The files that are compiled after a file with an extension of a type imported something, besides that file.
  private func compiled(extending type: String) -> Set<String> {
    func interfaces(_ text: String) -> WorkspaceInterfaces {
      let files = Self.files.merging(["Extension": text]) { $1 }.map { ("M/\($0.key).swift", $0.value) }
      return RecompiledFilesTests.interfaces(Dictionary(uniqueKeysWithValues: files))
    }
    let text = "extension \(type) { func more() {} }"
    let forecast = RecompiledFiles(
      from: interfaces(text), to: interfaces("import Foundation\n" + text), in: ModuleGraph(["M": []]))
    return Set((forecast.modules.first?.names ?? []).map { String($0.prefix { $0 != "." }) }).subtracting(["Extension"])
  }

  // The same files. In swift-http-types (45eb022491), all 9 files of `HTTPTypes` were, since all of them compare something.
  @Test func `an operator stands for the types that declare it, and for the types around them`() {
    #expect(compiled(extending: "Own") == ["Types", "Equal"])
    #expect(compiled(extending: "Derived") == ["Types"])
    #expect(compiled(extending: "Plain") == ["Types"])
    #expect(compiled(extending: "Sum") == ["Types", "Plus"])
    #expect(compiled(extending: "Around") == ["Types", "Equal"])
  }

  // The same files. In Yams (50785bae3a), 12 files were, and 8 were forecast before.
  @Test func `a colon in square brackets stands for a dictionary`() {
    #expect(compiled(extending: "Dictionary") == ["Pairs", "Literal"])
  }
}
