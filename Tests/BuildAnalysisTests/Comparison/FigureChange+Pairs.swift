@testable import BuildAnalysis

extension FigureChange {
  /// The change on one machine.
  init?(pairs: [(base: Double, head: Double)], isUnusable: Bool = false) {
    self.init(strata: [pairs], alpha: 0.05, isUnusable: isUnusable)
  }
}
