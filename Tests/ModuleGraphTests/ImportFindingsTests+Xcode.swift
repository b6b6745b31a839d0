import ImportSyntax
import ModuleGraph
import Testing

extension ImportFindingsTests {
  /// Their test bundles are of the kind `test` as SwiftPM's are.
  @Test(arguments: [nil, "6.0.0"]) func targetsOfXcodeProjectsAreNotJudged(toolsVersion: String?) {
    let ids = ["AppTests", "App", "Core"].map { ModuleID(package: "P", name: $0) }
    let graph = ModuleGraph(
      packages: [
        Package(key: "P", identity: "P", name: "P", path: ".", toolsVersion: toolsVersion, dependencies: [])
      ],
      modules: [Module(id: ids[0], kind: .test, sources: 1)]
        + ids[1...].map { Module(id: $0, kind: .regular, sources: 1) },
      dependencies: [Dependency(from: ids[0], to: ids[2])])
    let use = WorkspaceImports.Use(.module("App"), location: .init(file: "a.swift", line: 1))
    let findings = ImportFindings(of: graph, imports: WorkspaceImports(uses: [ids[0]: [use]]))
    #expect(findings.undeclared.count == (toolsVersion == nil ? 0 : 1))
    #expect(findings.unused.count == (toolsVersion == nil ? 0 : 1))
    #expect(findings.undecided.map(\.module) == (toolsVersion == nil ? ids.sorted() : []))
    #expect(findings.undecided.allSatisfy { $0.reason == .xcodeProject })
  }
}
