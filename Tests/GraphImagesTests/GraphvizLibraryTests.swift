import Testing

@testable import GraphImages

struct GraphvizLibraryTests {
  @Test func withoutGraphvizAPictureSaysWhatToInstall() {
    let error = #expect(throws: GraphImageError.self) {
      try GraphvizLibrary(names: ["libnowhere.so.1", "/nowhere/libgvc.so"])
    }
    #expect(error?.description.contains("libnowhere.so.1") == true)
    #expect(error?.description.contains("Debian: libgvc6") == true)
  }

  @Test func `a correction of the same version is drawn with, and no other version`() {
    #expect(GraphvizLibrary.isCompatible("2.42.4", with: "2.42.2"))
    #expect(GraphvizLibrary.isCompatible("2.42.4", with: "2.43.0"), "what Debian's 2.42.2 calls itself")
    #expect(
      !GraphvizLibrary.isCompatible("2.44.0", with: "2.42.2")
        && !GraphvizLibrary.isCompatible("12.42.2", with: "2.42.2"))
  }

  /// The C library is no Graphviz.
  @Test func aLibraryWithOtherFunctionsIsRefused() {
    let error = #expect(throws: GraphImageError.self) { try GraphvizLibrary(names: ["libc.so.6", "libSystem.dylib"]) }
    #expect(error?.description.contains("libgvc has no gvContext") == true)
  }
}
