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
  private let count: Int
  private(set) var level = 0.0
  private(set) var slope = 0.0
  private(set) var step = 0.0
  /// The squares of the deviations before the place and from it on.
  private(set) var variances: (before: Double, after: Double)
  private(set) var logLikelihood = 0.0

  private static let freedom = 4.0
  private static let iterations = 8
  /// As many values as what is known of the noise beforehand counts.
  private static let priorWeight = 4.0

  /// - Parameters:
  ///   - values: the stretch.
  ///   - place: where the second side begins; not at the first value.
  ///   - variance: of the noise, as it is elsewhere.
  /// - Complexity: O(n), after sorting for the medians.
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

  /// The mean at a place of the stretch, on one side of the step or the other.
  func mean(at index: Int, isAfter: Bool) -> Double {
    level + slope * ((Double(index) + 0.5) / Double(count) - 0.5) + (isAfter ? step : 0)
  }

  /// Of a value, but for what the deviation of its side makes of all alike.
  private func logDensity(of value: Double, at index: Int, isAfter: Bool) -> Double {
    let residual = value - mean(at: index, isAfter: isAfter)
    return -(Self.freedom + 1) / 2
      * log1p(residual * residual / (Self.freedom * (isAfter ? variances.after : variances.before)))
  }

  /// How much more probable each value is on the side before the place than after it, in logarithms.
  func preferenceForBefore(of values: [Double]) -> [Double] {
    let constant = 0.5 * (log(variances.after) - log(variances.before))
    return values.indices.map { index in
      constant + logDensity(of: values[index], at: index, isAfter: false)
        - logDensity(of: values[index], at: index, isAfter: true)
    }
  }

  /// How much less the values tell since each is like the one before: (1 + ρ) ÷ (1 − ρ), of the residuals within three
  /// deviations.
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

  /// Medians, which no spike moves.
  private static func start(_ values: [Double], place: Int, _ shape: Shape) -> (Double, Double) {
    guard shape.hasStep else { return (values.median ?? 0, 0) }
    let before = values[..<place].median ?? 0
    return (before, (values[place...].median ?? 0) - before)
  }

  /// One step of the EM algorithm: values far away weigh less.
  private mutating func improve(_ values: [Double], place: Int, variance: Double) {
    var sums = NormalEquations()
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
