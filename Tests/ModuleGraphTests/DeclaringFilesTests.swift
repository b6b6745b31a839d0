import ImportSyntax
import ModuleGraph
import Testing

struct DeclaringFilesTests {
  @Test(arguments: [
    ("alpha", ["A.swift"]), ("Box", ["A.swift"]), ("Box.Lid", ["B.swift"]), ("Box.open", ["B.swift"]),
    ("Box.unheard", ["A.swift"]), ("Array", ["B.swift"]), ("Array.pairs", ["B.swift"]), ("nowhere", []), ("", []),
  ]) func `the file of a declaration is found`(name: String, files: [String]) {
    let texts = [
      "A.swift": "func alpha() {}\nstruct Box {}",
      "B.swift": "extension Box { enum Lid {} ; func open() {} }\nextension Array { var pairs: Int { 1 } }",
    ]
    let core = ModuleID(package: "P", name: "Core")
    let interfaces = WorkspaceInterfaces(modules: [
      core: .init(
        files: texts.mapValues { .init(hash: 0, lines: 1, interface: SwiftInterface(swift: Array($0.utf8))) })
    ])
    #expect(interfaces.files(of: core, declaring: name) == files)
    #expect(interfaces.files(of: ModuleID(package: "P", name: "Other"), declaring: name) == [])
  }
}
