/// Finds the features of an app by their names, their folders, or their position in the graph.
struct FeatureSearch {
  private let graph: RoleGraph
  private let app: Int
  /// What the app depends on, directly or not.
  private let built: Set<Int>

  struct Match {
    let module: Int
    let evidence: RoleEvidence
  }

  /// - Complexity: O(modules + dependencies).
  init(_ graph: RoleGraph, app: Int) {
    var own = graph
    own.app = app
    self.graph = own
    self.app = app
    built = graph.reach([app])
  }

  /// The features, sorted: those named like features or in folders of features if there are two or more; otherwise also
  /// those in the position of features.
  /// - Complexity: O(modules + dependencies) for each row of features.
  func features() -> [Match] {
    let said = named()
    guard said.count < 2 else { return said }
    let known = Set(said.map(\.module))
    return (said + placed().filter { !known.contains($0.module) }).sorted { $0.module < $1.module }
  }

  private func isPossible(_ index: Int) -> Bool {
    index != app && built.contains(index) && graph.isLibrary(index) && graph.interface(index) == nil
      && graph.names[index].implementedStem == nil
  }

  private func named() -> [Match] {
    let roots = folderRoots()
    return built.sorted().compactMap { index in
      guard isPossible(index), !graph.names[index].isApp else { return nil }
      if graph.names[index].isFeature { return Match(module: index, evidence: .nameSays("Feature")) }
      guard !graph.names[index].isSupport, let folder = roots[index] else { return nil }
      return Match(module: index, evidence: .folder(folder))
    }
  }

  /// In a folder of features, a feature may have several modules: it is the one that none of the others depends on.
  private func folderRoots() -> [Int: String] {
    let places = built.compactMap { index in graph.folders[index].feature.map { (index, $0) } }
    let keys = Dictionary(uniqueKeysWithValues: places.map { ($0, $1.key) })
    return Dictionary(
      uniqueKeysWithValues: places.filter { index, place in
        !graph.dependents.successors(of: index).contains { keys[$0] == place.key && isPossible($0) }
      }.map { ($0, $1.folder) })
  }

  /// Modules that only the app depends on, from the median of their heights upward; lower ones are parts of the app
  /// itself. Modules without dependencies do not count for the median unless there are no others.
  ///
  /// A single one is no evidence, and neither are two without dependencies: these are layers, as `UI` and `Storage`, as often as
  /// features.
  private func placed() -> [Match] {
    let trunk = self.trunk()
    let own = ownModules(of: trunk)
    let heights = own.map { graph.heights[$0] }.filter { $0 > 0 }.sorted()
    let height = heights.isEmpty ? 0 : heights[(heights.count - 1) / 2]
    guard own.count > 1 else { return [] }
    let features = own.filter { graph.heights[$0] >= height }.map { index in
      let apps = graph.users(of: index).map(graph.label)
      return Match(
        module: index,
        evidence: .onlyAppsDepend(apps: apps, height: graph.heights[index], besides: graph.exceptions(index)))
    }
    let found = features + beside(features, height: height, trunk: trunk)
    return found.count > (height == 0 ? 2 : 1) ? found : []
  }

  /// The app and the modules that it merely wraps: each depends on everything else that the module before it depends
  /// on.
  private func trunk() -> [Int] {
    var trunk = [app]
    while true {
      let direct = graph.graph.successors(of: trunk[trunk.count - 1]).filter(graph.isLibrary)
      let own = ownModules(of: trunk)
      guard own.count == 1, direct.count == 1 || Set(direct).isSubset(of: graph.reach(own)) else { return trunk }
      trunk.append(own[0])
    }
  }

  /// The modules on which only the last module of the trunk depends. A module on which several of the trunk depend
  /// serves the whole app, and is not a part that could be built alone.
  private func ownModules(of trunk: [Int]) -> [Int] {
    graph.graph.successors(of: trunk[trunk.count - 1]).filter { index in
      isPossible(index) && !trunk.contains(index)
        && graph.users(of: index).allSatisfy { isApp($0, trunk: trunk) }
        && graph.users(of: index).count(where: trunk.contains) <= 1
    }
  }

  /// Whether it is the app, or another app of the Xcode project: the same features for another platform.
  private func isApp(_ index: Int, trunk: [Int]) -> Bool {
    trunk.contains(index) || (graph.modules[app].kind == .app && graph.modules[index].kind == .app)
  }

  /// Features that other features depend on: they have the same height, and nothing but features and the app depends on
  /// them.
  private func beside(_ features: [Match], height: Int, trunk: [Int]) -> [Match] {
    var known = Set(features.map(\.module))
    let last = trunk[trunk.count - 1]
    var open = graph.graph.successors(of: last).filter {
      isPossible($0) && !known.contains($0) && !trunk.contains($0) && graph.heights[$0] >= height
    }
    var found: [Match] = []
    while true {
      let next = open.filter { graph.users(of: $0).allSatisfy { isApp($0, trunk: trunk) || known.contains($0) } }
      if next.isEmpty { return found }
      for module in next {
        let names = graph.users(of: module).map(graph.label)
        found.append(
          Match(
            module: module,
            evidence: .besideFeatures(
              dependents: names, height: graph.heights[module], besides: graph.exceptions(module))))
      }
      known.formUnion(next)
      open.removeAll(where: next.contains)
    }
  }
}
