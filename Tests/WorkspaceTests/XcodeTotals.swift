import BuildAnalysis

/// The figures of the steps of one target, or of all.
struct XcodeTotals: Sendable, Hashable {
  private(set) var steps = 0
  private(set) var jobs = 0
  private(set) var jobsByClass: [XcodeStepClass: Int] = [:]
  private(set) var stale = 0
  private(set) var cached = 0
  private(set) var badTimes = 0
  private(set) var cancelled = 0
  private(set) var withMetrics = 0
  private(set) var inProcess = 0
  /// Seconds from the log's start to the first start of a fresh job; `nil` if there is none.
  private(set) var firstSeconds: Double?
  private(set) var lastSeconds: Double?
  /// The time during which at least one job ran.
  private(set) var busySeconds = 0.0
  /// The sum of the times of the jobs.
  private(set) var wallSeconds = 0.0
  /// `nil` if no step has metrics.
  private(set) var cpuSeconds: Double?
  /// The wall time of tasks within the build service; `nil` if no step has metrics.
  private(set) var inProcessSeconds: Double?
  /// The largest resident memory of a single task; `nil` if none has one.
  private(set) var peakBytes: Int?

  /// - Complexity: O(*n* log *n*) in steps.
  init(_ steps: some Sequence<XcodeStep>) {
    var spans: [ClosedRange<Double>] = []
    var (cpu, service) = (0, 0)
    for step in steps {
      count(step)
      if step.isJob, step.isFresh, let span = step.span { spans.append(span) }
      guard let metrics = step.metrics else { continue }
      withMetrics += 1
      if metrics.isInProcess { inProcess += 1 }
      guard !step.isStale else { continue }
      if metrics.isInProcess {
        service += metrics.wallMicroseconds
      } else {
        cpu += metrics.cpuMicroseconds
        peakBytes = max(peakBytes ?? 0, metrics.peakBytes)
      }
    }
    if withMetrics > 0 { (cpuSeconds, inProcessSeconds) = (Double(cpu) / 1e6, Double(service) / 1e6) }
    firstSeconds = spans.map(\.lowerBound).min()
    lastSeconds = spans.map(\.upperBound).max()
    wallSeconds = spans.reduce(0) { $0 + $1.upperBound - $1.lowerBound }
    busySeconds = spans.unionSeconds
  }

  private mutating func count(_ step: XcodeStep) {
    steps += 1
    if step.isJob {
      jobs += 1
      jobsByClass[step.stepClass, default: 0] += 1
    }
    if step.isStale { stale += 1 }
    if step.isCached { cached += 1 }
    if step.span == nil { badTimes += 1 }
    if step.wasCancelled { cancelled += 1 }
  }
}

extension XcodeBuildLog {
  var totals: XcodeTotals { XcodeTotals(steps) }

  /// The figures of each target, in the order of `targets`, and those of the steps of no target; `nil` if there are none.
  var totalsByTarget: (targets: [XcodeTotals], rest: XcodeTotals?) {
    var groups = [[XcodeStep]](repeating: [], count: targets.count)
    var rest: [XcodeStep] = []
    for step in steps {
      if let target = step.target { groups[target].append(step) } else { rest.append(step) }
    }
    return (groups.map { XcodeTotals($0) }, rest.isEmpty ? nil : XcodeTotals(rest))
  }
}

extension [ClosedRange<Double>] {
  /// The length of what at least one of the ranges covers.
  fileprivate var unionSeconds: Double {
    var (sum, end) = (0.0, -Double.infinity)
    for range in sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > end {
      sum += range.upperBound - Swift.max(range.lowerBound, end)
      end = range.upperBound
    }
    return sum
  }
}
