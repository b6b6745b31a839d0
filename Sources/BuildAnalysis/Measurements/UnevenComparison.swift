/// Two arms that are compared and whose builds keep different numbers of processors busy, so that other programs, and turns, slow one
/// of them more than the other. That shifts the ratio, and the confidence interval does not contain the shift.
package struct UnevenComparison: Sendable, Hashable {
  package struct Arm: Sendable, Hashable {
    package let name: String
    /// How many processors a build keeps busy on average: the median CPU time per median wall time.
    package let busyProcessors: Double
  }

  /// The arm that keeps more processors busy.
  package let busier: Arm
  package let other: Arm

  /// From this quotient of the numbers of processors on, the shift is worth a word. In the measurements it was 1.15.
  static let smallestQuotient = 1.1

  private var quotient: Double { busier.busyProcessors / other.busyProcessors }
}

extension UnevenComparison {
  /// The comparison whose builds differ most; `nil` if all are alike.
  /// - Complexity: O(summaries + comparisons).
  init?(_ comparisons: [Comparison], _ summaries: [Summary]) {
    let busy = Dictionary(
      summaries.compactMap { summary in summary.busyProcessors.map { (summary.case, $0) } },
      uniquingKeysWith: { first, _ in first })
    let all = comparisons.compactMap { comparison -> UnevenComparison? in
      guard let own = busy[Case(arm: comparison.arm, scenario: comparison.scenario)],
        let other = busy[Case(arm: comparison.reference, scenario: comparison.scenario)]
      else { return nil }
      let arms = [
        Arm(name: comparison.arm, busyProcessors: own), Arm(name: comparison.reference, busyProcessors: other),
      ].sorted { $0.busyProcessors > $1.busyProcessors }
      return UnevenComparison(busier: arms[0], other: arms[1])
    }
    guard let most = all.max(by: { $0.quotient < $1.quotient }), most.quotient >= Self.smallestQuotient else {
      return nil
    }
    self = most
  }
}

extension Summary {
  /// `nil` if the CPU time is not known, or there was hardly any.
  fileprivate var busyProcessors: Double? {
    guard let cpuSeconds, median > 0 else { return nil }
    let busy = (cpuSeconds / median).rounded(decimals: 4)
    return busy > 0 ? busy : nil
  }
}

/// By how much measurements found the ratio of such builds to be shifted: two modules in a row against six of which four are built in
/// parallel, on two cores (docs/figures.md).
package enum MeasuredShift {
  /// Of wall times, by other programs, in turns: they kept one of the two cores busy for 25 %, 50 % or all of the time
  /// (`Benchmarks turns-noise`).
  /// - Parameter share: of the CPU time of all processors.
  package static func wall(outsideShare share: Double) -> Double {
    switch share {
    case ..<0.1875: 0.03
    case ..<0.375: 0.07
    default: 0.17
    }
  }

  /// Of wall and CPU times, by turns of 25 ms against turns of a second, without other programs: an upper limit that the
  /// 95 % intervals of two runs together do not exceed (`Benchmarks turns-length`).
  package static let turns = 0.05

  /// Of CPU times, by other programs: the largest one in the same measurements.
  package static let cpu = 0.01
}
