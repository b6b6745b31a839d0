@testable import BuildAnalysis

extension FigureChange {
  /// The change of paired figures.
  init?(pairs: [(base: Double, head: Double)]) { self.init(strata: [pairs], alpha: 0.05) }
}
