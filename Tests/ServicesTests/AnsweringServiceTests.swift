import Foundation
import ModuleGraph
import Reports
import Testing
import TestSupport
import Workspace

@testable import Services

/// What services answer about a workspace and its changes, in this process. Nothing is built.
@Suite struct AnsweringServiceTests {
  /// An app with two features, of which one uses the other against the rules.
  private struct Shop {
    let folder: TestFolder
    var path: String { folder.path + "/Shop" }

    init() async throws {
      folder = try TestFolder()
      try folder.makeCacheFolder()
      try folder.write([
        "Shop/Package.swift": manifest(),
        "Shop/Sources/App/main.swift": "import Cart\n", "Shop/Sources/Cart/Cart.swift": "public struct Cart {}\n",
        "Shop/Sources/Search/Search.swift": "public struct Search {}\n",
        "Shop/Tests/CartTests/Tests.swift": "import Cart\n",
        "Shop/.modgauge.yml": "rules:\n  - { id: apart, type: forbidden, from: Cart, to: Search }\ncombined: App\n",
      ])
      for arguments in [["init", "--quiet", "--initial-branch", "main"], ["add", "--all"], commit] {
        let outcome = try await Tool.named("git")(["-C", path] + arguments)
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
      }
    }

    private let commit = [
      "-c", "user.name=T", "-c", "user.email=t@example.org", "commit", "--quiet", "-m", "base",
    ]

    var graph: GraphRequest {
      var request = GraphRequest()
      (request.workspace.path, request.workspace.cacheFolder) = (path, folder.path + "/cache")
      request.workspace.isQuiet = true
      return request
    }

    var configuration: LoadedConfiguration { get throws { try graph.workspace.foundConfiguration() } }

    func addForbiddenDependency() throws { try folder.write(["Shop/Package.swift": manifest(ofCart: "\"Search\"")]) }
  }

  private func check(_ shop: Shop, _ change: (inout CheckRequest) -> Void = { _ in }) async throws -> CheckReport {
    var request = CheckRequest(shop.graph)
    request.failsAt = .error
    change(&request)
    return try await CheckService(request, shop.configuration).run(version: "1", style: PictureStyle())
  }

  // MARK: Checks

  @Test func `a check finds violations, and its baseline lets them pass`() async throws {
    let shop = try await Shop()
    #expect(try await check(shop).passes)
    try shop.addForbiddenDependency()
    let report = try await check(shop)
    #expect(!report.passes && report.judged.counting.map(\.violation.rule) == ["apart"])
    let baseline = shop.folder.path + "/baseline.json"
    #expect(try await check(shop) { $0.baseline.written = baseline }.passes)
    let known = try await check(shop) { $0.baseline.file = baseline }
    #expect(known.passes && known.origin == baseline)
    let error = await #expect(throws: ServiceError.self) { try await check(shop) { $0.baseline.isPruned = true } }
    #expect(error?.description.hasPrefix("There is no baseline to prune. ") == true)
  }

  @Test func `a check since a revision counts what is new`() async throws {
    let shop = try await Shop()
    #expect(try await check(shop) { $0.base = "HEAD" }.passes)
    try shop.addForbiddenDependency()
    #expect(try await !check(shop) { $0.base = "HEAD" }.passes)
  }

  @Test func `a rule that there is not is refused, and so are fixes without a rule about imports`() async throws {
    let shop = try await Shop()
    let error = await #expect(throws: ServiceError.self) { try await check(shop) { $0.rules = ["apar"] } }
    #expect(error?.description == "There is no rule “apar”. Did you mean “apart”?")
    await #expect(throws: (any Error).self) { try await check(shop) { $0.fixes = true } }
    #expect(try await check(shop) { $0.rules = ["apart"] }.passes)
  }

  // MARK: Changes

