import ModuleGraph
import TestSupport
import Testing

@testable import BuildAnalysis

/// What a run says of each feature, beside the figures of its arm.
struct FeatureFindingsTests {
  private func feature(_ name: String, in run: Run) throws -> FeatureFindings {
    try #require(run.findings.features.first { $0.arm.name == name })
  }

  @Test func `the two largest shared modules are named if they are a twentieth of the build each`() throws {
    func largest(_ amounts: Double...) -> [String]? {
      let parts = amounts.enumerated().map { (name: "\($0)", amount: $1, isOwn: false) }
      return SharedWork(.lines, parts, of: 100)?.largest
    }
    #expect(largest(5, 95) == ["1", "0"] && largest(4.9, 95.1) == ["1"] && largest(6, 7, 8) == ["2", "1"])
    #expect(largest() == [] && SharedWork(.lines, []) == nil)
  }

  @Test func `where nobody knows which modules a feature is, its arm is compared all the same`() throws {
    let findings = Run.example(rounds: 6).findings
    #expect(findings.features.map(\.arm.name) == ["CartApp", "Search"])
    #expect(findings.sharedByAll.map(\.name) == ["Core"])
    var old = Run.example(rounds: 6)
    for index in old.arms.indices { old.arms[index].featureModules = nil }
    #expect(old.findings.features.count == 2 && old.findings.features.allSatisfy { $0.clean?.comparison != nil })
    #expect(old.findings.features.allSatisfy { $0.shared == nil && $0.scope.marginal == nil })
  }

  @Test func `what only a feature needs is not shared, nor the program that shows it`() throws {
    let cart = try feature("CartApp", in: .example(rounds: 6))
    #expect(cart.scope.marginalModules?.map(\.name) == ["Cart"] && cart.scope.marginal?.lines?.exact == 1200)
    #expect(cart.scope.lineShare.map { abs($0 - 2140.0 / 3000) < 1e-9 } == true)
    let shared = try #require(cart.shared)
    #expect(shared.measure == .lines && shared.largest == ["Core"] && abs(shared.share - 900.0 / 2140) < 1e-9)
    #expect(cart.clean?.ratio.map { $0 < 1 } == true && cart.changes.isEmpty && cart.null == nil)
  }

  @Test func `where costs were recorded, they say what is shared`() throws {
    var run = Run.recordedExample(rounds: 6)
    for index in run.samples.indices where run.samples[index].arm == "App" && !run.samples[index].warmup {
      run.samples[index].savedSecondsWithout = ["CartApp": Double(run.samples[index].round)]
    }
    let cart = try feature("CartApp", in: run)
    let shared = try #require(cart.shared)
    // Core and what was fetched, of CartApp, Cart, Core and that.
    #expect(shared.measure == .cpuSeconds && shared.largest == ["Core"])
    #expect((0.2..<0.35).contains(shared.share) && shared.largestShare < shared.share)
    #expect(cart.marginalSeconds?.median == 3.5)
    #expect(try feature("Search", in: run).marginalSeconds == nil)
  }

  @Test func `changes are those in the feature's own modules`() throws {
    let cart = try feature("CartApp", in: .example(changing: "Cart", .body, rebuilt: [("Cart", 1)]))
    #expect(cart.changes.map(\.scenario.rawValue) == ["incremental:Cart:body"] && cart.null != nil)
    #expect(cart.telling.count == 2)
    let other = try feature("CartApp", in: .example(changing: "Core", .body, rebuilt: [("Core", 1)]))
    #expect(other.changes.isEmpty)
  }

  @Test func `a change in a feature is measured where it is the feature, another wherever it is built`() {
    var run = Run.example(rounds: 1)
    let scenarios = [Scenario.incremental(module: "Core", change: .body), .incremental(module: "Cart", change: .body)]
    run.plan.scenarios = scenarios
    func arms(_ scenario: Scenario) -> [String] { run.cases.filter { $0.scenario == scenario }.map(\.arm) }
    #expect(scenarios.map(arms) == [["App", "CartApp", "Search"], ["App", "CartApp"]])
    run.plan.featureScenarios = scenarios
    #expect(scenarios.map(arms) == [["App"], ["App", "CartApp"]])
  }
}
