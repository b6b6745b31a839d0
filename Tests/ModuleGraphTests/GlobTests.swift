import ModuleGraph
import Testing

@Suite struct GlobTests {
  @Test(arguments: [
    ("Core", "Core"), ("*", "Core"), ("C?re", "Core"), ("*Feature", "CartFeature"), ("App/*", "App/Core"),
    ("**", "a/b/c"), ("**", ""), ("Fixtures/**", "Fixtures"), ("Fixtures/**", "Fixtures/a/b"),
    ("**/Old", "Old"), ("**/Old", "a/b/Old"), ("a/**/b/**/c", "a/x/b/b/y/c"), ("a**c", "abbc"), ("/a//b/", "a/b"),
    ("*.swift", "a.swift"), ("[a]{b}\\", "[a]{b}\\"), ("?", "é"), ("?", "🎈"), ("caf\u{E9}", "cafe\u{301}"),
  ])
  func matches(pattern: String, path: String) {
    #expect(Glob(pattern).matches(path))
  }

  @Test(arguments: [
    ("Core", "core"), ("Core", "App/Core"), ("*", "a/b"), ("*", ""), ("?", "/"), ("Fixtures/**", "Fixture"),
    ("**/Old", "Old/a"), ("a/**/c", "a/b"), ("", "a"), ("a/?", "a/bc"), ("**/a", "b"), ("a*b*c", "acb"),
  ])
  func doesNotMatch(pattern: String, path: String) {
    #expect(!Glob(pattern).matches(path))
  }

  @Test func anOracleThatTriesEverythingAgrees() {
    var random = SeededGenerator(seed: 7)
    func text(_ alphabet: String, upTo length: Int) -> String {
      String(
        (0..<Int.random(in: 0...length, using: &random)).compactMap { _ in alphabet.randomElement(using: &random) })
    }
    var matching = 0
    for _ in 0..<20_000 {
      let pattern = text("ab*?", upTo: 6)
      let name = text("ab", upTo: 7)
      let expected = tryEverything(Array(pattern), Array(name))
      matching += expected ? 1 : 0
      // A whole part of two stars is another thing; one character before keeps it a name.
      #expect(Glob("x" + pattern).matches("x" + name) == expected, "\(pattern) \(name)")
      let deep = { (text: String) in text.map(String.init).joined(separator: "/") }
      let deepPattern = pattern.map { $0 == "*" ? "**" : $0 == "?" ? "*" : String($0) }.joined(separator: "/")
      #expect(Glob(deepPattern).matches(deep(name)) == expected, "\(deepPattern) \(deep(name))")
    }
    #expect(matching > 1000)
  }

  @Test func noPatternBlowsUp() {
    let stars = String(repeating: "*a", count: 2_000)
    #expect(!Glob(stars).matches(String(repeating: "a", count: 4_000) + "b"))
    let deep = Array(repeating: "**/a", count: 500).joined(separator: "/")
    #expect(!Glob(deep).matches(Array(repeating: "a", count: 1_000).joined(separator: "/") + "/b"))
  }

  private func tryEverything(_ pattern: [Character], _ text: [Character]) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    let rest = Array(pattern.dropFirst())
    if first == "*" { return (0...text.count).contains { tryEverything(rest, Array(text.dropFirst($0))) } }
    return !text.isEmpty && (first == "?" || first == text[0]) && tryEverything(rest, Array(text.dropFirst()))
  }
}
