/// A window during which fewer jobs worked than there were cores, although work was left.
package struct StarvedWindow: Equatable, Sendable {
  package let span: Span
  /// The average number of working jobs; less than the number of cores.
  package let busyJobs: Double
  /// The module for which later work waited during at least half of the window; `nil` if there is none.
  package let waitedFor: BuiltModule?
}

/// Finds the starved windows of a build.
struct StarvedWindowSearch {
  /// The minimum length of reported windows, about that of a short compile job.
  static let shortestNanoseconds = 500_000_000
  /// Windows are joined over interruptions shorter than this, during which all cores were busy, if both are longer than
  /// the interruption. Then at least one core had nothing to do for at least half of a joined window.
  static let longestInterruptionNanoseconds = 100_000_000

  private let network: WorkNetwork
  private let modules: [BuiltModule]
  /// For each piece, the last one to end among those that it waited for.
  private let binding: [Int?]
  /// Pieces with work, sorted by end.
  private let byEnd: [Int]
  /// Pieces with work, sorted by start.
  private let byStart: [Int]

  /// - Complexity: O(pieces · log pieces + waits).
  init(_ network: WorkNetwork, modules: [BuiltModule]) {
    self.network = network
    self.modules = modules
    var binding = [Int?](repeating: nil, count: network.steps.count)
    for piece in network.order {
      let end = network.steps[piece].span.endNanoseconds
      for next in network.waits.successors(of: piece) {
        if let other = binding[next], network.steps[other].span.endNanoseconds >= end { continue }
        binding[next] = piece
      }
    }
    self.binding = binding
    let working = network.steps.indices.filter { network.steps[$0].job != nil }
    byEnd = working.sorted {
      (network.steps[$0].span.endNanoseconds, $0) < (network.steps[$1].span.endNanoseconds, $1)
    }
    byStart = working.sorted { (network.steps[$0].span, $0) < (network.steps[$1].span, $1) }
  }

  /// - Parameters:
  ///   - busyJobs: the number of working jobs over time.
  ///   - span: the span to search, from the first compile process to the last job.
  /// - Returns: the windows, sorted by start.
  func windows(_ busyJobs: StepFunction<Int>, cores: Int, in span: Span) -> [StarvedWindow] {
    let busy = Area(under: busyJobs, height: Double.init)
    return starved(busyJobs, cores: cores, in: span).filter { $0.nanoseconds >= Self.shortestNanoseconds }.map {
      StarvedWindow(span: $0, busyJobs: busy(in: $0) / Double($0.nanoseconds), waitedFor: waitedFor(in: $0))
    }
  }

  /// The spans in which fewer jobs worked than there are cores, joined over short interruptions.
  private func starved(_ busyJobs: StepFunction<Int>, cores: Int, in span: Span) -> [Span] {
    let full = busyJobs.stretches.filter { $0.value >= cores }.map(\.span)
    var found: [Span] = []
    for gap in span.without(full) {
      if let last = found.last, Self.joins(last, gap) {
        found[found.count - 1] = Span(last.startNanoseconds, gap.endNanoseconds)
      } else {
        found.append(gap)
      }
    }
    return found
  }

  private static func joins(_ window: Span, _ next: Span) -> Bool {
    let interruption = next.startNanoseconds - window.endNanoseconds
    return interruption < min(longestInterruptionNanoseconds, window.nanoseconds, next.nanoseconds)
  }

  /// Follows the chain of waits backwards from the piece that started at the window's end, and returns the module that
  /// worked in it during at least half of the window.
  private func waitedFor(in window: Span) -> BuiltModule? {
    let next = byStart.partitioningIndex { network.steps[$0].span.startNanoseconds >= window.endNanoseconds }
    var piece = next < byStart.count ? binding[byStart[next]] : nil
    if piece.map({ network.steps[$0].span.endNanoseconds <= window.startNanoseconds }) ?? true {
      let ended = byEnd.partitioningIndex { network.steps[$0].span.endNanoseconds >= window.endNanoseconds }
      piece = ended < byEnd.count ? byEnd[ended] : byEnd.last
    }
    var times: [Int: Int] = [:]
    while let current = piece, network.steps[current].span.endNanoseconds > window.startNanoseconds {
      let step = network.steps[current]
      let time =
        min(step.span.endNanoseconds, window.endNanoseconds)
        - max(step.span.startNanoseconds, window.startNanoseconds)
      if let module = step.module, step.job != nil { times[module, default: 0] += time }
      piece = binding[current]
    }
    let longest = times.max { ($0.value, -$0.key) < ($1.value, -$1.key) }
    return longest.flatMap { 2 * $0.value >= window.nanoseconds ? modules[$0.key] : nil }
  }
}
