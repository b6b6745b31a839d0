/// What limited a build that was read from a log.
package enum LoggedLimit: Sendable, Hashable {
  /// Nothing was compiled before this time.
  case planning(seconds: Double)
  /// While only this module's scripts ran.
  case script(module: BuiltModule?, seconds: Double)
  /// While as many processes ran as ever at once.
  case cores(seconds: Double)
  /// The work on the critical path, and its longest module.
  case criticalPath(seconds: Double, module: BuiltModule?)
  /// While everything waited for one module.
  case module(BuiltModule, seconds: Double)
  /// Nothing for a large part of the time.
  case nothing
}

/// What limited a build that was read from a log, and what is so close to it that another build may say that instead.
package struct LoggedLimits: Sendable, Hashable {
  /// The cause that the largest part of the time can be assigned to.
  package let largest: LoggedLimit
  /// `nothing` if the part may be too small for any; `nil` if nothing is close.
  package let rival: LoggedLimit?

  /// From this part of the time on, something limits a build.
  private static let limitingShare = 0.35

  /// Causes whose parts of the time differ by less than this share of the larger one are about equal.
  private static let similarShare = 0.1

  /// - Parameters:
  ///   - modules: the number of modules that were built.
  ///   - cores: the largest number of compilers and linkers that ran at once.
  /// - Complexity: O(*n* log *n*) in jobs.
  init(
    _ jobs: [JobTiming], span: Span, modules: Int, cores: Int, path: CriticalPath, windows: [StarvedWindow]
  ) {
    var causes: [(seconds: Double, limit: LoggedLimit)] = []
    let phases = jobs.map { LoggedPhase(step: $0.step) }
    let first = zip(jobs, phases).lazy.filter { $1.compiles }.map(\.0.span.startSeconds).min() ?? span.seconds
    causes.append((first, .planning(seconds: first)))
    if let script = Self.loneScript(jobs, phases) {
      causes.append((script.seconds, .script(module: script.module, seconds: script.seconds)))
    }
    let full = Self.busy(jobs, with: cores)
    causes.append((full, .cores(seconds: full)))
    let work = path.workNanoseconds.asSeconds
    if !path.pieces.isEmpty {
      let longest = path.pieces.max { $0.workNanoseconds < $1.workNanoseconds }?.module
      // What is not on the path of a build that uses its cores ran beside it.
      causes.append((work * 0.9, .criticalPath(seconds: work, module: longest)))
    }
    let waits = Dictionary(grouping: windows) { $0.waitedFor }
    for (module, windows) in waits where modules > 1 {
      guard let module else { continue }
      let seconds = windows.reduce(0) { $0 + $1.span.seconds }
      causes.append((seconds, .module(module, seconds: seconds)))
    }
    // Among equal causes of modules, the first by its name.
    causes.sort { ($1.seconds, $0.limit.order) < ($0.seconds, $1.limit.order) }
    let least = Self.limitingShare * span.seconds
    guard let largest = causes.first, largest.seconds >= least else {
      (self.largest, rival) = (.nothing, nil)
      return
    }
    let close = (1 - Self.similarShare) * largest.seconds
    self.largest = largest.limit
    rival = close < least ? .nothing : causes.dropFirst().first { $0.seconds > close }?.limit
  }

  /// The scripts of the module that ran longest while nothing else did.
  private static func loneScript(
    _ jobs: [JobTiming], _ phases: [LoggedPhase]
  ) -> (module: BuiltModule?, seconds: Double)? {
    let isScript = phases.map { $0 == .scripts }
    let others = StepFunction(
      adding: zip(jobs, isScript).lazy.filter { !$1 }.map { (span: $0.0.span, value: 1) })
    let covered = Area(under: others) { $0 > 0 ? 1 : 0 }
    let scripts = zip(jobs, isScript).lazy.filter { $1 }.map(\.0)
    let alone = Dictionary(grouping: scripts, by: \.module).mapValues { jobs in
      jobs.map(\.span).sorted().union.reduce(0.0) { $0 + (Double($1.nanoseconds) - covered(in: $1)) / 1e9 }
    }
    return alone.max { ($0.value, $1.key?.name ?? "") < ($1.value, $0.key?.name ?? "") }.map { ($0.key, $0.value) }
  }

  /// How long at least so many processes ran that take the place of a core.
  private static func busy(_ jobs: [JobTiming], with count: Int) -> Double {
    let busy = StepFunction(
      adding: jobs.lazy.filter { $0.kind.takesCore(step: $0.step) }.map { (span: $0.span, value: 1) })
    return busy.stretches.reduce(0) { $0 + ($1.value >= max(2, count) ? $1.span.seconds : 0) }
  }
}

extension LoggedLimit {
  fileprivate var order: String {
    if case .module(let module, _) = self { module.label } else { "" }
  }
}
