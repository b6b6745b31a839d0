import BuildAnalysis
import Testing

@Suite struct ModuleFileTests {
  @Test(arguments: [
    ("Sources/Net/Http2.swift", true), ("Http2.swift", true), ("Http*", true), ("Http?.swift", true),
    ("Http.swift", false),
    ("Sources/Net/**", true), ("Sources/*/Http?.swift", true), ("Sources/Web/", false), ("Net/Http2.swift", false),
    ("?", false),
  ])
  func `a file of a module is named by its path, its name, a folder or a pattern`(pattern: String, matches: Bool) {
    #expect(ModuleFile(path: "Sources/Net/Http2.swift").matches(pattern) == matches)
  }
}
