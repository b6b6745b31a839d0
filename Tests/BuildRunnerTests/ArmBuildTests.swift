import BuildAnalysis
import BuildTrace
import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import BuildRunner

/// From which state each scenario's build starts, and when it counts, with a script that stands for `swift build`.
struct ArmBuildTests {
  private let swift: ScriptedSwift

  init() async throws { swift = try await ScriptedSwift.shop() }

  /// The builds of the app, in a copy.
  private func builds(
    changing scenarios: [Scenario] = [], isRecorded: Bool = true
  ) async throws -> (ArmBuilds, BuildFolders) {
    let planned = try swift.arms()[0]
    let selected = try ScenarioSelection(workspace: swift.workspace, arms: [planned]).selected(
      scenarios.map(\.rawValue))
    let subject = BuildSubject(workspace: swift.workspace, arms: [planned], sites: selected.sites)
    let copied = try await CopiedWorkspace(of: subject, in: swift.folders, changedBy: scenarios)
    try swift.folders.prepare(arms: ["App"], warmArms: ["App"])
    let builds = ArmBuilds(
      planned: planned, method: swift.method(isRecorded: isRecorded), folders: swift.folders,
      graph: swift.workspace.graph,
      sources: copied.sources)
    let place = BuildFolders(
      package: planned.package, path: copied.copy.root, scratch: swift.folders.scratch("App", isWarm: true),
      mayResolve: false)
    return (builds, place)
  }

  private func build(
    _ scenario: Scenario, changing: [Scenario] = [], isRecorded: Bool = true
  ) async throws -> BuildResult {
    var (builds, place) = try await builds(changing: changing, isRecorded: isRecorded)
    return try await builds.build(scenario, in: [place], log: swift.folder.path + "/log")
  }

  private let objects = ["App", "Cart", "Core", "Search"].map {
    "mkdir -p \"$5/debug/\($0).build\"; touch \"$5/debug/\($0).build/a.o\""
  }.joined(separator: "\n")

  @Test func `a null build follows one that compiled nothing`() async throws {
    try swift.events(1, [ScriptedSwift.compile("Core")])
    let result = try await build(.null)
    #expect(result.outcome == .ok && result.reason == nil && result.rebuilt == [])
    #expect(try swift.calls().count == 3)
    #expect(try swift.calls().first == "build copy App+warm --product App --disable-automatic-resolution")
  }

  @Test func `where compilers are never seen, the first of two builds settles the folder`() async throws {
    let result = try await build(.null, isRecorded: false)
    #expect(result.outcome == .ok && result.trace == nil)
    #expect(try swift.calls().count == 3)
  }

