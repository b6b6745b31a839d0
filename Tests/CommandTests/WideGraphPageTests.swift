import ModuleGraph
import Reports
import Testing

@testable import modgauge

/// The size of what a page shows first.
struct WideGraphPageTests {
  /// An app with forty features, with or without interfaces in packages of their own, which all need one module.
  private static func wide(hasInterfaces: Bool) -> ModuleGraph {
    let (app, core) = (ModuleID(package: "App", name: "App"), ModuleID(package: "App", name: "Core"))
    let features = (1...40).map { ModuleID(package: hasInterfaces ? "Feature\($0)" : "App", name: "Feature\($0)") }
    let interfaces = hasInterfaces ? features.map { ModuleID(package: $0.package, name: $0.name + "API") } : []
    return ModuleGraph(
      modules: [Module(id: app, kind: .executable)]
        + ([core] + features + interfaces).map { Module(id: $0, kind: .regular, sources: 1, lines: 100) },
      dependencies: features.map { Dependency(from: app, to: $0) }
        + zip(features, interfaces).map { Dependency(from: $0, to: $1) }
        + (hasInterfaces ? interfaces : features).map { Dependency(from: $0, to: core) })
  }

  @Test(arguments: [false, true])
  func `features on one level are drawn in rows, not as a strip`(hasInterfaces: Bool) throws {
    let graph = Self.wide(hasInterfaces: hasInterfaces)
    let selected = SelectedGraph(graph)
    let html = try GraphPage(graph, selected, metrics: GraphMetrics(selected)).html(laidOutBy: .graphviz)
    let overview = try #require(html.split(separator: "\"overview\"").last)
    let height = try #require(try #/"height":(\d+)/#.firstMatch(in: overview).flatMap { Double($0.1) })
    let width = try #require(try #/"width":(\d+)/#.firstMatch(in: overview).flatMap { Double($0.1) })
    #expect(width / height < 3 && height / width < 3, "\(width) × \(height)")
  }
}
