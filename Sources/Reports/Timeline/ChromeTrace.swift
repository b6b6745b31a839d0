package import BuildAnalysis
import BuildTrace
import Documents

/// The trace event format that Perfetto and Chrome's tracing page read: times in µs, one row for each lane.
///
/// Google, “Trace Event Format”: complete events (`X`), names (`M`), counters (`C`), and flows (`s`, `f`) from a module
/// to each dependent.
package enum ChromeTrace {
  private struct File: Encodable {
    let displayTimeUnit = "ms"
    let traceEvents: [Event]
  }

  private struct Event: Encodable {
    let name: String
    let ph: String
    var cat: String?
    var ts: Double?
    var dur: Double?
    let pid = 1
    var tid: Int?
    var id: Int?
    var bp: String?
    var args: [String: Argument]?
  }

  private enum Argument: Encodable {
    case text(String)
    case number(Double)

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      }
    }
  }

  /// - Complexity: O(jobs · lanes + dependencies).
  package static func text(_ timeline: Timeline, of subject: RecordedSubject) throws -> String {
    let lanes = Lanes(timeline.jobs)
    let events =
      names(lanes.count, subject)
      + zip(timeline.jobs, lanes.places).map { job($0, lane: $1, hasCPUTimes: timeline.hasCPUTimes) }
      + flows(timeline, lanes)
      + counter("busy jobs", timeline.busyJobs.steps.map { ($0.startNanoseconds, Double($0.value)) })
      + counter("cores in use", timeline.coresInUse.steps.map { ($0.startNanoseconds, $0.value) })
    return try JSONCodec.text(File(traceEvents: events), .line)
  }

  private static func names(_ count: Int, _ subject: RecordedSubject) -> [Event] {
    let title =
      "\(subject.workspace): \(subject.target)" + (subject.configuration.isEmpty ? "" : ", \(subject.configuration)")
    let lanes = (0..<count).flatMap { lane -> [Event] in
      [
        Event(name: "thread_name", ph: "M", tid: lane + 1, args: ["name": .text("lane \(lane + 1)")]),
        Event(name: "thread_sort_index", ph: "M", tid: lane + 1, args: ["sort_index": .number(Double(lane))]),
      ]
    }
    return [Event(name: "process_name", ph: "M", args: ["name": .text(title)])] + lanes
  }

  private static func job(_ job: JobTiming, lane: Int, hasCPUTimes: Bool) -> Event {
    var arguments: [String: Argument] = [:]
    if hasCPUTimes { arguments["cpuSeconds"] = .number(job.cpuMicroseconds.fromMicroseconds) }
    if !job.step.isEmpty { arguments["step"] = .text(job.step) }
    if !job.files.isEmpty { arguments["files"] = .text(job.files.joined(separator: ", ")) }
    if let peak = job.peakBytes { arguments["peakBytes"] = .number(Double(peak)) }
    if let output = job.output { arguments["output"] = .text(output) }
    let title = [job.module?.label, job.kind.title].compactMap { $0 }.joined(separator: ": ")
    return Event(
      name: title, ph: "X", cat: job.kind.rawValue, ts: job.span.startNanoseconds.inMicroseconds,
      dur: job.span.nanoseconds.inMicroseconds, tid: lane + 1, args: arguments)
  }

  /// Flow events from the last job of a dependency to the first job of its dependent, if the dependency ended before.
  private static func flows(_ timeline: Timeline, _ lanes: Lanes) -> [Event] {
    var jobs: [BuiltModule: [Int]] = [:]
    for (index, job) in timeline.jobs.enumerated() {
      if let module = job.module { jobs[module, default: []].append(index) }
    }
    var events: [Event] = []
    for module in timeline.modules {
      guard let first = jobs[module.module]?.first else { continue }
      let start = timeline.jobs[first].span.startNanoseconds
      for dependency in module.dependencies {
        let ended = jobs[dependency]?.filter { timeline.jobs[$0].span.endNanoseconds <= start } ?? []
        guard
          let last = ended.max(by: { timeline.jobs[$0].span.endNanoseconds < timeline.jobs[$1].span.endNanoseconds })
        else { continue }
        let id = events.count / 2 + 1
        // The start must be within its slice.
        let end = max(timeline.jobs[last].span.startNanoseconds, timeline.jobs[last].span.endNanoseconds - 1000)
        events.append(
          Event(
            name: "dependency", ph: "s", cat: "dependency", ts: end.inMicroseconds, tid: lanes.places[last] + 1, id: id)
        )
        events.append(
          Event(
            name: "dependency", ph: "f", cat: "dependency", ts: start.inMicroseconds, tid: lanes.places[first] + 1,
            id: id, bp: "e"))
      }
    }
    return events
  }

  private static func counter(_ name: String, _ steps: [(nanoseconds: Int, value: Double)]) -> [Event] {
    steps.map { step in
      Event(name: name, ph: "C", ts: step.nanoseconds.inMicroseconds, tid: 0, args: ["value": .number(step.value)])
    }
  }
}

/// Rows without overlapping jobs, except for jobs within the one that started them.
private struct Lanes {
  private(set) var places: [Int] = []
  private(set) var count = 0

  init(_ jobs: [JobTiming]) {
    // When each row becomes free; jobs are sorted by start.
    var ends: [Int] = []
    for job in jobs {
      let lane = ends.firstIndex { $0 <= job.span.startNanoseconds } ?? ends.count
      if lane == ends.count { ends.append(0) }
      ends[lane] = job.span.endNanoseconds
      places.append(lane)
    }
    count = ends.count
  }
}

extension Int {
  fileprivate var inMicroseconds: Double { Double(self) / 1e3 }
}

extension Job.Kind {
  /// The display name.
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
