import CMath

/// What a stretch of a series is taken for: one level or a line, with a step in it or without. The noise has heavy tails
/// (Student's t of four degrees of freedom), and a deviation of its own on each side of the place, so that a change of
/// the noise alone is no step.
struct RobustFit {
  struct Shape {
    let hasSlope: Bool
    let hasStep: Bool

    var parameters: Int { 1 + (hasSlope ? 1 : 0) + (hasStep ? 1 : 0) }
  }

  let shape: Shape
  private(set) var level = 0.0
  private(set) var slope = 0.0
  private(set) var step = 0.0
  /// The squares of the deviations before the place and from it on.
  private(set) var variances: (before: Double, after: Double)
  private(set) var logLikelihood = 0.0

  private static let freedom = 4.0
  private static let iterations = 12
  /// As many values as what is known of the noise beforehand counts.
  private static let priorWeight = 4.0

  /// - Parameters:
  ///   - values: the stretch.
  ///   - place: where the second side begins.
  ///   - variance: of the noise, as it is elsewhere.
  /// - Complexity: O(n).
  init(_ values: ArraySlice<Double>, place: Int, _ shape: Shape, variance: Double) {
    self.shape = shape
    variances = (variance, variance)
    let start = Self.start(values, place: place, shape)
    (level, step) = start
    for _ in 0..<Self.iterations { improve(values, place: place, variance: variance) }
    logLikelihood = values.indices.reduce(0) { sum, index in
      sum
        + Self.logDensity(
          values[index] - mean(index, of: values, place), index < place ? variances.before : variances.after)
    }
  }

  /// The mean at a place of the stretch.
  func mean(_ index: Int, of values: ArraySlice<Double>, _ place: Int) -> Double {
    level + slope * Self.position(index, values) + (index >= place ? step : 0)
  }

  /// How much less the values tell since each is like the one before: (1 + ρ) ÷ (1 − ρ), of the residuals within three
  /// deviations.
  func inflation(of values: ArraySlice<Double>, _ place: Int) -> Double {
    var (products, squares) = (0.0, Self.priorWeight)
    var previous = 0.0
    for index in values.indices {
      let deviation = (index < place ? variances.before : variances.after).squareRoot()
      let residual = max(-3, min(3, (values[index] - mean(index, of: values, place)) / deviation))
      products += previous * residual
      squares += residual * residual
      previous = residual
    }
    let correlation = max(0, min(0.7, products / squares))
    return (1 + correlation) / (1 - correlation)
  }

  /// Up to a constant.
  static func logDensity(_ residual: Double, _ variance: Double) -> Double {
    -0.5 * log(variance) - (freedom + 1) / 2 * log1p(residual * residual / (freedom * variance))
  }

  /// From −½ to ½.
  private static func position(_ index: Int, _ values: ArraySlice<Double>) -> Double {
    (Double(index - values.startIndex) + 0.5) / Double(values.count) - 0.5
  }

  /// Medians, which no spike moves.
  private static func start(_ values: ArraySlice<Double>, place: Int, _ shape: Shape) -> (Double, Double) {
    guard shape.hasStep else { return (Array(values).median ?? 0, 0) }
    let before = Array(values[..<place]).median ?? 0
    return (before, (Array(values[place...]).median ?? 0) - before)
  }

  /// One step of the EM algorithm: values far away weigh less.
  private mutating func improve(_ values: ArraySlice<Double>, place: Int, variance: Double) {
    var sums = NormalEquations()
    for index in values.indices {
      let scale = index < place ? variances.before : variances.after
      let residual = values[index] - mean(index, of: values, place)
      let weight = (Self.freedom + 1) / (Self.freedom + residual * residual / scale) / scale
      sums.add(
        x: shape.hasSlope ? Self.position(index, values) : 0, s: shape.hasStep && index >= place ? 1 : 0,
        y: values[index], weight: weight)
    }
    (level, slope, step) = sums.solution(hasSlope: shape.hasSlope, hasStep: shape.hasStep)
    var spread = (before: 0.0, after: 0.0)
    for index in values.indices {
      let residual = values[index] - mean(index, of: values, place)
      let scale = index < place ? variances.before : variances.after
      let square = (Self.freedom + 1) / (Self.freedom + residual * residual / scale) * residual * residual
      if index < place { spread.before += square } else { spread.after += square }
    }
    let prior = Self.priorWeight * variance
    variances.before = (spread.before + prior) / (Double(place - values.startIndex) + Self.priorWeight)
    variances.after = (spread.after + prior) / (Double(values.endIndex - place) + Self.priorWeight)
  }
}

/// Weighted least squares of a level, a slope and a step.
private struct NormalEquations {
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

  /// What is not there is 0. By elimination; `s` is its own square.
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
