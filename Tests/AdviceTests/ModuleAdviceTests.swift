import Advice
import ModuleGraph
import Testing

/// Findings about modules of the workspace.
@Suite struct ModuleAdviceTests {
  private let parts = ["A", "B", "C", "D"]
  private let users = ["X", "Y", "Z"]

  private func umbrella(lines: Int, exports: Bool) -> AdviceFacts {
    var facts = AdviceFacts.example(
      modules: (parts + users).map { .example($0) } + [.example("Kit", lines: lines)],
      parts.map { ("Kit", $0) } + users.map { ($0, "Kit") })
    facts.imports = .example(["Kit": parts], exports: exports)
    return facts
  }

  @Test func `a module that only re-exports is an umbrella`() throws {
    let finding = try #require(umbrella(lines: 20, exports: true).findings("umbrella").first)
    #expect(finding.message == "3 modules wait for all 4 modules that Kit only re-exports (A, B, C, D)")
  }

  @Test func `a module with code of its own, or plain imports, is none`() {
    #expect(umbrella(lines: 200, exports: true).findings("umbrella") == [])
    #expect(umbrella(lines: 20, exports: false).findings("umbrella") == [])
  }

  @Test func `a chain of re-exports has the line of each`() throws {
    var facts = AdviceFacts.example(
      modules: ["App", "UI", "Design", "Core"].map { .example($0) },
      [("App", "UI"), ("UI", "Design"), ("Design", "Core")])
    facts.imports = .example(["UI": ["Design"], "Design": ["Core"]], exports: true)
    let finding = try #require(facts.findings("exported-chain").first)
    #expect(finding.chain.map(\.description) == ["UI re-exports Design", "Design re-exports Core"])
    #expect(finding.chain.first?.place == .file(.init(file: "UI/Exports.swift", line: 1)))
  }

  @Test func `modules that re-export one another are no chain`() {
    var facts = AdviceFacts.example(
      modules: ["App", "A", "B", "C"].map { .example($0) }, [("App", "A"), ("A", "B"), ("B", "C")])
    facts.imports = .example(["A": ["B"], "B": ["C"], "C": ["A"]], exports: true)
    #expect(facts.findings("exported-chain") == [])
  }

  @Test func `resources count where many small modules have them`() {
    let names = (0..<10).map { "F\($0)" }
    var facts = AdviceFacts.example(modules: names.map { .example($0) })
    facts.withResources = Set(names.map { id($0) })
    #expect(facts.findings("bundle-accessors").count == 1)
    facts.withResources.remove(id("F0"))
    #expect(facts.findings("bundle-accessors") == [])
  }

  @Test func `dynamic products count where many are small`() {
    let names = (0..<10).map { "F\($0)" }
    func facts(_ linkage: Product.Linkage) -> AdviceFacts {
      .example(
        modules: names.map { .example($0) },
        products: names.map { Product(name: $0, package: "App", kind: .library, linkage: linkage, modules: [id($0)]) })
    }
    #expect(facts(.dynamic).findings("dynamic-products").count == 1)
    #expect(facts(.automatic).findings("dynamic-products") == [])
  }

  @Test func `slow code is summed over compilers, and named by its file in the workspace`() throws {
    let log = """
      12.50ms\t/copy/Sources/Core/a.swift:3:9
      7.50ms\t/copy/Sources/Core/a.swift:3:9
      900.00ms\t/copy/Sources/Core/a.swift:2:6\tglobal function slow()
      4.00ms\t/elsewhere/b.swift:1:1
      3.00ms\t<invalid loc>
      [1/2] Compiling Core a.swift
      """
    let slow = SlowCode(log: log, sources: [id("Core"): ["Sources/Core/a.swift"]], cpuSeconds: [id("Core"): 1.8])
    let expression = try #require(slow.expressions.first)
    #expect(slow.expressions.count == 1)
    #expect(abs(expression.seconds - 0.02) < 1e-9)
    #expect(expression.location == .init(file: "Sources/Core/a.swift", line: 3, column: 9))
    #expect(slow.functions.map(\.name) == ["global function slow()"])
    #expect(slow.functions.first?.share == 0.5)
  }

  @Test func `what a recording does not resolve is noise`() throws {
    let finding = AdviceFinding(kind: "script-always-run", scripts: [id("App")])
    func price(_ seconds: Double?, gain: AdvicePrice.Gain? = nil) -> AdvicePrice {
      AdvicePrice(finding, cpuSeconds: nil, wallSeconds: seconds, gain: gain, resolution: 1)
    }
    #expect(price(0.4).isNoise)
    #expect(!price(3).isNoise)
    #expect(!price(nil).isNoise)
    #expect(price(20, gain: .init(seconds: 5, low: -1, high: 9)).isNoise)
    #expect(!price(20, gain: .init(seconds: 5, low: 2, high: 9)).isNoise)
    var setting = AdviceFinding(kind: "script-always-run", scripts: [])
    setting.isBounded = true
    #expect(AdvicePrice(setting, cpuSeconds: 0.4, wallSeconds: 0.4, gain: nil, resolution: 1).isNoise)
  }
}

extension AdviceFinding {
  fileprivate init(kind: String, scripts: [ModuleID]) {
    var facts = AdviceFacts.example(modules: [])
    let place = Dependency.Location(file: "project.pbxproj", line: 1)
    facts.targets = (scripts.isEmpty ? [id("App")] : scripts).map {
      .example($0.name, [:], scripts: [("Lint", false, true, place)])
    }
    self = facts.advice().findings[0]
    self.scripts = scripts
  }
}
