import BuildAnalysis
import ModuleGraph

/// A made-up workspace of an app, features in folders of their own, and as many shared modules in layers below them.
struct MadeCompany {
  let graph: ModuleGraph
  /// The combined app, and a sample app for each feature but the first.
  let arms: [Arm]

  /// - Parameters:
  ///   - modules: at least two for each app.
  ///   - apps: at least one.
  init(modules count: Int, apps: Int) {
    let part = count / 2 / apps
    let shared = part * apps..<count
    let feature = { (index: Int) in part * index..<part * (index + 1) }
    let modules = (0..<count).map { index in
      let folder =
        index < shared.lowerBound ? "Features/Feature\(index / part)" : "Shared/Layer\(Self.layer(index, shared))"
      return Module(
        id: Self.id(index), kind: index == 0 ? .executable : .regular, path: "\(folder)/Module\(index)", sources: 12,
        lines: 1000 + 17 * index, bytes: 30_000 + 511 * index, languages: ["swift"])
    }
    // The app depends on the first module of each feature, which depends on the feature's other modules.
    var edges = Set((1..<apps).map { Dependency(from: Self.id(0), to: Self.id(feature($0).lowerBound)) })
    for index in 0..<count {
      for other in Self.dependencies(of: index, part: part, shared: shared) {
        edges.insert(Dependency(from: Self.id(index), to: Self.id(other)))
      }
    }
    graph = ModuleGraph(
      packages: [
        Package(
          key: "Company", identity: "company", name: "Company", path: ".", toolsVersion: "6.0.0", dependencies: [])
      ], modules: modules, dependencies: edges.sorted { ($0.from, $0.to) < ($1.from, $1.to) })
    arms = (0..<apps).map { index in
      Arm(
        name: index == 0 ? "App" : "Feature\(index)App", role: index == 0 ? .combined : .sampleApp,
        feature: index == 0 ? nil : "Feature\(index)", targets: ["Feature\(index)App"],
        modules: (index == 0 ? Array(0..<count) : Array(feature(index)) + shared).map(Self.id).sorted())
    }
  }

  private static func id(_ index: Int) -> ModuleID { ModuleID(package: "Company", name: "Module\(index)") }

  /// The shared modules have five layers.
  private static func layer(_ index: Int, _ shared: Range<Int>) -> Int {
    5 * (index - shared.lowerBound) / shared.count
  }

  /// Four modules: of the next layer, or for modules of features half of them of the feature.
  private static func dependencies(of index: Int, part: Int, shared: Range<Int>) -> [Int] {
    let breadth = max(1, shared.count / 5)
    guard index < shared.lowerBound else {
      let next = shared.lowerBound + breadth * (layer(index, shared) + 1)
      return (1...4).map { next + (index * $0 * $0) % breadth }.filter(shared.contains)
    }
    let end = (index / part + 1) * part
    let own = [index + 1, index + 3].filter { $0 < end }
    return own + (1...2).map { shared.lowerBound + (index * $0 * $0) % breadth }
  }
}
