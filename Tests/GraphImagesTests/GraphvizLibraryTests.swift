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

  /// The C library is no Graphviz.
  @Test func aLibraryWithOtherFunctionsIsRefused() {
    let error = #expect(throws: GraphImageError.self) { try GraphvizLibrary(names: ["libc.so.6", "libSystem.dylib"]) }
    #expect(error?.description.contains("libgvc has no gvContext") == true)
  }
}
