import Testing

@testable import ManifestSyntax

@Suite struct HostBranchTests {
  private static func branches(_ text: String, os: String) -> HostBranches {
    let bytes = Array(text.utf8)
    return HostBranches(ManifestLexer.tokens(of: bytes), in: bytes, os: os)
  }

  /// The tokens that are taken, with spaces between them.
  private static func taken(_ text: String, os: String) -> String {
    let bytes = Array(text.utf8)
    return branches(text, os: os).tokens.map { String(decoding: bytes[$0.range], as: UTF8.self) }
      .joined(separator: " ")
  }

  @Test(arguments: [
    ("linux", "d f g", ["1 #if os(macOS)", "11 #if os(macOS)"]),
    ("macos", "b c d e g", ["2 #if os(Linux)", "13 #else of #if os(macOS)"]),
  ])
  func `a branch in one that is not taken is neither taken nor told`(os: String, tokens: String, untaken: [String]) {
    let text = """
      #if os(macOS)
      #if os(Linux)
      a
      #else
      b
      #endif
      c
      #endif
      d
      #if FLAG
      #if os(macOS)
      e
      #else
      f
      #endif
      #else
      g
      #endif
      """
    #expect(Self.taken(text, os: os) == tokens)
    #expect(Self.branches(text, os: os).untaken.map { "\($0.line) \($0.directive)" } == untaken)
  }

  /// Both branches are taken where the host does not decide.
  @Test(arguments: [
    ("os(Linux) || FLAG", "a"), ("FLAG || os(macOS)", "a b"), ("os(macOS) || os(Windows)", "b"),
    ("FLAG && os(macOS)", "b"), ("os(Linux) && FLAG", "a b"), ("os(Linux) && !os(macOS)", "a"),
    ("!(os(macOS) || os(Windows))", "a"), ("!(os(macOS) && FLAG)", "a"), ("!FLAG", "a b"),
    ("(os(Linux) && (os(macOS) || true))", "a"), ("os(Linux) && false || os(macOS)", "b"), ("os(Unheard)", "a b"),
    ("canImport(Glibc)", "a"), ("canImport(UIKit)", "b"), ("arch(arm64)", "a b"),
  ])
  func `a condition has a value if the host decides it`(condition: String, tokens: String) {
    #expect(Self.taken("#if \(condition)\na\n#else\nb\n#endif\n", os: "linux") == tokens)
  }

  @Test(arguments: [("", 15), ("os(macOS) || ", 7), ("os(Linux) && ", 7)])
  func `deeper conditions than anyone writes are not known`(operand: String, known: Int) {
    func taken(depth: Int) -> String {
      let condition =
        String(repeating: operand + "(", count: depth) + "os(macOS)" + String(repeating: ")", count: depth)
      return Self.taken("#if \(condition)\na\n#else\nb\n#endif\n", os: "linux")
    }
    #expect(taken(depth: known) == "b")
    #expect(taken(depth: known + 1) == "a b")
  }

  @Test func `a branch depends on the host if a condition before it does`() {
    let text = "#if FLAG\na\n#elseif os(macOS)\nb\n#else\nc\n#endif\n#if os(Linux)\nd\n#elseif FLAG\ne\n#endif\n"
    #expect(Self.taken(text, os: "linux") == "a c d")
    let untaken = Self.branches(text, os: "linux").untaken
    #expect(untaken.map { "\($0.line) \($0.directive)" } == ["3 #elseif os(macOS)", "10 #elseif FLAG"])
    #expect(Self.taken("a\n#warning(b)\nc\n", os: "linux") == "a ( b ) c", "another directive is no branch")
    let plain = Self.branches("#if false\na\n#endif\n", os: "linux")
    #expect(plain.tokens.isEmpty && plain.untaken.isEmpty, "it is taken on no host")
  }
}
