import ImportSyntax
import ModuleGraph
import Testing

/// What Swift modules see of a module in C. What Swift 6.3.1's drivers did for the same changes is in each test's words.
struct SeenCModulesTests {
  private static let graph = ModuleGraph([
    "A": ["CS"], "B": ["A"], "Both": ["A", "CS"], "Hiding": ["CS"], "Above": ["Hiding"],
  ])

  private static let files = [
    "A/A.swift": "import CS\npublic func a() -> Int32 { cs() }", "A/Other.swift": "public struct Other {}",
    "B/B.swift": "import A\npublic func b() -> Int32 { a() }", "B/Own.swift": "struct Own {}",
    "Both/Both.swift": "import A\npublic func both() -> Int32 { a() }", "Both/Own.swift": "struct Own {}",
    "Hiding/Hiding.swift": "internal import CS\npublic func hiding() -> Int32 { cs() }",
    "Hiding/Other.swift": "public struct Other {}",
    "Above/Above.swift": "import Hiding\npublic func above() -> Int32 { hiding() }", "Above/Own.swift": "struct Own {}",
  ]

  private func interfaces(
    source: Int = 1, visible: Int = 1, settings: String = "", _ changes: [String: String] = [:]
  ) -> WorkspaceInterfaces {
    let swift = RecompiledFilesTests.interfaces(Self.files.merging(changes) { $1 })
    let headers = WorkspaceInterfaces.Headers(visible: visible, all: visible, names: ["CS"])
    let c = WorkspaceInterfaces.Contents(
      files: ["CS/a.c": .init(hash: source, lines: 9, interface: nil)], settings: settings, headers: headers)
    return WorkspaceInterfaces(
      modules: swift.modules.merging([ModuleID(package: "Example", name: "CS"): c]) { $1 })
  }

  private func forecast(_ head: WorkspaceInterfaces) -> (compiled: [String: Int], checked: [String]) {
    let forecast = RecompiledFiles(from: interfaces(), to: head, in: Self.graph)
    let compiled = forecast.modules.map { ($0.module.name, $0.compiledFiles) }
    return (Dictionary(uniqueKeysWithValues: compiled), forecast.checked.map(\.name).sorted())
  }

  // After two commits of Yams that changed settings of CYaml alone (780e2ada77, 03fe990340), the driver of Yams ran.
  @Test func `other objects run the drivers of direct dependents`() {
    #expect(forecast(interfaces(source: 2)) == (["CS": 1], ["A", "Both", "Hiding"]))
    #expect(forecast(interfaces(settings: "-DSTATIC")) == (["CS": 1], ["A", "Both", "Hiding"]))
    #expect(forecast(interfaces()) == ([:], []))
  }

  // Above them, no driver runs.
  @Test func `other headers compile all files of direct dependents that load them, if only by others' imports`() {
    #expect(forecast(interfaces(visible: 2)) == (["CS": 1, "A": 2, "Both": 2, "Hiding": 2], []))
  }

  // A commit of swift-numerics (264b17140b) changed a header and a function of the module that imports it: all files of the
  // modules above were compiled.
  @Test(arguments: [
    ("A/Other.swift", "public struct Other {}\npublic struct More {}", 2),
    ("B/Own.swift", "struct Own { var x = 0 }", 2),
    ("A/Other.swift", "public struct Other {}\n", 0),
  ])
  func `once a driver runs, other headers compile all files`(path: String, text: String, compiled: Int) {
    let forecast = forecast(interfaces(visible: 2, [path: text])).compiled
    #expect(forecast["B"] ?? 0 == compiled && forecast["Above"] == nil)
    #expect(self.forecast(interfaces([path: text])).compiled["B"] ?? 0 < 2)
  }

  @Test(arguments: ["internal import CS", "@_implementationOnly import CS", "private import CS"])
  func `what is imported for a module alone, its dependents do not load`(statement: String) {
    let own = "\(statement)\npublic func hiding() -> Int32 { cs() }\npublic struct More {}"
    #expect(forecast(interfaces(visible: 2, ["Hiding/Hiding.swift": own])).compiled["Above"] == 1)
    let shown = own.replacing(statement, with: "import CS")
    #expect(forecast(interfaces(visible: 2, ["Hiding/Hiding.swift": shown])).compiled["Above"] == 2)
  }
}
