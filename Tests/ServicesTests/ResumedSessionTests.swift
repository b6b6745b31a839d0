import BuildAnalysis
@testable import BuildRunner
import Documents
import Foundation
import Testing
import TestSupport

@testable import Services

/// What a session leaves in its folder is enough for the next one, wherever it was ended. The builds are scripted.
@Suite struct ResumedSessionTests {
  /// Builds that take a second each, until one that never comes to its end.
  private struct Builds: BuildExecutor {
    let ending: Int
    var made = 0

    mutating func build(_ build: Agenda.Build, session: Int?) async throws -> BuildResult {
      if made == ending { throw CancellationError() }
      made += 1
      var result = BuildResult(BuildMeasurement(seconds: 1, cpuSeconds: 1.5, peakBytes: 1 << 20))
      result.resolved = made == 1 ? [ResolvedVersions(package: "Shop", text: "{}")] : []
      return result
    }

    mutating func finish() throws {}
  }

  private let folder: TestFolder
  private var runFolder: RunFolder { RunFolder(path: folder.path) }

  init() throws { folder = try TestFolder() }

  private var plan: Run {
    var plan = Run.example(rounds: 0)
    (plan.samples, plan.plan.rounds) = ([], 2)
    return plan
  }

  /// - Parameters:
  ///   - ending: how many builds come to their end.
  ///   - contents: what the copied files hold.
  private func session(
    _ run: Run, _ resumption: Resumption, ending: Int = .max, contents: [String: String] = ["a": "1"]
  ) async -> Result<Void, any Error> {
    await BenchmarkSession(plan: run, resumption: resumption, folder: runFolder, isQuiet: true).result(
      of: Benchmark(run)
    ) { report in
      try report(.copied(contents: contents))
      return Builds(ending: ending)
    }
  }

  private let fresh = Resumption(folder: "/", of: BenchRequest(), seed: 7)

  @Test(arguments: 0..<9) func `a session that is ended goes on from its files`(ending: Int) async throws {
    let first = await session(plan, fresh, ending: ending)
    #expect(throws: CancellationError.self) { try first.get() }
    // As if it had been killed while it wrote the next line.
    let journal = try FileHandle(forWritingTo: URL(filePath: runFolder.journal))
    try journal.seekToEnd()
    try journal.write(contentsOf: Data("{\"arm\":\"Cart".utf8))
    try journal.close()
    let unfinished = try UnfinishedRun(at: folder.path)
    #expect(unfinished.resumption.bench == fresh.bench && unfinished.resumption.contents == ["a": "1"])
    #expect(unfinished.resumption.resolved == (ending == 0 ? [:] : ["Shop": "{}"]))
    let run = try unfinished.resumed(as: plan)
    #expect(run.samples.count == ending)
    try await session(run, unfinished.resumption).get()
    let made = try RunFolder.read(runFolder.journal)
    let measured = made.samples.filter { !$0.warmup }.map { "\($0.arm) \($0.round)" }
    #expect(measured == (1...2).flatMap { round in plan.order(inRound: round).map { "\($0.arm) \(round)" } })
    #expect(!FileManager.default.fileExists(atPath: runFolder.resumption.path))
    #expect(throws: UnfinishedRun.ResumeError.self) { try UnfinishedRun(at: folder.path) }
  }

  @Test func `a resumption that is damaged, or of a newer version, is an error that says so`() async throws {
    _ = await session(plan, fresh, ending: 4)
    let text = try folder.read("resume.json")
    for (changed, words) in [
      (String(text.dropLast(20)), "is truncated"),
      (text.replacing("modgauge.resumption/1", with: "modgauge.resumption/2"), "newer"),
    ] {
      try folder.write(["resume.json": changed])
      let error = try #require(throws: (any Error).self) { try UnfinishedRun(at: folder.path) }
      #expect("\(error)".contains("resume.json") && "\(error)".contains(words), "\(error)")
    }
  }

  @Test func `nothing is built where the files are others now`() async throws {
    _ = await session(plan, fresh, ending: 4)
    let unfinished = try UnfinishedRun(at: folder.path)
    let journal = try folder.read("run.jsonl")
    let second = await session(
      try unfinished.resumed(as: plan), unfinished.resumption, contents: ["a": "2", "b": "1"])
    let error = #expect(throws: UnfinishedRun.ResumeError.self) { try second.get() }
    #expect(error?.description.contains("since the run was started: `a`, `b`") == true)
    #expect(try folder.read("run.jsonl") == journal)
  }

  @Test func `another plan or machine is another benchmark`() async throws {
    _ = await session(plan, fresh, ending: 4)
    let unfinished = try UnfinishedRun(at: folder.path)
    var other = plan
    other.plan.rounds = 3
    other.environment.cores = 64
    let error = #expect(throws: UnfinishedRun.ResumeError.self) { try unfinished.resumed(as: other) }
    #expect(error?.description.contains("since the run was started: the machine, the plan") == true)
  }
}
