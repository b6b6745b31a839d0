/// A reason to distrust a series of measurements of one thing. No value is ever dropped for it.
package enum SeriesWarning: Sendable, Hashable {
  /// The first value is far out above the others: the caches were cold, or a warm-up was too little.
  /// - ratioToOthers: to their median.
  case slowFirst(ratioToOthers: Double)
  /// The values rise (`change` above 1) or fall over the rounds; see ``Trend``.
  case trend(change: Double, p: Double)
  /// The standard deviation is more than 10 % of the mean.
  case scattered(coefficientOfVariation: Double)
  /// Values outside Tukey's fences.
  /// - indices: where in the series they are, rising.
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

  /// Eight clean builds of one product on an idle machine of two cores had 12 %.
  static let largestVariation = 0.1
  /// A trend is told of at 1 %, not 5: each arm of each session is asked.
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
  /// What makes this series, in the order of the rounds, doubtful. Always in the same order.
  ///
  /// The first round is held against the others alone, and only called slow beyond three interquartile ranges (Tukey's
  /// “far out”), since the quartiles of a few rounds are uncertain.
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
