/// Finds the programs that run one feature alone.
struct SampleAppSearch {
  private let graph: RoleGraph
  /// The index of the feature that each module belongs to.
  private let featureOf: [Int: Int]
  private let features: [Feature]
  private let reaches: [Set<Int>]

  struct Match {
    let program: Int
    /// The index of its feature.
    let feature: Int
    let evidence: [RoleEvidence]
  }

  /// - Complexity: O(features · (modules + dependencies)).
  init(_ graph: RoleGraph, features: [Feature]) {
    self.graph = graph
    self.features = features
    var featureOf: [Int: Int] = [:]
    for (place, feature) in features.enumerated() {
      for module in feature.modules.compactMap(graph.index) where featureOf[module] == nil { featureOf[module] = place }
    }
    self.featureOf = featureOf
    reaches = features.map { graph.reach($0.modules.compactMap(graph.index)) }
  }

  /// Decides whether a program is a sample app, and of which feature.
  ///
  /// - Parameter statement: the user's statement that it is one. Without it, the program must have the name or folder
  ///   of a sample app, or be named after its feature. In either case it must show one feature; of several, the one
  ///   that it is named after.
  /// - Returns: `nil` if it is none.
  func sampleApp(_ program: Int, statedBy statement: RoleEvidence? = nil) -> Match? {
    let shown = shownFeatures(of: program)
    let named = shown.filter { isNamed(program, after: $0) }
      .max { features[$0].name.count < features[$1].name.count }
    guard let feature = shown.count == 1 ? shown[0] : named else { return nil }
    if statement == nil, let namesake = namesake(of: program), !reaches[feature].contains(namesake) { return nil }
    var evidence = statement.map { [$0] } ?? signs(of: program)
    if named != nil { evidence.append(.namedAfter(features[feature].name)) }
    guard !evidence.isEmpty else { return nil }
    if shown.count == 1 {
      let others = features.indices.contains { $0 != feature && features[$0].isReached(by: reaches[feature], graph) }
      evidence.append(.dependsOn(feature: features[feature].name, andItsFeatures: others))
    }
    return Match(program: program, feature: feature, evidence: evidence)
  }

  /// The features that a program depends on without another feature in between, sorted.
  func shownFeatures(of program: Int) -> [Int] {
    var seen: Set<Int> = [program]
    var pending = [program]
    var hits: Set<Int> = []
    while let next = pending.popLast() {
      for target in graph.graph.successors(of: next) {
        if let feature = featureOf[target] {
          hits.insert(feature)
        } else if seen.insert(target).inserted {
          pending.append(target)
        }
      }
    }
    return hits.filter { feature in
      !hits.contains { other in
        other != feature && features[feature].isReached(by: reaches[other], graph)
          && !features[other].isReached(by: reaches[feature], graph)
      }
    }.sorted()
  }

  /// The evidence that a program is a sample app, whatever its feature.
  func signs(of program: Int) -> [RoleEvidence] {
    let folder = graph.folders[program]
    return [
      graph.names[program].sampleWord.map { .nameSays($0) }, folder.sampleFolder.map { .folder($0) },
      folder.isPlayground ? .playgroundPackage : nil,
    ].compactMap(\.self)
  }

  /// The module that a program depends on and is named after, whether or not it is a feature.
  private func namesake(of program: Int) -> Int? {
    graph.graph.successors(of: program)
      .filter { graph.isLibrary($0) && graph.names[program].isNamed(after: graph.names[$0]) }
      .max { graph.names[$0].words.count < graph.names[$1].words.count }
  }

  private func isNamed(_ program: Int, after feature: Int) -> Bool {
    graph.names[program].isNamed(after: RoleName(features[feature].name))
  }
}

extension Feature {
  /// Whether all of its modules are among these.
  fileprivate func isReached(by modules: Set<Int>, _ graph: RoleGraph) -> Bool {
    self.modules.compactMap(graph.index).allSatisfy(modules.contains)
  }
}
