/// Finds the combined app: a program, or a module that is named like an app, with features of its own.
struct CombinedSearch {
  let graph: RoleGraph
  let whole: ModuleGraph
  let layers: Layers
  /// Modules that the user named as features, which the combined app must thus depend on.
  let required: Set<Int>
  /// Those, and programs that the user named as features or sample apps, with how.
  let others: [Int: RoleEvidence]
  /// An Xcode project or workspace beside the packages, which may have an app.
  let unreadProject: String?

  private struct Candidate {
    let module: Int
    let features: Int
    let reach: Set<Int>
  }

  /// The combined app, or the whole package if there is none.
  ///
  /// Apps of Xcode projects come first, whatever they depend on. An executable is no app just because it is large,
  /// since packages of tools have many: it must have two features of its own, or one if it is called an app.
  func combinedApp() -> CombinedApp {
    let layer = candidates { self.layer(of: $0)?.role == .combined }
    if !layer.isEmpty {
      return choose(from: layer) { .layer(self.layer(of: $0)?.name ?? "") }
    }
    // Names such as `NFCApp` are used for sample apps as well as for apps: they come last.
    for isDoubtful in [false, true] {
      let apps = candidates { graph.modules[$0].kind == .app && graph.isNamedAfterDependency($0) == isDoubtful }
      if !apps.isEmpty { return choose(from: apps) { _ in .kind(.app) } }
      let programs = candidates {
        ([.executable, .tool].contains(graph.modules[$0].kind) && graph.isNamedAfterDependency($0) == isDoubtful)
          || (graph.isLibrary($0) && graph.names[$0].isApp)
      }.filter(hasFeatures)
      if !programs.isEmpty { return choose(from: programs) { .kind(graph.modules[$0].kind) } }
    }
    return wholePackage(appNamedOtherwise)
  }

  /// The evidence that the user gave the app another role; `nil` if there is no app in any case.
  private var appNamedOtherwise: RoleEvidence? {
    guard !others.isEmpty else { return nil }
    let free = CombinedSearch(
      graph: graph, whole: whole, layers: layers, required: [], others: [:], unreadProject: unreadProject)
    guard let app = free.combinedApp().module.flatMap(graph.index), let words = others[app]?.description else {
      return nil
    }
    return .appNamedOtherwise(graph.label(app), words: words)
  }

  /// The package at the root, or all packages if there is none at the root.
  func wholePackage(_ evidence: RoleEvidence? = nil) -> CombinedApp {
    let key = whole.packages.first { $0.path == "." && $0.toolsVersion != nil }?.key
    let programs = graph.modules.indices.count {
      graph.modules[$0].kind == .executable && (key == nil || graph.modules[$0].package == key)
    }
    let apps = graph.modules.indices.count { graph.modules[$0].kind == .app }
    let unread = unreadProject.map { [RoleEvidence.unreadProject($0)] } ?? []
    let none: RoleEvidence = apps > 0 ? .noCombinedApp(apps: apps) : .noApp(programs: programs)
    let inferred = (apps == 0 && programs == 0 && !unread.isEmpty ? [] : [none]) + unread
    return CombinedApp(
      target: .wholePackage(key: key), evidence: evidence.map { [$0] } ?? inferred, alternatives: [])
  }

  private func layer(of index: Int) -> Layer? {
    layers.index(of: graph.id(index)).map { layers.all[$0] }
  }

  private func candidates(_ isWanted: (Int) -> Bool) -> [Candidate] {
    graph.modules.indices.compactMap { index in
      guard isWanted(index), others[index] == nil, graph.isProgram(index) || graph.isLibrary(index),
        !graph.isSample(index),
        !graph.names[index].isTestHost, graph.embedder(of: index) == nil
      else { return nil }
      let reach = graph.reach([index])
      guard required.isSubset(of: reach) else { return nil }
      return Candidate(
        module: index, features: FeatureSearch(graph, app: index).features().count, reach: reach)
    }
  }

  private func hasFeatures(_ candidate: Candidate) -> Bool {
    let isNamed = graph.isProgram(candidate.module) && graph.names[candidate.module].isNameOfApp
    return candidate.features > (isNamed ? 0 : 1)
  }

  /// Prefers candidates that are named like an app, then those that are not for developers, then the one with the most modules, then
  /// lines, then the first by name. Apps of Xcode projects count as apps whatever their name.
  private func choose(from candidates: [Candidate], because evidence: (Int) -> RoleEvidence) -> CombinedApp {
    let sorted = candidates.sorted { left, right in
      let names = (isCalledApp(left.module), isCalledApp(right.module))
      if names.0 != names.1 { return names.0 }
      let developers = (isForDevelopers(left.module), isForDevelopers(right.module))
      if developers.0 != developers.1 { return developers.1 }
      let lines = (graph.lines(of: left.reach), graph.lines(of: right.reach))
      return (right.reach.count, lines.1, graph.id(left.module)) < (left.reach.count, lines.0, graph.id(right.module))
    }
    let chosen = sorted[0]
    var reasons = [evidence(chosen.module)]
    if isCalledApp(chosen.module) { reasons.append(.namedApp) }
    // What the chosen app builds anyway is no alternative.
    let others = sorted.dropFirst().filter { !chosen.reach.contains($0.module) }
    if !others.isEmpty, others.allSatisfy({ $0.reach.count <= chosen.reach.count }) {
      let isTied = others.contains { $0.reach.count == chosen.reach.count }
      reasons.append(.largest(of: others.count + 1, isTied: isTied))
    }
    return CombinedApp(
      target: .module(graph.id(chosen.module)), evidence: reasons,
      alternatives: others.map { graph.id($0.module) }.sorted())
  }

  private func isForDevelopers(_ index: Int) -> Bool { graph.names[index].isForDevelopers }

  private func isCalledApp(_ index: Int) -> Bool { graph.modules[index].kind != .app && graph.names[index].isApp }
}
