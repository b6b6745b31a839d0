import BuildAnalysis
import ModuleGraph

extension CompilerCosts {
  /// The processes of a recompilation; `nil` if its cost is unknown.
  func part(_ recompiled: RecompiledModule) -> IncrementalSchedule.Part? {
    guard let work = work(of: recompiled) else { return nil }
    let isOneCompiler = compilesModulesAsWholes && modules[recompiled.module]?.isInC != true
    let waves = isOneCompiler ? [.init(files: recompiled.compiledFiles)] : recompiled.waves(lanes: lanes)
    return .init(
      module: recompiled.module, work: work, waves: waves.map(\.followers.count),
      weights: weights(of: waves, recompiled))
  }

  /// What batches cost relative to one another. Of the files that a driver discovers, the code stays the same, unless all code
  /// changes.
  private func weights(of waves: [RecompiledModule.Wave], _ recompiled: RecompiledModule) -> [Double] {
    let (known, discovered) = (waves.map(\.files), waves.flatMap(\.followers))
    let (all, changed) = (Double(recompiled.weightedLines), Double(recompiled.changedLines))
    let files = known.reduce(0, +)
    let average = all * Double(files) / Double(max(1, recompiled.compiledFiles))
    let isAllNew = changed >= all
    let isExact = files == recompiled.changedFiles
    let lines = isAllNew || discovered.isEmpty ? average : isExact ? changed : max(changed, average)
    func costs(_ sizes: [Int], lines: Double, changed: Double) -> [Double] {
      let unchangedShare = isAllNew || lines <= 0 ? 0 : max(0, 1 - changed / lines)
      let perFile = lines / Double(max(1, sizes.reduce(0, +)))
      return zip(sizes, spreadWeights(sizes.count)).map { size, spread in
        spread
          * cost(
            of: recompiled, files: size, lines: perFile * Double(size), unchangedShare: unchangedShare)
      }
    }
    return costs(known, lines: lines, changed: changed) + costs(discovered, lines: all - lines, changed: 0)
  }

  /// The CPU seconds of a batch; if unknown, as if only the number of its files counted.
  private func cost(
    of recompiled: RecompiledModule, files: Int, lines: Double, unchangedShare: Double
  ) -> Double {
    if let fit = fit(for: recompiled) {
      return fit.seconds(batches: 1, lines: Int(lines.rounded()), unchangedShare: unchangedShare)
    }
    guard let cost = modules[recompiled.module], cost.compiledFiles > 0, cost.compile > 0 else { return Double(files) }
    return cost.seconds(ofBatchWith: files, unchangedShare: unchangedShare)
  }

  /// How much batches with as many files cost relative to each other, as in the recorded build; 1 on average.
  private func spreadWeights(_ count: Int) -> [Double] {
    let found = (0..<count).map { spread.quantileOfSorted((Double($0) + 0.5) / Double(count)) ?? 1 }
    let mean = found.reduce(0, +) / Double(max(1, count))
    guard mean > 0 else { return found.map { _ in 1 } }
    // Neither the longest nor the shortest first.
    return (0..<count).map { found[$0 % 2 == 0 ? count / 2 + $0 / 2 : $0 / 2] / mean }
  }
}
