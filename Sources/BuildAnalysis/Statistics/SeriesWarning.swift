/// A reason to doubt a series of repeated measurements. No value is excluded because of it.
package enum SeriesWarning: Sendable, Hashable {
  /// The first value is much larger than the others: caches were cold, or there were too few warm-ups.
  /// - ratioToOthers: the first value ÷ the median of the others.
  case slowFirst(ratioToOthers: Double)
  /// The values rise (`change` above 1) or fall over the rounds; see ``Trend``.
  case trend(change: Double, p: Double)
  /// The standard deviation is more than 10 % of the mean.
  case scattered(coefficientOfVariation: Double)
  /// Values outside Tukey's fences.
  /// - indices: their indices in the series, ascending.
  case outliers(indices: [Int])

  package enum Kind: String, Sendable, Encodable {
    case slowFirst = "slow-first"
    case trend, scattered, outliers
  }

  package var kind: Kind {
    switch self {
    case .slowFirst: .slowFirst
    case .trend: .trend
    case .scattered: .scattered
    case .outliers: .outliers
    }
  }

  var outlierIndices: [Int] {
    if case .outliers(let indices) = self { indices } else { [] }
  }

  /// The same threshold as in `pyperf check`.
  static let largestVariation = 0.1
  /// The significance level of trends: 1 % instead of 5 %, since every arm of every session is tested.
  static let trendAlpha = 0.01
}

extension SeriesWarning: Encodable {
  private enum CodingKeys: String, CodingKey {
    case kind, ratioToOthers, change, p, coefficientOfVariation, indices
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    switch self {
    case .slowFirst(let ratio): try container.encode(ratio, forKey: .ratioToOthers)
    case .trend(let change, let p):
      try container.encode(change, forKey: .change)
      try container.encode(p, forKey: .p)
    case .scattered(let variation): try container.encode(variation, forKey: .coefficientOfVariation)
    case .outliers(let indices): try container.encode(indices, forKey: .indices)
    }
  }
}

extension [Double] {
  /// The warnings about this series, which must be in the order of the rounds. The kinds are always in the same order.
  ///
  /// The first value counts as slow only if it lies more than three interquartile ranges above the quartiles of the
  /// others (Tukey's “far out”), since the quartiles of a few rounds are uncertain.
  /// - Complexity: O(n log n), and O(n³) up to 50 values.
  package var warnings: [SeriesWarning] {
    [slowFirstWarning, trendWarning, scatterWarning, outlierWarning].compactMap { $0 }
  }

  private var slowFirstWarning: SeriesWarning? {
    let others = dropFirst()
    guard others.count >= 3, let first, let bounds = others.fences(ranges: 3), let typical = others.median,
      first > bounds.upperBound
    else { return nil }
    return .slowFirst(ratioToOthers: first / typical)
  }

  private var trendWarning: SeriesWarning? {
    guard let trend = Trend(self), trend.p <= SeriesWarning.trendAlpha else { return nil }
    return .trend(change: trend.change, p: trend.p)
  }

  private var scatterWarning: SeriesWarning? {
    guard let coefficientOfVariation, coefficientOfVariation > SeriesWarning.largestVariation else { return nil }
    return .scattered(coefficientOfVariation: coefficientOfVariation)
  }

  private var outlierWarning: SeriesWarning? {
    guard let bounds = fences() else { return nil }
    let outside = indices.filter { !bounds.contains(self[$0]) }
    return outside.isEmpty ? nil : .outliers(indices: outside)
  }
}
