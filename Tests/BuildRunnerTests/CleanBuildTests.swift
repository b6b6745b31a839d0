import BuildAnalysis
import Foundation
import ModuleGraph
import TestSupport
import Testing

@testable import BuildRunner

/// What a clean build starts with and verifies, with a script that stands for `swift build`.
@Suite struct CleanBuildTests {
  private let folder: TestFolder
  private var scratch: Scratch { Scratch(path: folder.path + "/scratch") }
  private var place: BuildFolders {
    BuildFolders(package: "Shop", path: folder.path, scratch: scratch, mayResolve: false)
  }

  init() throws {
    folder = try TestFolder()
    try folder.markAsOwn()
  }

  /// - Parameter script: `$5` is the scratch folder.
  private func method(_ script: String) async throws -> BuildMethod {
    // Another process writes it: while a test starts a program, that has the files that this process is writing.
    let written = try await Tool(path: "/bin/sh")(
      ["-c", "printf '#!/bin/sh\n%s\n' \"$SCRIPT\" >swift && chmod +x swift"], in: folder.path,
      environment: ["SCRIPT": script])
    try #require(written.exitCode == 0)
    return BuildMethod(
      builder: Builder(SwiftBuild(swift: folder.path + "/swift"), cores: 2),
      supervisor: try Supervisor(
        recorder: Tool.built("modgauge-recorder").path, measurementPath: folder.path + "/measurement",
        temporaryFolder: folder.path))
  }

  private static let graph = ModuleGraph(
    modules: [
      ("App", .executable, 1), ("Core", .regular, 2), ("Macros", .macro, 1), ("Empty", .regular, 0),
      ("Gen", .plugin, 1),
      ("Blob", .binary, nil), ("zlib", .system, nil), ("AppTests", .test, 1),
    ].map { (name: String, kind: Module.Kind, sources: Int?) in
      Module(id: ModuleID(package: "Shop", name: name), kind: kind, sources: sources)
    })

  private static let planned = PlannedArm(
    arm: Arm(
      name: "App", role: .combined, targets: ["App"],
      modules: graph.modules.map(\.id).filter { $0.name != "AppTests" }),
    package: "Shop", target: .product("App"), roots: nil)

  /// A build that leaves objects of modules.
  private func build(compiling modules: [String]) async throws -> BuildResult {
    try await CleanBuild(of: Self.planned, by: method(Self.leaving(modules)), in: place, Self.graph, turn: nil)
      .run(log: folder.path + "/log")
  }

  private static func leaving(_ modules: [String]) -> String {
    modules.map { "mkdir -p \"$5/debug/\($0).build\"; touch \"$5/debug/\($0).build/a.o\"" }.joined(separator: "\n")
  }

  @Test func `each build starts with the downloads alone`() async throws {
    try folder.write([
      "scratch/checkouts/Dep/a.swift": "", "scratch/workspace-state.json": "{}", "scratch/debug/Old.build/a.o": "",
      "scratch/debug.yaml": "", "scratch/Old.swiftmodule": "", "scratch/out/a": "",
    ])
    let method = try await method(
      "ls -A \"$5\" >\"$3/seen\"; mkdir -p \"$5/debug/New.build\"; touch \"$5/debug/New.build/a.o\"")
    for _ in 1...2 {
      let result = try await CleanBuild(of: Self.planned, by: method, in: place, ModuleGraph(), turn: nil)
        .run(log: folder.path + "/log")
      #expect(try folder.read("seen") == "checkouts\nworkspace-state.json\n")
      #expect(result.outcome == .ok && result.compiledModules == ["New"])
    }
    #expect(try folder.read("scratch/checkouts/Dep/a.swift") == "")
  }

  @Test func `a build that does not compile all modules of the arm does not count`() async throws {
    let whole = try await build(compiling: ["App", "Core", "Macros-tool"])
    #expect(whole.outcome == .ok && whole.reason == nil && whole.compiledModules == ["App", "Core", "Macros"])
    for (compiled, missing) in [
      (["App", "Core"], "Macros"), (["App", "Macros-tool"], "Core"), (["Core", "Macros"], "App"),
      ([], "App, Core, Macros"),
    ] {
      let part = try await build(compiling: compiled)
      #expect(part.outcome != .ok && part.reason == "the build did not compile \(missing)")
    }
  }

  @Test func `the size of the product is noted of a build that succeeds`() async throws {
    let script = Self.leaving(["App", "Core", "Macros-tool"]) + "\nprintf 12345 >\"$5/debug/App\""
    for (ending, bytes) in [("", 5), ("\nexit 1", nil)] as [(String, Int?)] {
      let result = try await CleanBuild(
        of: Self.planned, by: method(script + ending), in: place, Self.graph, turn: nil
      ).run(log: folder.path + "/log")
      #expect(result.productBytes == bytes && (result.outcome == .ok) == (bytes != nil))
    }
  }

  @Test func `tests that are built with those of others do not count`() async throws {
    var planned = Self.planned
    planned.tests = [TestedPackage(package: "Shop", named: "Shop", isWhole: false, others: ["Other-Tests", "More"])]
    planned.arm.tests = Arm.Tests(
      modules: [], built: ["App", "AppTests"].map { ModuleID(package: "Shop", name: $0) })
    for (others, reason) in [
      ([], nil), (["Other_Tests"], "the build also compiled Other-Tests"),
      (["More", "Other_Tests"], "the build also compiled Other-Tests, More"),
    ] {
      let method = try await method(Self.leaving(["App", "AppTests"] + others))
      let result = try await CleanBuild(testsOf: planned, by: method, in: [place], Self.graph, turn: nil)
        .run(log: folder.path + "/log")
      #expect(result.reason == reason && (result.outcome == .ok) == (reason == nil) && result.productBytes == nil)
    }
  }

  @Test(arguments: [
    ("debug/Modules/Core.swiftmodule", true), ("debug/Core.build/a.o", true), ("a.o", true), ("Core.swiftmodule", true),
    ("debug/Core.build/a.d", false), ("checkouts/Dep/Core.swiftmodule", false), ("artifacts/a.o", false),
  ])
  func `compiled modules and objects are left over, but not those of downloads`(file: String, isLeft: Bool) throws {
    try folder.write(["scratch/" + file: ""])
    #expect(try scratch.leftovers() == (isLeft ? [file] : []))
    try scratch.clean()
    #expect(try scratch.leftovers() == [])
  }
}
