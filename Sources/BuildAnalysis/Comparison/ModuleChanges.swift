package import ModuleGraph

/// The changes in CPU time of a case's modules, and how much of the case's own difference they explain.
package struct ModuleChanges: Sendable {
  package enum Kind: String, Sendable, Hashable, Encodable {
    /// Compiled only in the head.
    case added
    /// Compiled only in the base.
    case removed
    case slower, faster
    /// No difference was shown.
    case unchanged = "no-change"
  }

  package struct Change: Sendable, Hashable, Encodable {
    /// The module name that the compiler uses.
    package let module: String
    /// The id in the head's graph, otherwise in the base's; `nil` if it is in neither.
    package let id: ModuleID?
    /// Whether it was built as a tool that runs during the build.
    package let isTool: Bool
    package let kind: Kind
    /// Medians of CPU seconds; `nil` if it was not compiled.
    package let base: Double?
    package let head: Double?
    /// `nil` if it was compiled in one state only.
    package let figure: FigureChange?

    package var difference: Double { figure?.difference ?? (head ?? 0) - (base ?? 0) }
  }

  /// Modules with a shown change first; then by decreasing size of the difference, then by name.
  package let all: [Change]
  /// The case's own difference in CPU seconds: head − base.
  package let difference: Double
  /// The part of the difference that comes from added, removed and changed modules, in seconds.
  package let explained: Double

  /// Where so few pairs were built that no module's own test can show anything: the module with at least half of the
  /// difference, if its pairs agree. A gate that few pairs decide names it.
  package let likely: Change?

  package var unexplained: Double { difference - explained }
  /// The part that comes from the other modules, whose differences may be due to chance.
  package var uncertain: Double { all.reduce(0) { $0 + ($1.kind == .unchanged ? $1.difference : 0) } }

  /// The added, removed and changed modules.
  package var telling: [Change] { all.filter { $0.kind != .unchanged } }
  /// The modules whose differences may be due to chance, but are at least a tenth of the case's own.
  package var suspects: [Change] {
    all.filter { $0.kind == .unchanged && abs($0.difference) >= 0.1 * abs(difference) && $0.difference != 0 }
  }
}

extension ModuleChanges {
  /// The level at which a module counts as changed: of its own exact interval, and of the test that is adjusted over all
  /// modules of the case.
  private static let alpha = 0.05

  /// - Returns: `nil` if one state was not recorded.
  init?(_ series: SampleSeries) {
    let (base, head) = (series.base.filter { $0.modules != nil }, series.head.filter { $0.modules != nil })
    guard let before = base.compactMap(\.cpuSeconds).median, let after = head.compactMap(\.cpuSeconds).median else {
      return nil
    }
    let recorded = SampleSeries(base: base, head: head, isPaired: series.isPaired)
    let (first, second) = (Self.figures(base), Self.figures(head))
    let names = Set(first.keys).union(second.keys).sorted()
    let figures = names.map { name -> FigureChange? in
      guard first[name] != nil, second[name] != nil else { return nil }
      return recorded.change(of: { $0.cost(of: name) }, alpha: Self.alpha)
    }
    let adjusted = Self.adjustedP(of: names, figures, recorded)
    let changes = names.indices.map { index in
      Change(
        names[index], first[names[index]] ?? [], second[names[index]] ?? [], figures[index],
        adjustedP: adjusted[index], alpha: Self.alpha)
    }
    all = changes.sorted { left, right in
      let ranks = (left.kind == .unchanged ? 1 : 0, right.kind == .unchanged ? 1 : 0)
      return (ranks.0, -abs(left.difference), left.module) < (ranks.1, -abs(right.difference), right.module)
    }
    difference = recorded.change(of: \.cpuSeconds, alpha: Self.alpha)?.difference ?? after - before
    explained = changes.reduce(0) { $0 + ($1.kind == .unchanged ? 0 : $1.difference) }
    likely = Self.likely(among: Array(zip(names, changes)), of: difference, recorded)
  }

  /// What the CPU times of one module in pairs of builds scatter by on a busy machine, as the standard deviation of a log
  /// ratio: 0.11 in clean builds of two modules beside other builds on both processors.
  private static let typicalDeviation = 0.1

  private static func likely(
    among changes: [(name: BuiltModule, change: Change)], of difference: Double, _ recorded: SampleSeries
  ) -> Change? {
    guard recorded.isPaired, difference != 0, changes.allSatisfy({ $0.change.kind == .unchanged }) else { return nil }
    let main = changes.filter { $0.change.figure?.verdict == .tooFew && $0.change.difference / difference >= 0.5 }
      .max { abs($0.change.difference) < abs($1.change.difference) }
    guard let main else { return nil }
    let logs = recorded.strata { $0.cost(of: main.name) }.map { $0.map { logRatio($0.head, $0.base) } }
    let shift = ModeratedShift(strata: logs.filter { !$0.isEmpty }, typicalDeviation: typicalDeviation)
    let isShown = shift.map { abs($0.mean) > $0.margin(alpha: alpha / 2 / Double(changes.count)) } ?? false
    return isShown ? main.change : nil
  }

  /// The p-values of modules with a test, by their index in the list, adjusted over all of them.
  ///
  /// The exact test of few rounds cannot name one of many modules: 30 × 2 · 2⁻¹⁰ is more than 0.05.
  private static func adjustedP(
    of names: [BuiltModule], _ figures: [FigureChange?], _ recorded: SampleSeries
  ) -> [Int: Double] {
    let tested = names.indices.compactMap { index -> (index: Int, shift: SizedShift)? in
      guard figures[index]?.p != nil, let before = figures[index]?.base, let after = figures[index]?.head else {
        return nil
      }
      let shift = recorded.shift(of: { $0.cost(of: names[index]) })
      return shift.map { (index, SizedShift(shift: $0, size: before + after)) }
    }
    return Dictionary(uniqueKeysWithValues: zip(tested.map(\.index), tested.map(\.shift).p.benjaminiHochberg))
  }

  private static func figures(_ samples: [Sample]) -> [BuiltModule: [ModuleSample]] {
    Dictionary(grouping: samples.compactMap(\.modules).joined(), by: \.builtModule)
  }
}

extension ModuleChanges.Change {
  fileprivate init(
    _ module: BuiltModule, _ base: [ModuleSample], _ head: [ModuleSample], _ figure: FigureChange?, adjustedP: Double?,
    alpha: Double
  ) {
    let isShown = adjustedP.map { $0 <= alpha } ?? false
    let kind: ModuleChanges.Kind =
      switch figure?.verdict {
      case .slower? where isShown: .slower
      case .faster? where isShown: .faster
      case nil where base.isEmpty: .added
      case nil where head.isEmpty: .removed
      default: .unchanged
      }
    self.init(
      module: module.name, id: (head + base).lazy.compactMap(\.id).first, isTool: module.isTool, kind: kind,
      base: base.map(\.cpuSeconds).median, head: head.map(\.cpuSeconds).median, figure: figure)
  }
}

extension Sample {
  fileprivate func cost(of module: BuiltModule) -> Double? {
    self.modules?.first { $0.module == module.name && $0.isTool == module.isTool }?.cpuSeconds
  }
}
