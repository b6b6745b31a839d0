/// A linear model with nonnegative coefficients, fitted to minimize relative residuals, and robust against outliers.
///
/// Iteratively reweighted least squares with Huber weights (Huber & Ronchetti, “Robust Statistics”, 2nd ed., 7.8).
/// Columns whose coefficients would be negative are removed one by one, the most negative first.
package struct LeastSquares: Sendable, Hashable {
  /// One for each column.
  package let coefficients: [Double]
  /// For each group, the sum of its predicted values by a model fitted without that group; empty if there are too few
  /// groups.
  package let sumsLeavingOut: [Int: Double]

  private static let iterations = 4
  /// Relative residuals above this threshold get less weight.
  private static let huber = 0.2
  /// The smallest scale of a relative residual, as a share of the median value, so that tiny values do not dominate.
  private static let floor = 0.2
  private static let fewestGroups = 3

  package struct Observation: Sendable, Hashable {
    package let columns: [Double]
    package let value: Double
    /// The group of samples that are left out together.
    package let group: Int

    package init(_ columns: [Double], value: Double, group: Int) {
      (self.columns, self.value, self.group) = (columns, value, group)
    }
  }

  /// - Parameter samples: samples with equal numbers of columns; not empty.
  /// - Complexity: O(samples · columns² + groups · columns³).
  package init(_ samples: [Observation]) {
    let count = samples.first?.columns.count ?? 0
    let least = Self.floor * (samples.map(\.value).median ?? 0)
    var equations = NormalEquations(columns: count)
    var coefficients = [Double](repeating: 0, count: count)
    for iteration in 0..<Self.iterations {
      equations = NormalEquations(columns: count)
      for sample in samples {
        let scale = max(sample.value, least, 1e-12)
        let residual = abs(sample.value - Self.predict(coefficients, sample.columns)) / scale
        let weight = iteration == 0 || residual <= Self.huber ? 1 : Self.huber / residual
        equations.add(sample, weight: weight / (scale * scale))
      }
      coefficients = equations.nonnegativeSolution()
    }
    self.coefficients = coefficients
    sumsLeavingOut = Self.sumsLeavingOut(samples, equations, least: least, around: coefficients)
  }

  package func callAsFunction(_ columns: [Double]) -> Double { Self.predict(coefficients, columns) }

  private static func predict(_ coefficients: [Double], _ columns: [Double]) -> Double {
    zip(coefficients, columns).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func sumsLeavingOut(
    _ samples: [Observation], _ equations: NormalEquations, least: Double, around coefficients: [Double]
  ) -> [Int: Double] {
    let groups = Dictionary(grouping: samples, by: \.group)
    guard groups.count >= fewestGroups else { return [:] }
    return groups.mapValues { own in
      var rest = equations
      for sample in own {
        let scale = max(sample.value, least, 1e-12)
        let residual = abs(sample.value - predict(coefficients, sample.columns)) / scale
        rest.add(sample, weight: -(residual <= huber ? 1 : huber / residual) / (scale * scale))
      }
      let other = rest.nonnegativeSolution()
      return own.reduce(0) { $0 + predict(other, $1.columns) }
    }
  }
}

/// The normal equations of weighted least squares.
private struct NormalEquations {
  private var products: [[Double]]
  private var sums: [Double]

  init(columns: Int) {
    products = Array(repeating: Array(repeating: 0, count: columns), count: columns)
    sums = Array(repeating: 0, count: columns)
  }

  mutating func add(_ sample: LeastSquares.Observation, weight: Double) {
    for (row, left) in sample.columns.enumerated() {
      sums[row] += weight * left * sample.value
      for (column, right) in sample.columns.enumerated() { products[row][column] += weight * left * right }
    }
  }

  func nonnegativeSolution() -> [Double] {
    var active = sums.indices.filter { products[$0][$0] > 0 }
    while !active.isEmpty {
      guard let solution = solution(active) else {
        // Linearly dependent columns: the last one adds no information.
        active.removeLast()
        continue
      }
      guard let least = solution.indices.min(by: { solution[$0] < solution[$1] }), solution[least] < 0 else {
        var all = [Double](repeating: 0, count: sums.count)
        for (index, column) in active.enumerated() { all[column] = solution[index] }
        return all
      }
      active.remove(at: least)
    }
    return [Double](repeating: 0, count: sums.count)
  }

  /// The solution by Gaussian elimination with pivoting; `nil` if the columns are linearly dependent.
  private func solution(_ active: [Int]) -> [Double]? {
    // Normalizes columns, which have different units.
    let scales = active.map { products[$0][$0] > 0 ? products[$0][$0].squareRoot() : 1 }
    var rows = active.indices.map { row in
      active.indices.map { products[active[row]][active[$0]] / (scales[row] * scales[$0]) }
        + [sums[active[row]] / scales[row]]
    }
    for pivot in rows.indices {
      guard let best = (pivot..<rows.count).max(by: { abs(rows[$0][pivot]) < abs(rows[$1][pivot]) }),
        abs(rows[best][pivot]) > 1e-9
      else { return nil }
      rows.swapAt(pivot, best)
      for row in rows.indices where row != pivot {
        let factor = rows[row][pivot] / rows[pivot][pivot]
        if factor != 0 { for column in pivot...rows.count { rows[row][column] -= factor * rows[pivot][column] } }
      }
    }
    return rows.indices.map { rows[$0][rows.count] / rows[$0][$0] / scales[$0] }
  }
}
