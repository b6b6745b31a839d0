import BuildAnalysis
import Configuration
import Documents
import Testing
import Workspace

@testable import Services

/// What users ask for, as values.
@Suite struct RequestTests {
  @Test func `another machine carries a plan out in its own places`() throws {
    var planned = CompareRequest()
    (planned.base, planned.head, planned.rounds.rounds) = ("main", "HEAD", 7)
    (planned.workspace.path, planned.workspace.cacheFolder, planned.folder) = ("Shop", "/plans/cache", "/plans/run")
    planned.build.arguments = ["-Xswiftc", "-DX"]
    var own = CompareRequest()
    (own.workspace.path, own.workspace.cacheFolder, own.folder) = ("/ci/Shop", "/ci/cache", "/ci/run")
    (own.workspace.isQuiet, own.build.waits, own.replaces) = (true, true, true)
    let carriedOut = try planned.carriedOut(for: own)
    var expected = planned
    (expected.workspace, expected.folder, expected.replaces) = (own.workspace, own.folder, true)
    expected.build.waits = true
    #expect(carriedOut == expected)
    #expect(try planned.carriedOut(for: CompareRequest()) == planned, "what a machine does not say is the plan's")
  }

  @Test func `builds have the configuration's arguments, unless they are asked for with others`() throws {
    var settings = BenchmarkSettings()
    (settings.buildArguments, settings.buildSystem) = (["-Xswiftc", "-DA"], "swiftbuild")
    var request = BuildRequest()
    request.traits.none = true
    let configured = request.swiftBuild(swift: "swift", settings)
    #expect(configured.extraArguments == ["--disable-default-traits", "-Xswiftc", "-DA"])
    #expect(configured.buildSystem == "swiftbuild")
    (request.arguments, request.buildSystem) = (["-Xswiftc", "-DB"], "native")
    let asked = request.swiftBuild(swift: "swift", settings)
    #expect(asked.extraArguments == ["--disable-default-traits", "-Xswiftc", "-DB"] && asked.buildSystem == "native")
    let xcode = "bench: { builder: { xcodebuild: { workspace: App.xcworkspace } }, build-arguments: [A=B] }"
    settings = try WorkspaceConfiguration(yaml: Array(xcode.utf8), file: ".modgauge.yml").bench
    #expect(BuildRequest().swiftBuild(swift: "swift", settings).extraArguments == [], "those are xcodebuild's")
  }

  @Test func `a machine that asks for other builds than its plan is refused`() {
    let changes: [(inout BenchRequest) -> Void] = [
      { $0.rounds.rounds = 3 }, { $0.build.jobs = 1 }, { $0.arms.features = ["Cart"] }, { $0.scenarios = ["null"] },
      { $0.records = true }, { $0.workspace.includesAll = true }, { $0.build.traits.all = true },
    ]
    for change in changes {
      var own = BenchRequest()
      change(&own)
      #expect(throws: InvalidRequest.self, "\(own)") { try BenchRequest().carriedOut(for: own) }
    }
  }

  @Test(
    arguments: [
      (nil, nil, nil, 6, nil, nil), (4, nil, nil, 4, nil, nil), (nil, 2, nil, 100, 0.02, nil),
      (nil, nil, 60, 100, 0.015, 60), (9, nil, 60, 9, 0.015, 60), (9, 2, 60, 9, 0.02, 60),
    ] as [(Int?, Double?, Double?, Int, Double?, Double?)])
  func `rounds are fixed unless something ends them`(
    rounds: Int?, halfWidth: Double?, budget: Double?, count: Int, target: Double?, seconds: Double?
  ) {
    var request = RoundRequest()
    (request.rounds, request.halfWidth, request.budgetSeconds) = (rounds, halfWidth, budget)
    let settings = BenchmarkSettings()
    #expect(request.count(settings) == count)
    #expect(request.stopping(settings)?.targetHalfWidth == target)
    #expect(request.stopping(settings)?.budgetSeconds == seconds)
  }

  @Test func `traits become SwiftPM's arguments`() {
    var request = TraitRequest()
    #expect(request.buildArguments.isEmpty && request.selection == nil)
    request.named = ["a", "b"]
    #expect(request.buildArguments == ["--traits", "a,b"] && request.selection == .named(["a", "b"]))
    request.all = true
    #expect(request.selection == .all)
    (request.named, request.all, request.none) = (nil, false, true)
    #expect(request.buildArguments == ["--disable-default-traits"] && request.selection == TraitSelection.none)
  }

  @Test func `a builder takes from the configuration what nobody asked for`() throws {
    var settings = BenchmarkSettings()
    settings.buildArguments = ["-Xswiftc", "-DOURS"]
    var request = BuildRequest()
    #expect(try request.builder(swift: "swift", settings, of: ".").statedArguments == ["-Xswiftc", "-DOURS"])
    request.arguments = ["-v"]
    request.traits.none = true
    let stated = try request.builder(swift: "swift", settings, of: ".").statedArguments
    #expect(stated == ["--disable-default-traits", "-v"])
  }
}
