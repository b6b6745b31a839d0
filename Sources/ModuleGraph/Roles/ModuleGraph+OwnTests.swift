extension ModuleGraph {
  /// The test modules that are a feature's own, sorted.
  ///
  /// These are the test modules that are named after one of the feature's modules (`CartTests`, `CartUITests`) and depend on
  /// it directly. If there are none, they are the ones that depend on the feature directly and are not named after another
  /// direct dependency: the tests of a dependent are not the feature's own.
  /// - Parameter feature: its modules, without their dependencies.
  /// - Complexity: O(modules + dependencies).
  package func ownTests(of feature: some Sequence<ModuleID>) -> [ModuleID] {
    let feature = Set(feature)
    let tests = Set(modules.filter { $0.kind == .test }.map(\.id))
    let candidates = Set(modules.filter { $0.kind != .test && !$0.kind.isOutside }.map(\.id))
    var tested: [ModuleID: Set<ModuleID>] = [:]
    for dependency in dependencies where tests.contains(dependency.from) && candidates.contains(dependency.to) {
      tested[dependency.from, default: []].insert(dependency.to)
    }
    let direct = tested.filter { !$0.value.isDisjoint(with: feature) }
    let namesakes = Dictionary(
      uniqueKeysWithValues: direct.map { ($0.key, RoleName($0.key.name).namesakes(among: $0.value)) })
    let named = namesakes.filter { !$0.value.isDisjoint(with: feature) }
    return (named.isEmpty ? namesakes.filter(\.value.isEmpty) : named).keys.sorted()
  }
}

extension RoleName {
  /// The modules whose names this name begins with; of several, those with the most words: `CartCheckoutTests` is named
  /// after `CartCheckout`, not after `Cart`.
  fileprivate func namesakes(among modules: Set<ModuleID>) -> Set<ModuleID> {
    var lengths: [ModuleID: Int] = [:]
    for module in modules {
      let name = RoleName(module.name)
      guard isNamed(after: name) else { continue }
      lengths[module] = words.starts(with: name.words) ? name.words.count : name.featureStem.count
    }
    let longest = lengths.values.max()
    return Set(lengths.filter { $0.value == longest }.keys)
  }
}