  @Test func `what a change reaches follows from the files that differ`() async throws {
    let shop = try await Shop()
    func items(_ change: (inout AffectedRequest) -> Void = { _ in }) async throws -> [String] {
      var request = AffectedRequest()
      request.graph = shop.graph
      change(&request)
      let service = try AffectedService(request, shop.configuration)
      let items = try service.report(try await service.answer()).items
      return items.filter { [.tests, .modules, .apps].contains($0.kind) }.map(\.name).sorted()
    }
    #expect(try await items().isEmpty)
    try shop.folder.write(["Shop/Sources/Cart/Cart.swift": "public struct Cart { public init() {} }\n"])
    #expect(try await items() == ["App", "Cart", "CartTests"])
    #expect(try await items { $0.kinds = [.tests] } == ["CartTests"])
    #expect(try await items { $0.change.isUntracked = true }.isEmpty)
    #expect(try await items { $0.change.files = [shop.path + "/Sources/Search/Search.swift"] } == ["Search"])
    await #expect(throws: SelectionError.self) { try await items { $0.explained = .module("Serch") } }
  }

  @Test func `no tests are prepared if none is affected`() async throws {
    let shop = try await Shop()
    var request = TestRequest()
    request.graph = shop.graph
    request.results = shop.folder.path + "/results"
    let configuration = try shop.configuration
    #expect(try await TestService(request, configuration) == nil)
    try shop.folder.write(["Shop/Sources/Cart/Cart.swift": "public struct Cart { public init() {} }\n"])
    let service = try #require(try await TestService(request, configuration))
    let plan = try await service.plan().text
    #expect(plan == "run   Shop/CartTests\n", "\(plan)")
  }

  @Test func `two states are named by one range, or by two words`() async throws {
    let shop = try await Shop()
    try shop.addForbiddenDependency()
    let configuration = try shop.configuration
    let (before, after, _) = try await ComparedStates("HEAD", nil).load(shop.graph, configuration, reads: .owners)
    #expect(before.graph.dependencies.count + 1 == after.graph.dependencies.count)
    #expect(before.commit != nil && after.commit == nil && after.name == "working tree")
    let same = try await ComparedStates("HEAD..HEAD", nil).load(shop.graph, configuration, reads: .owners)
    #expect(same.before.graph == same.after.graph && same.after.commit == before.commit)
    #expect(throws: InvalidRequest.self) { try ComparedStates("HEAD..HEAD", "HEAD") }
  }

  // MARK: Scaffolds and logs

  @Test func `a template is added as a whole, and only if it was meant`() async throws {
    let shop = try await Shop()
    var request = TemplateRequest()
    (request.workspace, request.template, request.name) = (shop.graph.workspace, "feature", "Orders")
    request.isDry = true
    let configuration = try shop.configuration
    try await ScaffoldService(request, configuration).run()
    let folder = shop.path + "/Sources/Orders"
    #expect(!FileManager.default.fileExists(atPath: folder))
    request.isDry = false
    try await ScaffoldService(request, configuration).run()
    #expect(FileManager.default.fileExists(atPath: folder))
    (request.template, request.values) = (ScaffoldService.interfaceTemplate, ["key": "value"])
    await #expect(throws: InvalidRequest.self) { try await ScaffoldService(request, configuration).run() }
  }

  @Test func `of a single log nothing is selected, and a folder without logs says so`() async throws {
    let shop = try await Shop()
    let log = LogSelection(path: shop.path + "/Package.swift", scheme: "App", isQuiet: true)
    #expect(throws: LogSelection.LogError.self) { try log.list() }
    #expect(throws: LogSelection.LogError.self) { try log.build(in: nil) }
    #expect(throws: LogSelection.LogError.self) { try LogSelection(path: shop.path).list() }
  }

  @Test func `a prediction that nobody saved cannot be settled`() async throws {
    let shop = try await Shop()
    var request = WhatIfRequest()
    (request.workspace, request.ledger) = (shop.graph.workspace, shop.folder.path + "/ledger")
    let service = WhatIfService(request)
    let error = await #expect(throws: ServiceError.self) { try await service.settle("faster", by: nil) }
    #expect(error?.description.contains("“faster”") == true)
    #expect(try service.ledger().record == nil)
  }
}

/// The manifest of the shop.
private func manifest(ofCart dependencies: String = "") -> String {
  """
  // swift-tools-version: 5.9
  import PackageDescription
  let package = Package(
    name: "Shop",
    targets: [
      .executableTarget(name: "App", dependencies: ["Cart"]),
      .target(name: "Cart", dependencies: [\(dependencies)]),
      .target(name: "Search"),
      .testTarget(name: "CartTests", dependencies: ["Cart"]),
    ])

  """
}
