import BuildAnalysis
import BuildRunner
import Documents
import Foundation
import Testing
import TestSupport

@testable import Services

/// What services decide, in this process. The builds are scripts.
@Suite(.serialized) struct BuildingServiceTests {
  /// An app with a feature, whose builds note in which state they were made.
  private struct Shop {
    let folder: TestFolder
    var path: String { folder.path + "/Shop" }

    init() throws {
      folder = try TestFolder()
      try folder.makeCacheFolder()
      try folder.write([
        "Shop/Package.swift": """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(
          name: "Shop",
          targets: [
            .executableTarget(name: "App", dependencies: ["Cart"]),
            .executableTarget(name: "CartApp", dependencies: ["Cart"]),
            .target(name: "Cart"),
          ])

        """,
        "Shop/Sources/App/main.swift": "import Cart\n", "Shop/Sources/CartApp/main.swift": "import Cart\n",
        "Shop/Sources/Cart/Cart.swift": "public struct Cart {}\n",
        "Shop/state": "base\n",
        "Shop/build.sh": "printf '%s\\n' \"$(cat state)\" >>'\(folder.path)/builds'\ntest ! -e broken\n",
        "Shop/.modgauge.yml":
          "bench:\n  command: [sh, build.sh, \"{scratch}\"]\ncombined: App\nfeatures: [Cart]\n",
      ])
    }

    var workspace: WorkspaceRequest {
      var request = WorkspaceRequest()
      (request.path, request.cacheFolder, request.isQuiet) = (path, folder.path + "/cache", true)
      return request
    }

    var bench: BenchRequest {
      var request = BenchRequest()
      (request.workspace, request.folder, request.rounds.rounds) = (workspace, folder.path + "/run", 2)
      (request.rounds.seed, request.history.isUsed, request.build.waits) = (1, false, true)
      return request
    }

    var compare: CompareRequest {
      var request = CompareRequest()
      (request.workspace, request.folder, request.rounds.rounds) = (workspace, folder.path + "/run", 2)
      (request.base, request.records, request.rounds.seed) = ("HEAD", false, 1)
      request.build.waits = true
      return request
    }

    func commit() async throws {
      for arguments in [
        ["init", "--quiet"], ["add", "--all"],
        ["-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "base"],
      ] {
        let outcome = try await Tool.named("git")(["-C", path] + arguments)
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
      }
    }

    var builds: [Substring] { get throws { try folder.read("builds").split(separator: "\n") } }

    func run(_ request: BenchRequest) async throws -> BenchService.Outcome {
      let service = BenchService(request)
      try service.checkFolder()
      return try await service.run(service.prepare(service.load()))
    }
  }

  @Test func `a benchmark builds every arm in every round, and its folder has the run`() async throws {
    let shop = try Shop()
    let outcome = try await shop.run(shop.bench)
    #expect(outcome.failure == nil)
    #expect(outcome.findings.run.arms.map(\.name) == ["App", "Cart"])
    #expect(outcome.findings.run.samples.count == 6, "a warm-up and two rounds of two arms")
    #expect(try shop.builds.count == 6)
    #expect(try RunFolder.read(shop.folder.path + "/run/run.json").samples.count == 6)
    #expect(!outcome.folder.resumption.exists)
    #expect(throws: ResultFolder.Occupied.self) { try BenchService(shop.bench).checkFolder() }
    var replacing = shop.bench
    (replacing.replaces, replacing.rounds.rounds) = (true, 1)
    #expect(try await shop.run(replacing).findings.run.samples.count == 4)
  }

  @Test func `a build that fails is a result, and ends the benchmark where that was asked for`() async throws {
    let shop = try Shop()
    try shop.folder.write(["Shop/broken": ""])
    var request = shop.bench
    request.stopsAtFailure = true
    let outcome = try await shop.run(request)
    #expect(outcome.findings.run.samples.map(\.outcome) == [.failed])
    #expect(try shop.builds.count == 1)
    #expect(outcome.folder.resumption.exists, "it can be resumed")
    let unfinished = try UnfinishedRun(at: outcome.folder.path)
    #expect(unfinished.resumption.bench == request, "as it was requested")
  }

  @Test func `a plan says what would be built, and builds nothing`() async throws {
    let shop = try Shop()
    let plan = try await BenchService(shop.bench).sharedPlan()
    #expect(plan.bench == shop.bench && plan.builds == 6 && plan.command == .bench)
    var open = shop.bench
    open.rounds.budgetSeconds = 60
    await #expect(throws: PlanShare.Unplannable.self) { try await BenchService(open).sharedPlan() }
    #expect(throws: (any Error).self) { try shop.builds }
  }

  @Test func `a comparison builds the working tree beside a revision`() async throws {
    let shop = try Shop()
    try await shop.commit()
    try shop.folder.write(["Shop/state": "head\n"])
    let outcome = try await CompareService(shop.compare).run()
    #expect(outcome.report.comparison.cases.map(\.arm) == ["App", "Cart"])
    #expect(try Set(shop.builds) == ["base", "head"] && shop.builds.count == 12)
    var combined = shop.compare
    (combined.isOfCombinedOnly, combined.replaces) = (true, true)
    #expect(try await CompareService(combined).run().report.comparison.cases.map(\.arm) == ["App"])
  }

  @Test func `a gate without limits is refused before anything is built`() async throws {
    let shop = try Shop()
    try await shop.commit()
    var request = shop.compare
    request.isGated = true
    let error = await #expect(throws: ServiceError.self) { try await CompareService(request).run() }
    #expect(error?.description.hasPrefix("The configuration has no `gate:`. ") == true)
    await #expect(throws: PlanShare.Unplannable.self) { try await CompareService(request).sharedPlan() }
    #expect(throws: (any Error).self) { try shop.builds }
  }
}
