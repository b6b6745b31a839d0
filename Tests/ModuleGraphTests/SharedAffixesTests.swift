import Testing

@testable import ModuleGraph

@Suite struct SharedAffixesTests {
  /// The groups that are taken one after another, as indices of the names.
  private func groups(_ names: [String], open: [Int]? = nil, kin: [Int]? = nil) -> [[Int]] {
    var shared = SharedAffixes(names, open: open ?? Array(names.indices), kin: kin ?? names.map { _ in 0 })
    var found: [[Int]] = []
    for _ in names {
      if let members = shared.takeGreatest() { found.append(members) }
    }
    return found
  }

  @Test func `the most common words come first, and what is taken counts no more`() {
    let names = ["HomeFeature", "CartFeature", "LogClient", "NetClient", "PayClient", "HomeView", "Alpha", "Beta"]
    // The home's view would share its first word with a feature that is taken.
    #expect(groups(names) == [[2, 3, 4], [0, 1]])
  }

  @Test func `of words as common the last ones come first, and words of more than half of the modules say nothing`() {
    let names = ["HomeView", "HomeFeature", "CartFeature", "Alpha"]
    #expect(groups(names) == [[1, 2]])
    #expect(groups(Array(names.dropLast())).isEmpty)
  }

  @Test func `only open modules of one kin share words`() {
    let names = ["HomeFeature", "CartFeature", "PayFeature", "LogFeature", "Alpha", "Beta", "Gamma", "Delta"]
    let kin = [0, 0, 1, 1, 0, 0, 0, 0]
    #expect(groups(names, kin: kin) == [[0, 1], [2, 3]])
    #expect(groups(names, open: [0, 2, 3], kin: kin) == [[2, 3]])
  }

  @Test(
    arguments: [
      (["ParserBashQueries", "ParserRustQueries"], "Parser*Queries"), (["FooBarBaz", "FooBaz"], "Foo*Baz"),
      (["swift-nio-core", "swift-nio-posix"], "swift-nio*"), (["HomeKit", "HomeKitTests"], "HomeKit*"),
      (["HomeHome", "Home"], "Home*"), (["Kit", "Home"], "*"), ([], "*"),
    ] as [([String], String)])
  func `a pattern has all the words that names share, each once`(names: [String], pattern: String) {
    #expect(SharedAffixes.pattern(of: names) == pattern)
  }
}
