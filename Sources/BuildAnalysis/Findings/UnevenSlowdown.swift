/// A comparison in a noisy session whose builds keep different numbers of processors busy: other programs slow one of them more than
/// the other, which shifts the ratio of their wall times. The confidence interval does not contain that shift.
package struct UnevenSlowdown: Sendable, Hashable, Encodable {
  package let arm: String
  package let reference: String
  package let scenario: Scenario
  /// How many processors a build of the arm keeps busy on average: the median CPU time per median wall time.
  package let busyProcessors: Double
  package let referenceBusyProcessors: Double
  /// The mean share of CPU time that others used during the builds that count.
  package let outsideShare: Double

  /// With a smaller share, the session's builds are not disturbed on average.
  static let smallestOutsideShare = BuildNoise.largestOutsideShare

  /// From this quotient of the numbers of processors on, the shift is worth a word. In the measurements it was
  /// 1.15.
  static let smallestQuotient = 1.1

  /// The greatest shift of the ratio of CPU times in the same measurements.
  package static let measuredCPUShift = 0.01

  /// The shift of the ratio of wall times in measurements with a share like this.
  ///
  /// Two modules in a row against six of which four are built in parallel, in turns, on two cores of which another
  /// program kept one busy for 25 %, 50 % or all of the time (`Benchmarks turns-noise`; docs/figures.md).
  package var measuredShift: Double {
    switch outsideShare {
    case ..<0.1875: 0.03
    case ..<0.375: 0.07
    default: 0.17
    }
  }

  private var quotient: Double {
    max(busyProcessors / referenceBusyProcessors, referenceBusyProcessors / busyProcessors)
  }
}

extension UnevenSlowdown {
  /// The comparison whose builds differ most; `nil` if all are alike, or if others took little CPU time on average.
  /// - Parameter outsideShares: those of the builds that count.
  /// - Complexity: O(summaries × comparisons).
  init?(_ comparisons: [Comparison], _ summaries: [Summary], outsideShares: [Double]) {
    guard let share = outsideShares.mean, share > Self.smallestOutsideShare else { return nil }
    let busy = Dictionary(
      summaries.compactMap { summary in summary.busyProcessors.map { (summary.case, $0) } },
      uniquingKeysWith: { first, _ in first })
    let candidates = comparisons.compactMap { comparison -> UnevenSlowdown? in
      guard let own = busy[Case(arm: comparison.arm, scenario: comparison.scenario)],
        let other = busy[Case(arm: comparison.reference, scenario: comparison.scenario)]
      else { return nil }
      return UnevenSlowdown(
        arm: comparison.arm, reference: comparison.reference, scenario: comparison.scenario, busyProcessors: own,
        referenceBusyProcessors: other, outsideShare: share)
    }
    guard let found = candidates.max(by: { $0.quotient < $1.quotient }), found.quotient >= Self.smallestQuotient
    else { return nil }
    self = found
  }
}

extension Summary {
  /// `nil` if the CPU time is not known or there was none.
  fileprivate var busyProcessors: Double? {
    guard let cpuSeconds, cpuSeconds > 0, median > 0 else { return nil }
    return (cpuSeconds / median).rounded(decimals: 4)
  }
}
