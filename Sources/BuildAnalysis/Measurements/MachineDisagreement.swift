/// A ratio on which the machines of a merged run disagree.
package struct MachineDisagreement: Sendable, Hashable, Encodable {
  package struct Ratio: Sendable, Hashable, Encodable {
    /// The number of the machine, counted from 1, as in samples.
    package let machine: Int
    package let ratio: Double
    package let pairs: Int
  }

  package let arm: String
  package let scenario: Scenario
  /// One for each machine with a pair.
  package let ratios: [Ratio]
  /// The p-value of ``Heterogeneity`` with the Benjamini-Hochberg adjustment over all ratios of the run.
  package let adjustedP: Double
}

extension MachineDisagreement {
  private static let alpha = 0.05

  /// The significant disagreements, in the order of the comparisons; empty for a run of one machine.
  /// - Complexity: that of `Heterogeneity` for each comparison.
  static func all(of run: Run, _ measurements: Measurements, _ comparisons: [Comparison]) -> [MachineDisagreement] {
    guard run.machines != nil else { return [] }
    let tested = comparisons.compactMap { comparison -> (Comparison, strata: [(Int, [(Double, Double)])], p: Double)? in
      let build = Case(arm: comparison.arm, scenario: comparison.scenario)
      let strata = measurements.pairs(of: build, to: comparison.reference).sorted { $0.key < $1.key }
      return Heterogeneity(strata.map { $0.value.map { logRatio($0.0, $0.1) } }).map { found in
        (comparison, strata.map { ($0.key, $0.value) }, found.p)
      }
    }
    return zip(tested, tested.map(\.p).benjaminiHochberg).filter { $0.1 <= alpha }.map { test, p in
      let ratios = test.strata.compactMap { machine, pairs in
        PairedRatio(pairs).map { Ratio(machine: machine, ratio: $0.ratio, pairs: pairs.count) }
      }
      return MachineDisagreement(arm: test.0.arm, scenario: test.0.scenario, ratios: ratios, adjustedP: p)
    }
  }
}
