package struct BisectionFindings: Sendable {
  package enum Outcome: String, Sendable, Hashable, Encodable {
    /// One revision, or one together with preceding revisions that do not build, is probable enough.
    case found
    /// The builds show no difference between the two ends in the given direction.
    case nothingToFind = "nothing-to-find"
    /// The search ended before any revision was probable enough.
    case unfinished
  }

  /// The figures on both sides of the step.
  package struct Size: Sendable, Hashable {
    /// Medians, in seconds.
    package let before: Double
    package let after: Double
    /// After ÷ before: the Hodges-Lehmann estimate, with the confidence interval from the exact Mann-Whitney test.
    package let ratio: UnpairedRatio
  }

  package let bisection: Bisection
  package let outcome: Outcome
  /// For each revision, the probability that it is the first one after the step; uniform while nothing is known.
  package let probabilities: [Double]
  /// The revisions that contain the step: those found, otherwise the shortest range that reaches the plan's confidence.
  package let candidates: ClosedRange<Int>
  /// The probability that the step is among the candidates.
  package let probability: Double
  /// The step's size, with the builds split at the most probable revision; if nothing was found, of the two ends alone.
  /// `nil` until both sides have a build.
  package let size: Size?

  /// - Complexity: O(revisions + builds²).
  package init(_ bisection: Bisection) {
    self.bisection = bisection
    let search = bisection.search
    let probabilities = search.probabilities
    self.probabilities = probabilities
    switch search.next {
    case .found(let revisions, let probability):
      (outcome, candidates, self.probability) = (.found, revisions, probability)
      size = Size(of: bisection, partedAt: revisions.upperBound)
    case .nothingToFind:
      (outcome, candidates, probability) = (.nothingToFind, 1...(bisection.revisions.count - 1), 0)
      size = Size(of: bisection, partedAt: bisection.revisions.count - 1, endsOnly: true)
    case .measure:
      outcome = .unfinished
      (candidates, probability) = Self.fewest(probabilities, certainty: bisection.plan.confidence)
      let best = probabilities.indices.max { probabilities[$0] < probabilities[$1] } ?? 1
      size = Size(of: bisection, partedAt: max(1, best))
    }
  }

  /// The shortest range of revisions that reaches the certainty; of ranges of equal length, the most probable.
  private static func fewest(
    _ probabilities: [Double], certainty: Double
  ) -> (range: ClosedRange<Int>, probability: Double) {
    let last = probabilities.count - 1
    var best = (range: 1...last, probability: 1.0)
    var (end, sum) = (0, 0.0)
    for start in 1...last {
      while end < last, sum < certainty {
        end += 1
        sum += probabilities[end]
      }
      guard sum >= certainty else { break }
      if (end - start, -sum) < (best.range.count - 1, -best.probability) { best = (start...end, sum) }
      sum -= probabilities[start]
    }
    return best
  }
}

extension BisectionFindings.Size {
  /// - Parameter endsOnly: whether only builds of the first and the last revision count.
  fileprivate init?(of bisection: Bisection, partedAt revision: Int, endsOnly: Bool = false) {
    let last = bisection.revisions.count - 1
    let figures = bisection.builds.compactMap { build in
      bisection.figure(of: build).map { (revision: build.revision, figure: $0) }
    }.filter { !endsOnly || [0, last].contains($0.revision) }
    let (before, after) = (
      figures.filter { $0.revision < revision }.map(\.figure), figures.filter { $0.revision >= revision }.map(\.figure)
    )
    guard let ratio = UnpairedRatio(after, before), let first = before.median, let second = after.median else {
      return nil
    }
    self.init(before: first, after: second, ratio: ratio)
  }
}
