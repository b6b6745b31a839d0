package import BuildAnalysis
import BuildTrace
import Documents

/// The trace event format that Perfetto and Chrome's tracing page read: times in µs, one row for each lane.
///
/// Google, “Trace Event Format”: complete events (`X`), names (`M`), counters (`C`), and flows (`s`, `f`) from a module
/// to each dependent.
package enum ChromeTrace {
  /// - Complexity: O(*n* log *n*) in jobs, plus dependencies.
  package static func text(_ timeline: Timeline, of subject: RecordedSubject) throws -> String {
    let lanes = Lanes(timeline.jobs)
    let jobs = zip(timeline.jobs, lanes.places).map { event(of: $0, lane: $1, hasCPUTimes: timeline.hasCPUTimes) }
    let counters =
      timeline.busyJobs.steps.map { counter("busy jobs", $0.value, at: $0.startNanoseconds) }
      + timeline.coresInUse.steps.map { counter("cores in use", $0.value, at: $0.startNanoseconds) }
    let events = names(lanes.count, subject) + jobs + flows(timeline, lanes) + counters
    return try JSONCodec.text(["displayTimeUnit": "ms", "traceEvents": events] as JSON.Object, .line)
  }

  private static func names(_ count: Int, _ subject: RecordedSubject) -> [JSON.Object] {
    let title =
      "\(subject.workspace): \(subject.target)" + (subject.configuration.isEmpty ? "" : ", \(subject.configuration)")
    return [["args": ["name": title], "name": "process_name", "ph": "M", "pid": 1]]
      + (0..<count).flatMap { lane -> [JSON.Object] in
        [
          ["args": ["name": "lane \(lane + 1)"], "name": "thread_name", "ph": "M", "pid": 1, "tid": lane + 1],
          ["args": ["sort_index": lane], "name": "thread_sort_index", "ph": "M", "pid": 1, "tid": lane + 1],
        ]
      }
  }

  private static func event(of job: JobTiming, lane: Int, hasCPUTimes: Bool) -> JSON.Object {
    let arguments: JSON.Object = [
      "cpuSeconds": hasCPUTimes ? job.cpuMicroseconds.fromMicroseconds : nil,
      "files": job.files.isEmpty ? nil : job.files.joined(separator: ", "), "output": job.output,
      "peakBytes": job.peakBytes, "step": job.step.isEmpty ? nil : job.step,
    ]
    return [
      "args": arguments, "cat": job.kind.rawValue, "dur": microseconds(job.span.nanoseconds),
      "name": (job.module.map { $0.label + ": " } ?? "") + job.kind.title, "ph": "X", "pid": 1, "tid": lane + 1,
      "ts": microseconds(job.span.startNanoseconds),
    ]
  }

  /// Flow events from the last job of a dependency to the first job of its dependent, if the dependency ended before.
  private static func flows(_ timeline: Timeline, _ lanes: Lanes) -> [JSON.Object] {
    let jobs = timeline.jobs
    var first: [BuiltModule: Int] = [:]
    var byEnd: [BuiltModule: [Int]] = [:]
    for (index, job) in jobs.enumerated() {
      guard let module = job.module else { continue }
      if first[module] == nil { first[module] = index }
      byEnd[module, default: []].append(index)
    }
    // Of several that end at the same time, the first one counts.
    byEnd = byEnd.mapValues { $0.sorted { (jobs[$0].span.endNanoseconds, $1) < (jobs[$1].span.endNanoseconds, $0) } }
    var flows: [JSON.Object] = []
    for module in timeline.modules {
      guard let first = first[module.module] else { continue }
      let start = jobs[first].span.startNanoseconds
      for dependency in module.dependencies {
        guard let own = byEnd[dependency] else { continue }
        let count = own.partitioningIndex { jobs[$0].span.endNanoseconds > start }
        guard count > 0 else { continue }
        let last = own[count - 1]
        let id = flows.count / 2 + 1
        // The start must be within its slice.
        let end = max(jobs[last].span.startNanoseconds, jobs[last].span.endNanoseconds - 1000)
        flows.append(flow("s", id: id, at: end, lane: lanes.places[last]))
        flows.append(flow("f", id: id, at: start, lane: lanes.places[first]) + ["bp": "e"])
      }
    }
    return flows
  }

  private static func flow(_ phase: String, id: Int, at time: Int, lane: Int) -> JSON.Object {
    [
      "cat": "dependency", "id": id, "name": "dependency", "ph": phase, "pid": 1, "tid": lane + 1,
      "ts": microseconds(time),
    ]
  }

  private static func counter(_ name: String, _ value: some Encodable, at time: Int) -> JSON.Object {
    ["args": ["value": value] as JSON.Object, "name": name, "ph": "C", "pid": 1, "tid": 0, "ts": microseconds(time)]
  }

  private static func microseconds(_ nanoseconds: Int) -> Double { Double(nanoseconds) / 1000 }
}

/// Rows without overlapping jobs: each job is in the first row that is free.
private struct Lanes {
  private(set) var places: [Int] = []
  private(set) var count = 0

  /// - Parameter jobs: sorted by start.
  init(_ jobs: [JobTiming]) {
    var (taken, free) = (PieceQueue(), PieceQueue())
    for job in jobs {
      while let first = taken.first, first.key <= Double(job.span.startNanoseconds) {
        if let lane = taken.removeFirst()?.piece { free.insert(lane, key: 0) }
      }
      let lane = free.removeFirst()?.piece ?? count
      count = max(count, lane + 1)
      taken.insert(lane, key: Double(job.span.endNanoseconds))
      places.append(lane)
    }
  }
}

extension Job.Kind {
  var title: String {
    switch self {
    case .plan: "driver"
    case .emitModule: "emit module"
    case .compile: "compile"
    case .link: "link"
    case .wrap: "wrap module"
    case .macroPlugin: "macros"
    case .cCompile: "compile C"
    case .scan: "scan imports"
    case .other: "other"
    }
  }
}
