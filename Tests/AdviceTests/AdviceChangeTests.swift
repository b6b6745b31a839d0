import Advice
import ModuleGraph
import Testing

/// Findings that a change of manifests carries out.
@Suite struct AdviceChangeTests {
  private func edit(_ finding: AdviceFinding) throws -> AdviceChange.Edit { try #require(finding.change?.edits.first) }

  private func flags(_ flags: [String], line: Int = 2) throws -> AdviceChange.Edit {
    var facts = AdviceFacts.example(modules: [.example("App")])
    facts.unsafeFlags = [([id("App")], flags, Dependency.Location(file: "Package.swift", line: line))]
    return try edit(try #require(facts.findings("unsafe-flags").first))
  }

  @Test func `flags are taken out of the call that has them, and others stay`() throws {
    let edit = try flags(["-O", "-Xcc", "-wmo"])
    #expect(edit.file == "Package.swift")
    #expect(
      edit.applied(to: "// \"-O\"\n.unsafeFlags([\"-O\", \"-Xcc\", \"-wmo\"]), .unsafeFlags([\"-O\"])\n")
        == "// \"-O\"\n.unsafeFlags([\"-Xcc\", ]), .unsafeFlags([\"-O\"])\n")
    #expect(try flags(["-O"]).applied(to: "\n.unsafeFlags([\n  \"-O\",\n])") == "\n.unsafeFlags([\n  ])")
  }

  @Test(arguments: [
    "", "\n", "\n.unsafeFlags(flags)", "\n.unsafeFlags([\"-wmo\"])", "\n.unsafeFlags([\"-O\"",
    "\n.unsafeFlags([ \"-O -x\" ])",
  ])
  func `a manifest that is not as expected stays as it is`(text: String) throws {
    #expect(try flags(["-O"]).applied(to: text) == nil)
    #expect(try flags(["-O"], line: 1_000_000).applied(to: text) == nil)
  }

  @Test func `dynamic products become automatic ones`() throws {
    let names = (0..<10).map { "Kit\($0)" }
    let facts = AdviceFacts.example(
      modules: names.map { .example($0, lines: 10) },
      products: names.map { Product(name: $0, package: "App", kind: .library, linkage: .dynamic, modules: [id($0)]) })
    let finding = try #require(facts.findings("dynamic-products").first)
    #expect(finding.change?.edits.count == 10)
    let edit = try edit(finding)
    #expect(edit.file == "App/Package.swift")
    let manifest = ".library(name: \"Kit0\", type: .dynamic, targets: []), .library(name: \"Kit1\", type: .dynamic)"
    #expect(
      edit.applied(to: manifest)
        == ".library(name: \"Kit0\", targets: []), .library(name: \"Kit1\", type: .dynamic)")
    #expect(edit.applied(to: ".library(name: \"Kit0\", targets: []), .x(type: .dynamic)") == nil)
  }

  @Test func `whole modules are measured by a rebuild of the largest one, optimization by clean builds alone`() throws {
    var facts = AdviceFacts.example(modules: [.example("App", lines: 10), .example("Core", lines: 500)])
    func rebuilt(_ flags: [String]) throws -> ModuleID? {
      facts.unsafeFlags = [([id("App"), id("Core")], flags, Dependency.Location(file: "Package.swift", line: 1))]
      return try #require(facts.findings("unsafe-flags").first?.change).rebuilt
    }
    #expect(try rebuilt(["-wmo"]) == id("Core"))
    #expect(try rebuilt(["-O"]) == nil)
  }

  private func build(_ scenario: String, _ ratio: Double) -> AdviceProof.Measurement {
    .init(
      arm: "App", scenario: scenario, baseSeconds: 1, headSeconds: ratio, ratio: ratio, low: ratio - 0.1,
      high: ratio + 0.1, isFaster: ratio < 0.9, isSlower: ratio > 1.1, isDecided: ratio != 0.95)
  }

  @Test func `what was measured decides what is noise, and what does harm`() throws {
    func price(_ ratios: [Double]) -> AdvicePrice {
      AdvicePrice(proof: .measured(zip(["clean", "incremental:Core:body"], ratios).map(build)))
    }
    #expect(price([1]).isNoise && !price([0.5]).isNoise)
    // What was too noisy shows nothing.
    #expect(!price([0.95]).isNoise && !price([1, 0.95]).isNoise)
    // A clean build may be slower where a rebuild is faster.
    #expect(!price([1.5, 0.5]).isNoise && !price([1.5, 0.5]).isHarmful)
    #expect(price([1.5, 1]).isNoise && price([1.5, 1]).isHarmful && !price([1, 1]).isHarmful)
    #expect(!AdvicePrice(proof: .untried(reason: "x")).isNoise)
  }
}
