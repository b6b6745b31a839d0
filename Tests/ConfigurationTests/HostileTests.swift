import Configuration
import Synthesis
import Testing

/// Files that nobody writes by accident: each gets one sentence, and soon.
@Suite struct HostileTests {
  @Test(arguments: ["", " ", "\n\n", "# only a comment\n", "---\n", "~", "null"])
  func filesWithoutContentAreRefused(yaml: String) {
    #expect(message(yaml) != nil)
  }

  @Test func anEmptyFileIsCalledEmpty() {
    #expect(message("") == "spec.yml: the file is empty")
  }

  @Test func bytesThatAreNoTextAreRefused() {
    #expect(throws: ConfigurationError(file: "x", .notUTF8)) {
      try WorkspaceDescription(yaml: [0x6e, 0xff, 0xfe, 0x00], file: "x")
    }
    #expect(message("name: \u{0}\u{1}") != nil)
  }

  @Test func aFileThatIsTooLargeIsNotRead() {
    #expect(throws: ConfigurationError(file: "x", .tooLarge(bytes: 9_000_000))) {
      try WorkspaceDescription(yaml: Array(repeating: UInt8(ascii: "a"), count: 9_000_000), file: "x")
    }
  }

  @Test(arguments: ["[", "{", "{a: ", "- ", "? ", "[{", "- - ? "])
  func deepNestingIsRefused(opening: String) {
    #expect(message(String(repeating: opening, count: 20_000)) != nil)
    let start = "name: W\nmodules: "
    #expect(message(start + String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)) != nil)
  }

  @Test func aBombOfAliasesIsRefused() {
    var bomb = "a0: &a0 [x, x]\n"
    for level in 1...40 { bomb += "a\(level): &a\(level) [*a\(level - 1), *a\(level - 1)]\n" }
    #expect(
      message(bomb)
        == "spec.yml:2: anchors (&name) and aliases (*name) are not supported; write the value out in each place")
    // As keys, which the parser would compare.
    var keys = "? &a0 [x, x]\n: 1\n"
    for level in 1...40 { keys += "? &a\(level) [*a\(level - 1), *a\(level - 1)]\n: 1\n" }
    #expect(message(keys)?.contains("aliases") == true)
    #expect(message("name: &n\n  W\nmodules: [{ name:\u{2028}*n }]")?.contains("aliases") == true)
  }

  @Test func anAliasOfNothingIsAnError() {
    #expect(message("name: *nobody")?.hasPrefix("spec.yml:1: a value that begins with * needs quotes") == true)
  }

  @Test func signsInTextsAndCommentsAreNoAliases() {
    #expect(message("# R&D * 2\nname: W # a & b\nmodules: [{ name: A, kind: library, lines: 99 }]") == nil)
  }

  @Test func aLongWordIsCutInTheMessage() throws {
    let text = try #require(message(String(repeating: "k", count: 100_000) + ": 1"))
    #expect(text.count < 200)
  }
}
