import ImportSyntax
import ModuleGraph
import Testing

/// What the drivers of Swift modules see of a module in C.
struct SeenCModulesTests {
  private let graph = ModuleGraph(["Yams": ["CYaml"], "Tool": ["Yams"]])

  private func interfaces(source: Int = 1, visible: Int = 1, settings: String = "") -> WorkspaceInterfaces {
    func swift(_ path: String) -> WorkspaceInterfaces.Contents {
      let text = Array("import CYaml\nfunc parse() {}".utf8)
      return .init(files: [path: .init(hash: 1, lines: 2, interface: SwiftInterface(swift: text))])
    }
    let headers = WorkspaceInterfaces.Headers(visible: visible, all: visible, names: ["CYaml"])
    let c = WorkspaceInterfaces.Contents(
      files: ["CYaml/a.c": .init(hash: source, lines: 9, interface: nil)], settings: settings, headers: headers)
    return WorkspaceInterfaces(
      modules: [
        ModuleID(package: "Example", name: "CYaml"): c,
        ModuleID(package: "Example", name: "Yams"): swift("Yams/a.swift"),
        ModuleID(package: "Example", name: "Tool"): swift("Tool/main.swift"),
      ])
  }

  private func forecast(_ head: WorkspaceInterfaces) -> (compiled: [String], checked: [String]) {
    let forecast = RecompiledFiles(from: interfaces(), to: head, in: graph)
    return (forecast.modules.map(\.module.name), forecast.checked.map(\.name))
  }

  // After two commits of Yams that changed settings of CYaml alone (780e2ada77, 03fe990340), the driver of Yams ran.
  @Test func `other objects run the drivers of direct dependents`() {
    #expect(forecast(interfaces(source: 2)) == (["CYaml"], ["Yams"]))
    #expect(forecast(interfaces(settings: "-DYAML_DECLARE_STATIC")) == (["CYaml"], ["Yams"]))
    #expect(forecast(interfaces()) == ([], []))
  }

  @Test func `other headers compile the files that import them`() {
    #expect(forecast(interfaces(visible: 2)) == (["CYaml", "Yams"], []))
  }
}
