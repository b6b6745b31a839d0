import BuildAnalysis
import CMath

/// The CPU time of recorded incremental builds, relative to what is estimated for the same files from a clean build.
///
/// All compilers of a module's clean build may start together, and make things that later builds find made: then the clean
/// build alone does not show what a change costs.
package struct IncrementalRatio: Sendable, Hashable {
  /// Measured ÷ estimated, of one build each; ascending, never empty.
  private let ratios: [Double]
  /// With fewer builds, nothing is corrected.
  package let fewest: Int

  /// - Parameters:
  ///   - ratios: measured ÷ estimated, of one build each.
  ///   - fewest: with how many builds estimates are corrected.
  /// - Returns: `nil` if there are none.
  package init?(_ ratios: [Double], fewest: Int) {
    guard !ratios.isEmpty else { return nil }
    (self.ratios, self.fewest) = (ratios.sorted(), fewest)
  }

  package var builds: Int { ratios.count }
  /// By which estimates are multiplied: the median if at least ``fewest`` builds, and nine of ten, were on one side of the estimate;
  /// 1 otherwise, since other work on the machine changes CPU times as well. Of fewer than three builds, whose files may be
  /// unlike others, it is a root, nearer to 1.
  package var factor: Double {
    let onOneSide = max(ratios.count { $0 > 1 }, ratios.count { $0 < 1 })
    guard builds >= fewest, Double(onOneSide) >= 0.9 * Double(builds) else { return 1 }
    return pow(ratios.median ?? 1, min(1, Double(builds) / 3))
  }

  /// From the lowest to the highest, relative to ``factor``; `nil` if there are fewer than five builds.
  package var relativeRange: ClosedRange<Double>? {
    guard builds >= 5, let low = ratios.first, let high = ratios.last else { return nil }
    return low / factor...high / factor
  }
}
