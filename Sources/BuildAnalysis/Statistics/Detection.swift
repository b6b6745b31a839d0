import CMath
import Synchronization

/// The smallest shift that a test of given sizes detects with a power of 80 %, at the level of its own interval.
///
/// Found by simulation of normal values: the exact interval of a sample excludes 0 if and only if the sample was shifted
/// by more than its lower end lies below 0, so that the 80 % quantile of these distances is the shift. Student's t would
/// promise too much for the signed-rank test of few pairs: six pairs must all have the same sign, which needs 1.79
/// standard deviations instead of 1.43.
struct DetectableShift: Sendable {
  /// What is tested: pairs in strata; or with a second size, two samples, the first of the first stratum's size.
  private struct Design: Hashable {
    let sizes: [Int]
    let other: Int?
    let alpha: Double
  }

  /// In standard deviations of a value.
  let inDeviations: Double
  /// In units of the typical scatter of samples of these sizes; see ``typicalScatter(_:)``.
  let inScatter: Double

  private static let power = 0.8
  private static let draws = 1000
  /// An arbitrary constant, so that reports are reproducible.
  private static let seed: UInt64 = 1
  /// Above this number of values, the approximation for large samples is within 2 %.
  private static let simulatedValues = 40

  /// Simulating takes milliseconds, and most figures of a run have the same number of rounds.
  private static let known = Mutex<[Design: DetectableShift?]>([:])

  /// For the signed-rank test of pairs in strata.
  /// - Returns: `nil` if there are too few pairs for the level.
  static func ofPairs(strata: [Int], alpha: Double) -> DetectableShift? {
    let design = Design(sizes: strata.sorted(), other: nil, alpha: alpha)
    return remembered(design) { normal in
      let groups = design.sizes.map { normal.next($0) }
      return StratifiedAverages(groups).map { ($0, groups) }
    } cut: {
      StratifiedAverages(design.sizes.map { Array(repeating: 0, count: $0) })?.cut(alpha: alpha)?.cut
    }
  }

  /// For the Mann-Whitney test of two samples.
  /// - Returns: `nil` if the samples are too small for the level.
  static func ofSamples(_ first: Int, _ second: Int, alpha: Double) -> DetectableShift? {
    guard first > 0, second > 0 else { return nil }
    return remembered(Design(sizes: [first], other: second, alpha: alpha)) { normal in
      let groups = [normal.next(first), normal.next(second)]
      return PairwiseDifferences(groups[0], groups[1]).map { ($0, groups) }
    } cut: {
      MannWhitney.cut((first, second), alpha: alpha)?.cut
    }
  }

  private static func remembered<Values: PairwiseValues>(
    _ design: Design, drawing draw: (inout NormalNumbers) -> (Values, [[Double]])?, cut: () -> Int?
  ) -> DetectableShift? {
    if let known = known.withLock({ $0[design] }) { return known }
    let shift = cut().flatMap { cut -> DetectableShift? in
      let values = design.sizes.reduce(0, +) + (design.other ?? 0)
      return values > simulatedValues ? approximate(design) : simulated(cut: cut, drawing: draw)
    }
    known.withLock { $0[design] = .some(shift) }
    return shift
  }

  private static func simulated<Values: PairwiseValues>(
    cut: Int, drawing draw: (inout NormalNumbers) -> (Values, [[Double]])?
  ) -> DetectableShift? {
    var normal = NormalNumbers(seed: seed)
    let samples = (0..<draws).compactMap { _ in draw(&normal) }
    let shifts = samples.map { -$0.0.value(atRank: cut) }
    guard let shift = shifts.quantile(power), let scatter = samples.compactMap({ typicalScatter($0.1) }).median,
      scatter > 0
    else { return nil }
    return DetectableShift(inDeviations: shift, inScatter: shift / scatter)
  }

  /// With the tests' asymptotic relative efficiency of 3 / π: Hollander, Wolfe & Chicken, “Nonparametric Statistical
  /// Methods”, 3rd ed., 3.11 and 4.5.
  private static func approximate(_ design: Design) -> DetectableShift {
    let values = Double(design.sizes.reduce(0, +))
    let variance = 1 / values + (design.other.map { 1 / Double($0) } ?? 0)
    let quantiles = normalQuantile(1 - design.alpha / 2) + normalQuantile(power)
    let shift = quantiles * (variance * Double.pi / 3).squareRoot()
    // The median distance of two standard normal values.
    return DetectableShift(inDeviations: shift, inScatter: shift / (2.0.squareRoot() * normalQuantile(0.75)))
  }
}

/// The scatter of most values, which single outliers hardly change: the median distance between two values of a group;
/// for several groups, the root mean square.
///
/// Shamos, “Geometry and Statistics: Problems at the Interface”, 1976: 86 % as efficient as the standard deviation of
/// normal values, and bounded as long as less than 29 % of the values are outliers.
/// - Returns: `nil` if no group has two values.
/// - Complexity: O(values).
func typicalScatter(_ groups: [[Double]]) -> Double? {
  var (sum, freedom) = (0.0, 0)
  for values in groups where values.count > 1 {
    guard let distances = PairwiseDifferences(values, values) else { continue }
    // The differences include each value's to itself, and the negative ones.
    let pairs = values.count * (values.count - 1) / 2
    let distance = max(0, distances.value(atRank: distances.count - pairs + (pairs - 1) / 2))
    sum += distance * distance * Double(values.count - 1)
    freedom += values.count - 1
  }
  return freedom > 0 ? (sum / Double(freedom)).squareRoot() : nil
}

/// The smallest slowdown that this many pairs detect with a power of 80 %.
/// - Parameters:
///   - deviation: the standard deviation of the log ratios.
///   - pairs: the number of pairs.
///   - alpha: the level of the two-sided signed-rank test.
/// - Returns: a ratio of at least 1; `nil` if there are too few pairs for the level.
package func minimumDetectableRatio(deviation: Double, pairs: Int, alpha: Double = 0.05) -> Double? {
  guard pairs > 0 else { return nil }
  return DetectableShift.ofPairs(strata: [pairs], alpha: alpha).map { exp($0.inDeviations * deviation) }
}

/// The same for log ratios of several strata, each with its own centre, from their typical scatter.
func minimumDetectableRatio(strata: [[Double]], alpha: Double) -> Double? {
  guard let scatter = typicalScatter(strata) else { return nil }
  return DetectableShift.ofPairs(strata: strata.map(\.count), alpha: alpha).map { exp($0.inScatter * scatter) }
}

/// The same for two unpaired samples.
/// - Parameters:
///   - first: logarithms.
///   - second: logarithms of the same unit.
/// - Returns: a ratio of at least 1; `nil` if the samples are too small for the level.
package func minimumDetectableRatio(between first: [Double], and second: [Double], alpha: Double = 0.05) -> Double? {
  guard let scatter = typicalScatter([first, second]) else { return nil }
  return DetectableShift.ofSamples(first.count, second.count, alpha: alpha).map { exp($0.inScatter * scatter) }
}
