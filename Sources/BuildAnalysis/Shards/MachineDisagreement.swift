/// A ratio that several machines measured, and on which they do not agree.
package struct MachineDisagreement: Sendable, Hashable, Encodable {
  package struct Ratio: Sendable, Hashable, Encodable {
    /// Counted from 1, as samples name it.
    package let machine: Int
    package let ratio: Double
    package let pairs: Int
  }

  package let arm: String
  package let scenario: Scenario
  /// One for each machine with a pair.
  package let ratios: [Ratio]
  /// Of ``Heterogeneity``, after Benjamini and Hochberg's adjustment for all ratios of the run.
  package let adjustedP: Double
}

extension MachineDisagreement {
  private static let alpha = 0.05

  /// Those that are shown, in the order of the arms; none for a run of one machine.
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
