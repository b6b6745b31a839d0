package import BuildTrace
import ModuleGraph

/// The processes of a build as a tree, with times from the build's start.
package struct JobTree: Sendable {
  /// Sorted by start; a process comes after the one that started it. The module is missing if the process does not name
  /// it.
  package private(set) var jobs: [JobTiming]
  /// The span of the whole build.
  package let span: Span
  /// Whether the processes are steps of a log.
  let isLogged: Bool
  let hasCPUTimes: Bool
  /// The indices of processes that compiled or linked manifests.
  package private(set) var manifests: [Int] = []
  /// The number of processes that were partly or entirely outside the build's time span.
  let outside: Int
  /// The number of processes that name a process that started them, but that the trace does not contain.
  let orphans: Int

  /// The indices of the processes that each one started, sorted by start.
  package let children: [[Int]]

  /// Creates the tree of a changed build, whose processes have the spans of the recorded processes from which they are
  /// derived.
  /// - Parameters:
  ///   - jobs: each after the one that started it.
  ///   - manifests: indices of processes that compile or link manifests.
  package init(changed jobs: [JobTiming], manifests: [Int], span: Span) {
    self.jobs = jobs
    self.manifests = manifests
    self.span = span
    (outside, orphans) = (0, 0)
    (isLogged, hasCPUTimes) = (false, true)
    children = Self.children(jobs.map(\.driver))
  }

  package init(_ trace: BuildTrace) {
    isLogged = trace.header.logged != nil
    hasCPUTimes = trace.header.logged?.hasCPUTimes ?? true
    let zero = trace.supervised?.startNanoseconds ?? trace.header.startNanoseconds
    let last = trace.supervised?.endNanoseconds ?? trace.events.reduce(zero) { max($0, $1.endNanoseconds) }
    span = Span(0, max(last, zero) - zero)
    let events = trace.events.filter { $0.startNanoseconds < last && $0.endNanoseconds >= zero }
    outside =
      trace.events.count - events.count
      + events.count { $0.startNanoseconds < zero || $0.endNanoseconds > last }
    // If two processes have the same start, the one that ended later may have started the other.
    let sorted = events.sorted {
      ($0.startNanoseconds, -$0.endNanoseconds, $0.processID) < ($1.startNanoseconds, -$1.endNanoseconds, $1.processID)
    }
    let known = Set(trace.events.map(\.processID))
    orphans = events.count { $0.parentProcessID.map { !known.contains($0) } ?? false }
    let drivers = Self.drivers(of: sorted)
    let children = Self.children(drivers)
    self.children = children
    let spans = sorted.map { Span(max($0.startNanoseconds, zero) - zero, min($0.endNanoseconds, last) - zero) }
    jobs = sorted.indices.map { index in
      let below = children[index].lazy.filter { sorted[$0].job.kind != .macroPlugin }.map { spans[$0] }
      return JobTiming(
        sorted[index], span: spans[index],
        working: sorted[index].job.kind == .macroPlugin ? [] : spans[index].without(below),
        cpuMicroseconds: children[index].reduce(sorted[index].cpuMicroseconds) { $0 - sorted[$1].cpuMicroseconds },
        driver: drivers[index], step: trace.header.logged == nil ? "" : sorted[index].program)
    }
    nameModules()
  }

  /// The indices of the processes that each process started, ascending.
  private static func children(_ drivers: [Int?]) -> [[Int]] {
    var children = [[Int]](repeating: [], count: drivers.count)
    for (index, driver) in drivers.enumerated() {
      if let driver { children[driver].append(index) }
    }
    return children
  }

  /// The index of the process that started each one. The system may reuse the id of a process that has ended.
  private static func drivers(of events: [CompilerEvent]) -> [Int?] {
    var latest: [Int: Int] = [:]
    return events.enumerated().map { index, event in
      defer { latest[event.processID] = index }
      guard let driver = event.parentProcessID.flatMap({ latest[$0] }) else { return nil }
      return events[driver].endNanoseconds > event.startNanoseconds ? driver : nil
    }
  }

  /// Processes started by a driver belong to the driver's module, unless they name their own. Manifests belong to no
  /// module.
  private mutating func nameModules() {
    var isManifest = jobs.map { job in job.compilesManifest(driver: job.driver.map { jobs[$0] }) }
    for index in jobs.indices.reversed() where isManifest[index] {
      if let driver = jobs[index].driver { isManifest[driver] = true }
    }
    for index in jobs.indices {
      let driver = jobs[index].driver
      if isManifest[index] || driver.map({ isManifest[$0] }) == true {
        isManifest[index] = true
        manifests.append(index)
        jobs[index].module = nil
      } else if let driver, jobs[index].module == nil || jobs[index].kind == .other {
        jobs[index].module = jobs[driver].module ?? jobs[index].module
      }
    }
  }

  /// Assigns linkers, and the drivers that only link, to the modules that their outputs are of. Their own words are about the product,
  /// whose name may be another one.
  /// - Parameter module: the module that an output is of; `nil` if it is not known.
  mutating func nameLinkers(_ module: (String) -> BuiltModule?) {
    for index in jobs.indices where jobs[index].kind == .link {
      guard let found = jobs[index].output.flatMap(module) else { continue }
      jobs[index].module = found
      guard let driver = jobs[index].driver,
        children[driver].allSatisfy({ [.link, .other].contains(jobs[$0].kind) })
      else { continue }
      for job in [driver] + children[driver] { jobs[job].module = found }
    }
  }
}

extension CompilerEvent {
  fileprivate var cpuMicroseconds: Int { userMicroseconds + systemMicroseconds }
}

extension Span {
  /// The parts of the span that others do not cover; all sorted by start.
  func without(_ others: some Sequence<Span>) -> [Span] {
    var left: [Span] = []
    var time = startNanoseconds
    for other in others {
      if other.startNanoseconds > time { left.append(Span(time, min(other.startNanoseconds, endNanoseconds))) }
      time = max(time, other.endNanoseconds)
    }
    if time < endNanoseconds { left.append(Span(time, endNanoseconds)) }
    return left
  }
}

extension JobTiming {
  /// SwiftPM lets a driver make the program `IDENTITY-manifest` of a manifest (`Package.swift` or `Package@swift-6.0.swift`). The
  /// module is `main`, but `grdb` for the identity `grdb.swift`: the driver names it like the output without its extension.
  fileprivate func compilesManifest(driver: JobTiming?) -> Bool {
    guard kind == .compile, files.count == 1, let file = files.first else { return false }
    guard file == "Package.swift" || file.hasPrefix("Package@swift-") else { return false }
    return module?.name == "main" || driver?.output?.hasSuffix("-manifest") == true
  }

  fileprivate init(
    _ event: CompilerEvent, span: Span, working: [Span], cpuMicroseconds: Int, driver: Int?, step: String
  ) {
    let job = event.job
    self.init(
      module: job.module.map { BuiltModule(name: $0, isTool: job.isTool) }, kind: job.kind, span: span,
      working: working, cpuMicroseconds: max(0, cpuMicroseconds), peakBytes: event.peakBytes, files: job.files,
      fileCount: job.fileCount, writtenObjects: job.writtenObjects, output: job.output, driver: driver,
      succeeded: event.termination.map { $0 == .exited(code: 0) }, step: step)
  }
}
