import Foundation
import ImportSyntax
import TestSupport
import Testing

/// The compiler's own list of what a file imports, against ours.
@Suite struct OracleTests {
  /// Each text is a file of its own; conditions are answered as the compiler does on this system.
  @Test func theCompilerNamesTheSameModules() async throws {
    let folder = try TestFolder()
    for (index, source) in Self.sources.enumerated() {
      let file = "\(folder.path)/\(index).swift"
      try Data(source.utf8).write(to: URL(filePath: file))
      let list = "\(folder.path)/\(index).txt"
      // Some of the texts do not compile; the list is written all the same.
      _ = try await Tool.named("swiftc")(
        ["-frontend", "-emit-imported-modules", file, "-o", list, "-swift-version", "6"])
      let expected = try String(contentsOf: URL(filePath: list), encoding: .utf8).split(separator: "\n").map(
        String.init)
      let imports = SourceImports(swift: Array(source.utf8), hasBareRegularExpressions: true).imports
      let active = imports.filter { $0.condition?.value(Self.answer) ?? true }.map(\.module)
      #expect(active == expected, "\(source)")
    }
  }

  private static func answer(_ condition: CompilationCondition) -> Bool? {
    switch condition {
    case .query("swift", let argument): argument == ">=5.9"
    default: false
    }
  }

  private static let sources = [
    """
    #!/usr/bin/swift import X
    import A; import B
    @testable
    // why
    import C.Sub
    import struct
    D.E
    import /* /* */ */ F
    import `class`; import `raw name`
    let x = "\\(g("import No"))" ;import G
    """,
    """
    let a = /import "/
    import A
    let b = [/"/, /b\\/"/], c = !/"/
    import B
    let d = #/
      import No "
      /#
    import C
    let e = #\"\"\"#, f = #"a\\#(1 + f("import No"))"#, g = 4 / 2
    import D
    func `accepts */*, not "text`() {}
    let h = \"\"\"
      \\(f(\"\"\"
       import No
      \"\"\"))
      import No
      \"\"\"
    import E
    """,
    """
    #if swift(>=5.9) // why
    import A
    #elseif true
    import No
    #endif
    #if (swift(>=5.9)
      && !false)
    import B
    #else
    garbage ' import
    import No
    #endif
    #if swift(>=99)
    import No ....
    #else
    import C
    #endif
    f(import: 3)
    @available(*, deprecated) import D
    """,
    """
    import struct A::B; import func C :: d
    #if swift (>=5.9)
    import E
    #endif
    #if !swift/**/(>=5.9)
    import No
    #endif
    """,
  ]
}
