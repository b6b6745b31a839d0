/// The samples of one case in both states.
struct SampleSeries {
  let base: [Sample]
  let head: [Sample]
  let isPaired: Bool

  /// The shift of a positive figure on the scale of logarithms; `nil` if there are too few values.
  func shift(of figure: (Sample) -> Double?) -> LogShift? {
    guard isPaired else { return LogShift(from: base.compactMap(figure), to: head.compactMap(figure)) }
    return LogShift(logRatios: strata(of: figure).joined().map { logRatio($0.head, $0.base) })
  }

  /// The pairs of each machine, in the order of the machines.
  func strata(of figure: (Sample) -> Double?) -> [[(base: Double, head: Double)]] {
    let first = Dictionary(base.map { ($0.round, figure($0)) }, uniquingKeysWith: { first, _ in first })
    let pairs = head.reduce(into: [Int: [(base: Double, head: Double)]]()) { pairs, sample in
      guard let own = figure(sample), let other = first[sample.round] ?? nil else { return }
      pairs[sample.machine ?? 1, default: []].append((other, own))
    }
    return pairs.sorted { $0.key < $1.key }.map(\.value)
  }
}
