import BuildAnalysis
import Foundation
import ModuleGraph
import TestSupport
import Testing
import Workspace

@testable import BuildRunner

/// What the scenarios of users are, and which files they change.
struct ScenarioSelectionTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
    try folder.write([
      "Shop/Package.swift": """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(
        name: "Shop",
        targets: [
          .executableTarget(name: "App", dependencies: ["Cart", "Search"]), .target(name: "Cart", dependencies: ["Core"]),
          .target(name: "Search", dependencies: ["Core", "CFast"]), .target(name: "Core"), .target(name: "CFast"),
          .target(name: "Unused"), .target(name: "Odd"),
        ])
      """,
      "Shop/Sources/App/main.swift": "print(1)\n", "Shop/Sources/App/View.swift": "let a = 1\n",
      "Shop/Sources/Cart/Large.swift": "let large = 1000\n", "Shop/Sources/Cart/Small.swift": "let s = 1\n",
      "Shop/Sources/Search/A.swift": "let a = 1\n", "Shop/Sources/Search/B.swift": "let b = 1\n",
      "Shop/Sources/Core/Open.swift": "func f() { let aLongNameThatMakesThisTheLargestFile = 1\n",
      "Shop/Sources/Core/Core.swift": "let core = 1\n", "Shop/Sources/CFast/fast.c": "int a;\n",
      "Shop/Sources/CFast/include/fast.h": "int a;\n", "Shop/Sources/Unused/a.swift": "",
      "Shop/Sources/Odd/a.swift": "func f() {\n",
    ])
  }

  private func loaded() async throws -> (LoadedWorkspace, [PlannedArm]) {
    let loader = WorkspaceLoader(
      toolchain: nil, cacheFolder: folder.path + "/cache", policy: ManifestPolicy(evaluates: false))
    let workspace = try await loader.load(packagePath: folder.path + "/Shop")
    let settings = RoleSettings().overridden(combined: "App", features: ["Cart", "Search"])
    return (
      workspace, try ArmSelection(workspace: workspace, configuration: "debug", arguments: []).arms(settings).arms
    )
  }

  private func selection() async throws -> ScenarioSelection {
    let (workspace, arms) = try await loaded()
    return ScenarioSelection(workspace: workspace, arms: arms)
  }

  @Test func `words are scenarios, each once, and null builds after clean ones come with the first`() async throws {
    let selection = try await selection()
    for (words, expected) in [
      ([], ["clean"]), (["clean", "clean"], ["clean"]), (["null"], ["null"]),
      (["null", "clean"], ["null", "clean", "first-null"]), (["clean", "null"], ["clean", "first-null", "null"]),
      (["clean", "null", "first-null"], ["clean", "first-null", "null"]),
      (["incremental:Core:body", "alone:Shop/Core"], ["incremental:Core:body", "alone:Core"]),
      (["each-feature"], ["incremental:Cart:body", "incremental:Search:body"]),
      (["each-feature:public", "clean"], ["incremental:Cart:public", "incremental:Search:public", "clean"]),
      (
        ["each-module:comment"],
        ["App", "CFast", "Cart", "Core", "Search"].map { "incremental:\($0):comment" }
      ),
      (["comparison"], ["clean", "first-null", "null", "incremental:Cart:body", "incremental:Search:body"]),
    ] as [([String], [String])] {
      #expect(try selection.selected(words).scenarios.map(\.rawValue) == expected, "\(words)")
    }
    let whole = try selection.selected(["clean"], isPerModule: true, runsTests: true)
    #expect(
      whole.scenarios.map(\.rawValue)
        == ["clean"] + ["App", "CFast", "Cart", "Core", "Search"].map { "alone:\($0)" } + ["tests"])
  }

  @Test func `the changes of features are made in their own arms, unless they are named for all`() async throws {
    let selection = try await selection()
    #expect(try selection.selected(["clean"]).featureScenarios == nil)
    #expect(try selection.selected(["each-feature"]).featureScenarios?.count == 2)
    let named = try selection.selected(["each-feature", "incremental:Cart:body"])
    #expect(named.featureScenarios?.map(\.rawValue) == ["incremental:Search:body"])
    let last = try selection.selected(["incremental:Cart:body", "each-feature"])
    #expect(last.featureScenarios?.map(\.rawValue) == ["incremental:Cart:body", "incremental:Search:body"])
    let shared = try selection.shared(last)
    #expect(shared.scenarios == last.scenarios && shared.featureScenarios == last.featureScenarios)
    #expect(shared.sites.keys.sorted() == ["Cart", "Search"])
  }

  @Test func `what is no scenario says why`() async throws {
    let selection = try await selection()
    for (word, error) in [
      ("cleen", ArmError.scenario(.unknown("cleen", nearest: ["clean"]))),
      ("incremental", .scenario(.unknown("incremental", nearest: []))),
      ("each-module:rename", .scenario(.unknown("each-module:rename", nearest: []))),
      ("alone:Unused", .scenario(.moduleNotBuilt("Unused"))),
      ("alone:Cort", .unknownName("Cort", nearest: ["Cart", "Core"])),
    ] {
      let thrown = #expect(throws: ArmError.self) { try selection.selected([word]) }
      if case .scenario(.unknown(word, _))? = thrown, word == "incremental" { continue }
      #expect(thrown == error)
    }
  }

  @Test func `the largest file to which something can be appended is changed, and a program's main file last`()
    async throws
  {
    let selection = try await selection()
    func site(_ module: String, _ change: String = "body") throws -> String? {
      try selection.selected(["incremental:\(module):\(change)"]).sites[module]?.path
    }
    #expect(try site("Cart") == "Sources/Cart/Large.swift")
    #expect(try site("App") == "Sources/App/View.swift")
    #expect(try site("Search") == "Sources/Search/A.swift", "of equal ones, the first")
    #expect(try site("Core") == "Sources/Core/Core.swift", "the largest one does not end at its top level")
    #expect(try site("CFast") == "Sources/CFast/fast.c")
    #expect(throws: ScenarioError.changeNeedsSwift("CFast", "public")) { try site("CFast", "public") }
  }

  @Test func `a file that the user names is changed, if it can be`() async throws {
    let selection = try await selection()
    let root = try await loaded().0.rootPath
    let small = root + "/Sources/Cart/Small.swift"
    #expect(
      try selection.selected(["incremental:Cart:body"], files: [small]).sites["Cart"]?.path
        == "Sources/Cart/Small.swift")
    #expect(throws: ScenarioError.fileOfNoChange(small)) {
      try selection.selected(["incremental:Core:body"], files: [small])
    }
    #expect(
      throws: ScenarioError.noFileToChange("Core", refused: ["`Sources/Core/Open.swift` ends within braces"])
    ) { try selection.selected(["incremental:Core:body"], files: [root + "/Sources/Core/Open.swift"]) }
  }

  @Test func `a module without a file that can be changed says which were refused, and why`() async throws {
    let (workspace, arms) = try await loaded()
    let odd = try #require(workspace.graph.module(named: "Odd"))
    #expect(throws: ScenarioError.noFileToChange("Odd", refused: ["`Sources/Odd/a.swift` ends within braces"])) {
      try ChangeSite(of: odd, in: workspace, for: [.comment], named: [])
    }
    for (text, reason) in [
      ("#if DEBUG\nlet a = 1\n", "ends within `#if`"), ("/* let a = 1\n", "ends within a comment"),
      ("let a = \"\"\"\n", "ends within a string"),
    ] {
      try folder.write(["Shop/Sources/Odd/a.swift": text])
      #expect(throws: ScenarioError.noFileToChange("Odd", refused: ["`Sources/Odd/a.swift` \(reason)"])) {
        try ChangeSite(of: odd, in: workspace, for: [.comment], named: [])
      }
    }
    try FileManager.default.removeItem(atPath: workspace.rootPath + "/Sources/Odd/a.swift")
    try FileManager.default.createSymbolicLink(
      atPath: workspace.rootPath + "/Sources/Odd/a.swift", withDestinationPath: "../Cart/Small.swift")
    #expect(throws: ScenarioError.self, "a change would follow the link") {
      try ChangeSite(of: odd, in: workspace, for: [.comment], named: [])
    }
    let empty = Module(id: ModuleID(package: "Shop", name: "Empty"), kind: .regular)
    #expect(throws: ScenarioError.noSources("Empty")) {
      try ChangeSite(of: empty, in: workspace, for: [.comment], named: [])
    }
    #expect(arms.count == 3)
  }
}
