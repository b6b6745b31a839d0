import Configuration
import Foundation
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
    #expect(before.modules[0].lines == parts.reduce(0) { $0 + (modules[$1]?.lines ?? 0) })
  }

  @Test func noBusinessModuleOfBifrostKnowsAnother() throws {
    let modules = try description("bifrost").modules
    let business = Set(modules.filter { $0.layer == "business" }.map(\.name))
    for module in modules where module.layer != "app" { #expect(business.isDisjoint(with: module.dependencies)) }
    let shared = modules.filter { $0.layer == "shared" }
    #expect(shared.map(\.name) == ["Common", "Mediator"] && shared.allSatisfy(\.dependencies.isEmpty))
  }

  private func description(_ name: String) throws -> WorkspaceDescription {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let file = root.appending(path: "Benchmarks/Workspaces/\(name).yml")
    return try WorkspaceDescription(yaml: Array(Data(contentsOf: file)), file: file.path)
  }
}
