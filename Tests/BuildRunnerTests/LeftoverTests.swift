import Foundation
import Platform
import TestSupport
import Testing

@testable import BuildRunner

/// What a benchmark that was killed leaves, and what the next one does with it.
struct LeftoverTests {
  private let folder: TestFolder
  private var cache: String { folder.path + "/cache" }
  private var folders: BenchmarkFolders {
    BenchmarkFolders(cache: cache, workspaceRoot: "/none/Shop", output: folder.path + "/output")
  }

  init() throws { folder = try TestFolder() }

  @Test func processesOfItsBuildsAreEndedAndNoOthers() async throws {
    let temporary = folder.path + "/tmp"
    let own = try sleeper(temporary: temporary)
    let other = try sleeper(temporary: temporary + "2")
    // Linux tells a parent that its child runs before the child's environment can be read: at first it is often empty.
    for _ in 0..<100 where own.isRunning {
      try await LeftoverProcesses(temporaryFolder: temporary).end()
      try await Task.sleep(for: .milliseconds(100))
    }
    try #require(!own.isRunning)
    #expect(own.terminationReason == .uncaughtSignal && own.terminationStatus == SIGKILL)
    #expect(other.isRunning)
    kill(other.processIdentifier, SIGKILL)
    other.waitUntilExit()
  }

  private func sleeper(temporary: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sleep")
    process.arguments = ["3000"]
    process.environment = ["TMPDIR": temporary]
    try process.run()
    return process
  }

  @Test func foldersOfEveryWorkspaceAreEmptiedButForTheirCheckouts() async throws {
    try folder.makeOwnFolder("cache")
    for work in [folders.work, cache + "/benchmarks/Other-1"] {
      for name in [
        "copy/Package.swift", "tmp/litter", "scratch/App/debug/a.o", "scratch/App/checkouts/Dep/a.swift",
        "scratch/App/workspace-state.json",
      ] {
        try folder.write([work.dropFirst(folder.path.count + 1) + "/" + name: "x"])
      }
    }
    try folder.write(["cache/manifests/a.manifest": "x"])
    try await folders.clearLeftovers()
    let kept = ["scratch/App/checkouts/Dep/a.swift", "scratch/App/workspace-state.json"]
    let works = [folders.work, cache + "/benchmarks/Other-1"].map { $0.dropFirst(cache.count + 1) }
    let left = try TestFolder.contents(of: cache).keys.filter { !$0.hasSuffix("/") }
    let expected = works.flatMap { work -> [String] in kept.map { "\(work)/\($0)" } }
    #expect(Set(left) == Set(expected + ["manifests/a.manifest", OwnFolder.markName]))
  }

  @Test func withoutACacheFolderThereIsNothingToClear() async throws { try await folders.clearLeftovers() }

  @Test(arguments: [("{}\n{\"arm\":1}\n{\"ar", "{}\n{\"arm\":1}\n"), ("{}\n", "{}\n"), ("{\"sche", "")])
  func aJournalWhoseLastLineWasCutIsRepaired(text: String, repaired: String) throws {
    try folder.write(["run.jsonl": text])
    let journal = try Journal(resuming: folder.path + "/run.jsonl")
    #expect(try folder.read("run.jsonl") == repaired)
    try journal.append("{\"arm\":2}\n")
    #expect(try folder.read("run.jsonl") == repaired + "{\"arm\":2}\n")
  }

  @Test func aFullDiskIsToldFromABuildThatFails() throws {
    try folder.write(["output/logs/a.log": "error: broken\n", "output/logs/b.log": "ld: No space left on device\n"])
    try folders.checkSpace(log: folders.output + "/logs/a.log")
    #expect(throws: BenchmarkError.diskFull(path: folders.work)) {
      try folders.checkSpace(log: folders.output + "/logs/b.log")
    }
  }
}