  @Test func `a null build that compiles does not count`() async throws {
    try swift.events(1, [ScriptedSwift.compile("Core")])
    try swift.events(3, [ScriptedSwift.compile("Core"), ScriptedSwift.compile("Cart")])
    let result = try await build(.null)
    #expect(result.reason == "nothing had changed since a null build, but the build compiled Cart, Core")
    #expect(result.outcome == .failed)
    #expect(
      result.rebuilt == [RebuiltModule(module: "Cart", files: 1), RebuiltModule(module: "Core", files: 1)])
  }

  @Test func `a build that never stands still is given up after four`() async throws {
    for number in 1...5 {
      try swift.events(number, [TracedProcess(id: 1, kind: .link, start: 0, end: 1, output: "App")])
    }
    let result = try await build(.null)
    #expect(
      result.reason
        == "each build without a change linked App again, so that there is nothing to compare a change with")
    #expect(try swift.calls().count == 4)
  }

  @Test(arguments: [1, 2, 3]) func `a build that fails while the folder settles says so`(number: Int) async throws {
    try swift.events(1, [ScriptedSwift.compile("Core")])
    try swift.step(number, "exit 4")
    let result = try await build(.null)
    #expect(result.outcome == .failed && result.reason == "the build exited with code 4")
    #expect(try swift.calls().count == number)
  }

  @Test func `the first null build follows a clean one, whatever it does`() async throws {
    try swift.step(1, objects)
    try swift.events(2, [TracedProcess(id: 1, kind: .emitModule, module: "Core", start: 0, end: 1, files: ["a.swift"])])
    var (builds, place) = try await builds()
    let log = swift.folder.path + "/log"
    let clean = try await builds.build(.clean, in: [place], log: log)
    #expect(clean.outcome == .ok && clean.compiledModules == ["App", "Cart", "Core", "Search"])
    let first = try await builds.build(.firstNull, in: [place], log: log)
    #expect(first.outcome == .ok && first.rebuilt == [RebuiltModule(module: "Core", files: 0)])
    #expect(try swift.calls().count == 2, "the clean build was there")
    // Now it is no longer the first one: a clean build comes again.
    try swift.step(3, objects)
    #expect(try await builds.build(.firstNull, in: [place], log: log).outcome == .ok)
    #expect(try swift.calls().count == 4)
    try swift.step(5, "exit 1")
    let failed = try await builds.build(.firstNull, in: [place], log: log)
    #expect(failed.outcome == .failed && failed.reason == "the build exited with code 1")
    #expect(try swift.calls().count == 5)
  }

  @Test func `a module is built alone with its dependencies there, and put back`() async throws {
    try swift.events(1, [ScriptedSwift.compile("App")])
    // Two null builds, of the arm and of the module, and then the timed one.
    try swift.step(
      1,
      objects + "\ntouch \"$5/build.db\"; mkdir -p \"$5/debug/Modules\"; echo 1 >\"$5/debug/Modules/Core.swiftmodule\"")
    try swift.events(4, [ScriptedSwift.compile("Core")])
    try swift.step(
      4,
      "ls \"$5\"/debug/*.build/*.o >\"$d/seen\"; mkdir -p \"$5/debug/Core.build\"; echo new >\"$5/debug/Core.build/a.o\""
    )
    let scenario = Scenario.alone(module: "Core")
    var (builds, place) = try await builds()
    let result = try await builds.build(scenario, in: [place], log: swift.folder.path + "/log")
    #expect(result.outcome == .ok && result.rebuilt == [RebuiltModule(module: "Core", files: 1)])
    let calls = try swift.calls()
    #expect(calls.count == 4 && calls.map { $0.contains("--target Core") } == [false, false, true, true])
    #expect(try !swift.folder.read("seen").contains("Core.build") && swift.folder.read("seen").contains("Cart.build"))
    let files = try TestFolder.contents(of: place.scratch.path)
    #expect(files["debug/Core.build/a.o"] == Data() && files["debug/Modules/Core.swiftmodule"] == Data("1\n".utf8))
    #expect(!FileManager.default.fileExists(atPath: swift.folders.aside))
  }

  @Test(arguments: [
    ([], "Core was to be built alone, but the build linked "),
    (["Core", "Cart"], "Core was to be built alone, but the build compiled Cart, Core"),
    (["Cart"], "Core was to be built alone, but the build compiled Cart"),
  ]) func `a module that was not built alone does not count`(compiled: [String], reason: String) async throws {
    try swift.events(1, [ScriptedSwift.compile("App")])
    try swift.events(4, compiled.map { ScriptedSwift.compile($0) })
    let result = try await build(.alone(module: "Core"))
    #expect(result.outcome == .failed && result.reason == reason)
  }

  @Test(
    arguments: [
      (["Core"], 0, nil, false), ([], 0, "after a body change in Core no file of it was compiled", false),
      (["Core"], 3, "the workspace no longer builds after a body change in Core (exit code 3)", true),
    ] as [([String], Int, String?, Bool)])
  func `a change takes a second, since compilers compare whole ones, and counts if it was compiled`(
    compiled: [String], code: Int, reason: String?, isNewInterface: Bool
  ) async throws {
    let scenario = Scenario.incremental(module: "Core", change: .body)
    try swift.events(1, [ScriptedSwift.compile("App")])
    try swift.step(1, "mkdir -p \"$5/debug/Modules\"; echo 1 >\"$5/debug/Modules/Core.swiftmodule\"")
    try swift.events(3, compiled.map { ScriptedSwift.compile($0, files: ["a.swift", "b.swift"]) })
    try swift.step(
      3,
      "cp \"$3/Sources/Core/a.swift\" \"$d/changed\"; \(isNewInterface ? "echo 2 >\"$5/debug/Modules/Core.swiftmodule\"; " : "")exit \(code)"
    )
    let result = try await build(scenario, changing: [scenario])
    #expect(result.outcome == (reason == nil ? .ok : .failed) && result.reason == reason)
    #expect(result.interfaceChanged == isNewInterface)
    #expect(result.rebuilt == compiled.map { RebuiltModule(module: $0, files: 2) })
    #expect(try swift.folder.read("changed").contains("return 1"))
    let after = try String(contentsOfFile: swift.folders.copy + "/Sources/Core/a.swift", encoding: .utf8)
    #expect(after.contains("return 0"), "the change was undone")
  }
}
