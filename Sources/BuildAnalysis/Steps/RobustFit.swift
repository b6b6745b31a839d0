import CMath

/// A robust fit of a section of a series by a constant level or a line, with or without a step. The noise has heavy
/// tails (Student's t with four degrees of freedom) and a separate scale on each side of the step, so that a change of
/// the noise alone is not taken for a step.
struct RobustFit {
  struct Shape {
    let hasSlope: Bool
    let hasStep: Bool

    var parameters: Int { 1 + (hasSlope ? 1 : 0) + (hasStep ? 1 : 0) }
  }

  let shape: Shape
  private let count: Int
  private(set) var level = 0.0
  private(set) var slope = 0.0
  private(set) var step = 0.0
  /// The squared scales of the noise before the step and from the step on.
  private(set) var variances: (before: Double, after: Double)
  private(set) var logLikelihood = 0.0

  private static let freedom = 4.0
  private static let iterations = 8
  /// The weight of the prior noise variance, in numbers of values.
  private static let priorWeight = 4.0

  /// - Parameters:
  ///   - values: the section of the series.
  ///   - place: the index at which the second side begins; above 0.
  ///   - variance: the prior variance of the noise.
  /// - Complexity: O(n log n) for the medians, and O(n) for each iteration.
  init(_ values: [Double], place: Int, _ shape: Shape, variance: Double) {
    self.shape = shape
    count = values.count
    variances = (variance, variance)
    (level, step) = Self.start(values, place: place, shape)
    for _ in 0..<Self.iterations { improve(values, place: place, variance: variance) }
    logLikelihood =
      values[..<place].indices.reduce(0) { $0 + logDensity(of: values[$1], at: $1, isAfter: false) }
      + values[place...].indices.reduce(0) { $0 + logDensity(of: values[$1], at: $1, isAfter: true) }
      - 0.5 * Double(place) * log(variances.before) - 0.5 * Double(count - place) * log(variances.after)
  }

  /// The fitted mean at an index of the section, on either side of the step.
  func mean(at index: Int, isAfter: Bool) -> Double {
    level + slope * ((Double(index) + 0.5) / Double(count) - 0.5) + (isAfter ? step : 0)
  }

  /// The log density of a value, without the terms that are the same for all values of its side.
  private func logDensity(of value: Double, at index: Int, isAfter: Bool) -> Double {
    let residual = value - mean(at: index, isAfter: isAfter)
    return -(Self.freedom + 1) / 2
      * log1p(residual * residual / (Self.freedom * (isAfter ? variances.after : variances.before)))
  }

  /// The log-likelihood ratio of each value being before the step to being after it.
  func preferenceForBefore(of values: [Double]) -> [Double] {
    let constant = 0.5 * (log(variances.after) - log(variances.before))
    return values.indices.map { index in
      constant + logDensity(of: values[index], at: index, isAfter: false)
        - logDensity(of: values[index], at: index, isAfter: true)
    }
  }

  /// The variance inflation due to autocorrelation: (1 + ρ) ÷ (1 − ρ), where ρ is the lag-1 autocorrelation of the
  /// residuals, clipped at three standard deviations.
  func inflation(of values: [Double], _ place: Int) -> Double {
    var (products, squares) = (0.0, Self.priorWeight)
    var previous = 0.0
    let deviations = (before: variances.before.squareRoot(), after: variances.after.squareRoot())
    for index in values.indices {
      let isAfter = index >= place
      let deviation = isAfter ? deviations.after : deviations.before
      let residual = max(-3, min(3, (values[index] - mean(at: index, isAfter: isAfter)) / deviation))
      products += previous * residual
      squares += residual * residual
      previous = residual
    }
    let correlation = max(0, min(0.7, products / squares))
    return (1 + correlation) / (1 - correlation)
  }

  /// The initial level and step: medians, which are robust against spikes.
  private static func start(_ values: [Double], place: Int, _ shape: Shape) -> (Double, Double) {
    guard shape.hasStep else { return (values.median ?? 0, 0) }
    let before = values[..<place].median ?? 0
    return (before, (values[place...].median ?? 0) - before)
  }

  /// One iteration of the EM algorithm: outliers get less weight.
  private mutating func improve(_ values: [Double], place: Int, variance: Double) {
    var sums = LineSums()
    let prior = Self.priorWeight * variance
    func weigh(_ range: Range<Int>, isAfter: Bool, scale: Double) -> Double {
      var spread = 0.0
      let ofStep = shape.hasStep && isAfter ? 1.0 : 0
      let rise = shape.hasSlope ? 1 / Double(count) : 0
      for index in range {
        let residual = values[index] - mean(at: index, isAfter: isAfter)
        let weight = (Self.freedom + 1) / (Self.freedom + residual * residual / scale)
        spread += weight * residual * residual
        sums.add(
          x: (Double(index) + 0.5) * rise - (shape.hasSlope ? 0.5 : 0), s: ofStep, y: values[index],
          weight: weight / scale)
      }
      return (spread + prior) / (Double(range.count) + Self.priorWeight)
    }
    let spread = (
      before: weigh(0..<place, isAfter: false, scale: variances.before),
      after: weigh(place..<count, isAfter: true, scale: variances.after)
    )
    (level, slope, step) = sums.solution(hasSlope: shape.hasSlope, hasStep: shape.hasStep)
    variances = spread
  }
}

/// Weighted least squares of a level, a slope and a step.
private struct LineSums {
  private var (w, x, s, xx, xs, y, xy, sy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)

  mutating func add(x: Double, s: Double, y: Double, weight: Double) {
    w += weight
    self.x += weight * x
    self.s += weight * s
    xx += weight * x * x
    xs += weight * x * s
    self.y += weight * y
    xy += weight * x * y
    sy += weight * s * y
  }

  /// Solves the equations by elimination. Omitted terms are 0. Since `s` is 0 or 1, it equals its square.
  func solution(hasSlope: Bool, hasStep: Bool) -> (level: Double, slope: Double, step: Double) {
    let slopes = (xx: xx - x * x / w, xs: xs - x * s / w, y: xy - x * y / w)
    let steps = (ss: s - s * s / w, y: sy - s * y / w)
    var (slope, step) = (0.0, 0.0)
    if hasSlope, hasStep {
      let determinant = slopes.xx * steps.ss - slopes.xs * slopes.xs
      guard determinant > 1e-12 * slopes.xx * steps.ss else { return solution(hasSlope: false, hasStep: true) }
      slope = (slopes.y * steps.ss - slopes.xs * steps.y) / determinant
      step = (slopes.xx * steps.y - slopes.xs * slopes.y) / determinant
    } else if hasSlope, slopes.xx > 0 {
      slope = slopes.y / slopes.xx
    } else if hasStep, steps.ss > 0 {
      step = steps.y / steps.ss
    }
    return ((y - slope * x - step * s) / w, slope, step)
  }
}
