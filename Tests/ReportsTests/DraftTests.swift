import ModuleGraph
import TestSupport
import Testing

@testable import Reports

/// The configuration that describes a workspace as it is.
@Suite struct DraftTests {
  private func draft(
    _ modules: [(String, Module.Kind)], _ edges: [(String, String)], packages: [String: String] = [:],
    exclude: [Glob] = [], environment: [String: String] = [:]
  ) throws -> ConfigurationDraft {
    func id(_ name: String) -> ModuleID { ModuleID(package: packages[name] ?? "Shop", name: name) }
    let graph = ModuleGraph(
      modules: modules.map { Module(id: id($0.0), kind: $0.1, sources: 1, lines: 10) },
      dependencies: edges.map { Dependency(from: id($0.0), to: id($0.1)) })
    return ConfigurationDraft(graph, roles: try Roles(graph), exclude: exclude, environment: environment)
  }

  @Test func `an app with features has layers, which its features do not leave`() throws {
    let features = ["Cart", "Home", "Pay", "Search"].map { $0 + "Feature" }
    let whole = try draft(
      [
        ("ShopApp", .executable), ("Tool", .executable), ("CartDemoApp", .executable), ("Core", .regular),
        ("Odd", .regular),
      ]
        + features.map { ($0, .regular) },
      features.flatMap { [("ShopApp", $0), ($0, "Core")] } + [("CartDemoApp", "CartFeature"), ("Tool", "Core")],
      packages: ["Core": "core", "Odd": "odd"], exclude: [Glob("Old/**"), Glob("a b")],
      environment: ["B": "1", "A": "x y"])
    try expectSnapshot(whole.text(baseline: "baseline.json"), named: "draft.txt")
  }

  @Test func `libraries without an app have none, and one package no cycles of packages`() throws {
    let plain = try draft([("A", .regular), ("B", .regular)], [("A", "B")])
    try expectSnapshot(plain.text(baseline: nil), named: "draft-plain.txt")
  }
}
