import BuildTrace
import Foundation
import ModuleGraph
import Synchronization
import TestSupport
import Testing
import Workspace

@testable import BuildRunner

/// What is found out by changing a copy and building it again, with a script that stands for `swift build`.
struct TrialTests {
  private let swift: ScriptedSwift

  init() async throws { swift = try await ScriptedSwift.shop() }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test func `a search for leaks waits for the next second of the clock before its change`() async throws {
    try swift.everyStep("")
    try swift.events(3, [ScriptedSwift.compile("Core"), ScriptedSwift.compile("Cart", files: ["b.swift", "a.swift"])])
    let planned = try swift.arms()[1]
    let core = try #require(swift.workspace.graph.module(named: "Core"))
    let site = try ChangeSite(of: core, in: swift.workspace, for: [.private], named: [])
    let told = Mutex<[String?]>([])
    let search = LeakSearch(
      of: swift.workspace, building: planned, with: swift.swiftBuild, recording: swift.recording, in: swift.place
    ) { module in told.withLock { $0.append(module?.name) } }
    try swift.step(3, "cp \"$3/Sources/Core/a.swift\" \"$d/changed\"")
    let trials = try await search.trials(at: [site])
    #expect(trials.map(\.compiled) == [["Core": ["a.swift"], "Cart": ["a.swift", "b.swift"]]])
    #expect(exists(swift.folders.scratch("CartDemo").path) && !exists(swift.folders.copy))
    #expect(told.withLock { $0 } == [nil, "Core"] && trials.first?.site == site)
    #expect(try swift.folder.read("changed").contains("_private1() -> Int { 1 }"))
    let words = "-Xswiftc -driver-show-incremental"
    #expect(
      try swift.calls() == [
        "build copy CartDemo --product CartDemo \(words)", "build copy CartDemo --product CartDemo --jobs 1 \(words)",
        "build copy CartDemo --product CartDemo --jobs 1 \(words)",
      ])
    try swift.step(4, "echo 'a.swift:1:1: error: broken'; exit 1")
    let error = await #expect(throws: LeakSearchError.self) { _ = try await search.trials(at: [site]) }
    #expect(error?.description.contains("does not build: a.swift:1:1: error: broken. Fix") == true)
  }

  @Test func `a search for leaks that is cancelled says no more than that`() async throws {
    try swift.everyStep("touch \"$d/began\"; sleep 9")
    let core = try #require(swift.workspace.graph.module(named: "Core"))
    let site = try ChangeSite(of: core, in: swift.workspace, for: [.private], named: [])
    let search = LeakSearch(
      of: swift.workspace, building: try swift.arms()[1], with: swift.swiftBuild, recording: swift.recording,
      in: swift.place
    ) { _ in }
    let task = Task { try await search.trials(at: [site]) }
    while !exists(swift.folder.path + "/began") { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }

  private func proofs(_ names: [(String, String)]) async throws -> [Proof] {
    let loader = WorkspaceLoader(
      toolchain: nil, cacheFolder: swift.folder.path + "/cache", policy: ManifestPolicy(evaluates: false))
    let trial = DependencyTrial(of: swift.workspace, with: swift.swiftBuild, in: swift.place, loader: loader) { _, _ in
    }
    return try await trial.proofs(
      of: names.map { from, to in
        swift.workspace.graph.dependencies.filter { $0.from.name == from && $0.to.name == to }
      })
  }

  @Test func `a dependency is needed if its package no longer builds without it`() async throws {
    try swift.everyStep("")
    // The package as it is, without both, without the first; that both cannot go is known by then.
    try swift.step(2, "cp \"$3/Package.swift\" \"$d/both\"; echo 'a.swift:1:1: error: no such module'; exit 1")
    try swift.step(3, "cp \"$3/Package.swift\" \"$d/first\"")
    let proofs = try await proofs([("Search", "Core"), ("Cart", "Core")])
    #expect(proofs == [.proven, .needed(error: "a.swift:1:1: error: no such module")])
    #expect(try swift.calls().allSatisfy { $0 == "build copy Shop --build-tests" } && swift.calls().count == 3)
    #expect(try swift.folder.read("both").split(separator: "\"Core\"").count == 2)
    #expect(try swift.folder.read("first").split(separator: "\"Core\"").count == 3)
  }

  @Test func `what does not build with its tests is built without them, and what does not build proves nothing`()
    async throws
  {
    try swift.everyStep("")
    try swift.step(1, "exit 1")
    #expect(try await proofs([("Search", "Core")]) == [.proven])
    #expect(try swift.calls() == ["build copy Shop --build-tests", "build copy Shop", "build copy Shop"])
    try swift.step(4, "exit 1")
    try swift.step(5, "exit 2")
    #expect(
      try await proofs([("Search", "Core")])
        == [.untried(reason: "Shop does not build as it is: the build exited with code 2")])
    #expect(try await proofs([]) == [])
  }
}
