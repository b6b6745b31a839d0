package import BuildAnalysis
import BuildTrace

/// The trace event format that Perfetto and Chrome's tracing page read: times in µs, one row for each lane.
///
/// Google, “Trace Event Format”: complete events (`X`), names (`M`), counters (`C`), and flows (`s`, `f`) from a module
/// to each dependent.
package enum ChromeTrace {
  /// - Complexity: O(*n* log *n*) in jobs, plus dependencies.
  package static func text(_ timeline: Timeline, of subject: RecordedSubject) -> String {
    let lanes = Lanes(timeline.jobs)
    var file = EventFile()
    addNames(lanes.count, subject, to: &file)
    for (job, lane) in zip(timeline.jobs, lanes.places) {
      file.append(event(of: job, lane: lane, hasCPUTimes: timeline.hasCPUTimes))
    }
    addFlows(timeline, lanes, to: &file)
    func addCounter(_ name: String, at start: Int, _ value: (inout JSONLine) -> Void) {
      file.append(event(name, "C", arguments: .with(value), at: start, lane: 0))
    }
    for step in timeline.busyJobs.steps {
      addCounter("busy jobs", at: step.startNanoseconds) { $0.append("value", step.value) }
    }
    for step in timeline.coresInUse.steps {
      addCounter("cores in use", at: step.startNanoseconds) { $0.append("value", step.value) }
    }
    return file.text
  }

  /// An event; the keys of each are sorted.
  private static func event(
    _ name: String, _ phase: String, arguments: JSONLine? = nil, category: String? = nil, at start: Int? = nil,
    duration: Int? = nil, lane: Int? = nil, id: Int? = nil, isEnclosing: Bool = false
  ) -> JSONLine {
    var line = JSONLine()
    if let arguments { line.append("args", arguments) }
    if isEnclosing { line.append("bp", "e") }
    if let category { line.append("cat", category) }
    if let duration { line.append("dur", thousandths: duration) }
    if let id { line.append("id", id) }
    line.append("name", name)
    line.append("ph", phase)
    line.append("pid", 1)
    if let lane { line.append("tid", lane) }
    if let start { line.append("ts", thousandths: start) }
    return line
  }

  private static func addNames(_ count: Int, _ subject: RecordedSubject, to file: inout EventFile) {
    let title =
      "\(subject.workspace): \(subject.target)" + (subject.configuration.isEmpty ? "" : ", \(subject.configuration)")
    file.append(event("process_name", "M", arguments: .with { $0.append("name", title) }))
    for lane in 0..<count {
      let name = JSONLine.with { $0.append("name", "lane \(lane + 1)") }
      file.append(event("thread_name", "M", arguments: name, lane: lane + 1))
      let index = JSONLine.with { $0.append("sort_index", lane) }
      file.append(event("thread_sort_index", "M", arguments: index, lane: lane + 1))
    }
  }

  private static func event(of job: JobTiming, lane: Int, hasCPUTimes: Bool) -> JSONLine {
    var arguments = JSONLine()
    if hasCPUTimes { arguments.append("cpuSeconds", job.cpuMicroseconds.fromMicroseconds) }
    if !job.files.isEmpty { arguments.append("files", job.files.joined(separator: ", ")) }
    if let output = job.output { arguments.append("output", output) }
    if let peak = job.peakBytes { arguments.append("peakBytes", peak) }
    if !job.step.isEmpty { arguments.append("step", job.step) }
    let title = (job.module.map { $0.label + ": " } ?? "") + job.kind.title
    return event(
      title, "X", arguments: arguments, category: job.kind.rawValue, at: job.span.startNanoseconds,
      duration: job.span.nanoseconds, lane: lane + 1)
  }

  /// Flow events from the last job of a dependency to the first job of its dependent, if the dependency ended before.
  private static func addFlows(_ timeline: Timeline, _ lanes: Lanes, to file: inout EventFile) {
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
    var id = 0
    for module in timeline.modules {
      guard let first = first[module.module] else { continue }
      let start = jobs[first].span.startNanoseconds
      for dependency in module.dependencies {
        guard let own = byEnd[dependency] else { continue }
        let count = own.partitioningIndex { jobs[$0].span.endNanoseconds > start }
        guard count > 0 else { continue }
        let last = own[count - 1]
        id += 1
        // The start must be within its slice.
        let end = max(jobs[last].span.startNanoseconds, jobs[last].span.endNanoseconds - 1000)
        file.append(event("dependency", "s", category: "dependency", at: end, lane: lanes.places[last] + 1, id: id))
        file.append(
          event(
            "dependency", "f", category: "dependency", at: start, lane: lanes.places[first] + 1, id: id,
            isEnclosing: true))
      }
    }
  }
}

extension JSONLine {
  fileprivate static func with(_ append: (inout JSONLine) -> Void) -> JSONLine {
    var line = JSONLine()
    append(&line)
    return line
  }
}

/// The file with its events, which are written at once: there are several for each process of a build.
private struct EventFile {
  private var bytes = Array(#"{"displayTimeUnit":"ms","traceEvents":["#.utf8)
  private var isEmpty = true

  mutating func append(_ event: JSONLine) {
    if !isEmpty { bytes.append(UInt8(ascii: ",")) }
    isEmpty = false
    event.append(to: &bytes)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) + "]}\n" }
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
