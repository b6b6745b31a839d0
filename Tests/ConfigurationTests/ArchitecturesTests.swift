import Configuration
import Foundation
import ModuleGraph
import Synthesis
import Testing

/// The descriptions of known architectures in `Benchmarks/Workspaces`, and each app as one module, from before its split.
@Suite struct ArchitecturesTests {
  @Test(arguments: [
    ("merpay", app: "App"), ("bifrost", app: "Retail"), ("kurashiru-rewards", app: "RewardsApp"),
    ("environment", app: "SocialApp"),
  ])
  func beforeTheSplitTheAppWasOneModuleOfTheSameSize(name: String, app: String) throws {
    let after = try description(name)
    let before = try description("\(name)-before")
    #expect(try synthesize(after).count > after.modules.count)
    let modules = Dictionary(uniqueKeysWithValues: after.modules.map { ($0.name, $0) })
    var parts: Set<String> = []
    var next = [app]
    while let part = next.popLast() {
      if parts.insert(part).inserted { next += modules[part]?.dependencies ?? [] }
    }
    #expect(before.modules.map(\.name) == [app])
    try #require(!before.modules.isEmpty)
    #expect(before.modules[0].lines == parts.reduce(0) { $0 + (modules[$1]?.lines ?? 0) })
  }

  @Test func noBusinessModuleOfBifrostKnowsAnother() throws {
    let modules = try description("bifrost").modules
    let business = Set(modules.filter { $0.layer == "business" }.map(\.name))
    for module in modules where module.layer != "app" { #expect(business.isDisjoint(with: module.dependencies)) }
    let shared = modules.filter { $0.layer == "shared" }
    #expect(shared.map(\.name) == ["Common", "Mediator"] && shared.allSatisfy(\.dependencies.isEmpty))
  }

  /// What each team agreed on holds, and no longer where one feature depends on another.
  @Test(arguments: [
    ("merpay", edge: ["Dashboard", "NFC"]), ("bifrost", edge: ["Goods", "Trade"]),
    ("kurashiru-rewards", edge: ["HomeFeature", "FlyerFeature"]), ("environment", edge: ["Feed", "Chat"]),
  ])
  func eachHasRulesThatHoldFeaturesApart(name: String, edge: [String]) throws {
    let file = Self.folder.appending(path: "\(name).modgauge.yml")
    let settings = try WorkspaceConfiguration(yaml: Array(Data(contentsOf: file)), file: file.path)
    let ids = edge.map { ModuleID(package: name, name: $0) }
    func violations(adding more: [Dependency]) throws -> [Violation] {
      let graph = try graph(of: description(name), package: name, adding: more)
      return try RuleCheck(graph, rules: settings.rules, settings: settings.ruleSettings).violations
    }
    #expect(try violations(adding: []) == [])
    #expect(try violations(adding: [Dependency(from: ids[0], to: ids[1])]).contains { $0.modules == ids })
  }

  private func graph(
    of description: WorkspaceDescription, package: String, adding more: [Dependency]
  ) throws -> ModuleGraph {
    func id(_ name: String) -> ModuleID { ModuleID(package: package, name: name) }
    return ModuleGraph(
      modules: description.modules.map { module in
        Module(id: id(module.name), kind: module.kind == .library ? .regular : .executable, lines: module.lines)
      },
      dependencies: more
        + description.modules.flatMap { module in
          module.dependencies.map { Dependency(from: id(module.name), to: id($0)) }
        })
  }

  private func description(_ name: String) throws -> WorkspaceDescription {
    let file = Self.folder.appending(path: "\(name).yml")
    return try WorkspaceDescription(yaml: Array(Data(contentsOf: file)), file: file.path)
  }

  private static let folder = URL(filePath: #filePath).appending(path: "../../../Benchmarks/Workspaces")
    .standardizedFileURL
}
