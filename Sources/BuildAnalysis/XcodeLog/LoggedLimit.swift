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

extension Timeline {
  /// From this part of the time on, something limits a build.
  private static let limitingShare = 0.35

  /// Causes whose parts of the time differ by less than this share of the larger one are about equal.
  private static let similarShare = 0.1

  /// The cause that the largest part of the time can be assigned to, and one that is so close to it that another build may
  /// say that instead; `nothing` if the part may be too small for any.
  package var loggedLimit: (largest: LoggedLimit, rival: LoggedLimit?) {
    let causes = loggedCauses.sorted { $0.seconds > $1.seconds }
    let least = Self.limitingShare * span.seconds
    guard let largest = causes.first, largest.seconds >= least else { return (.nothing, nil) }
    let close = (1 - Self.similarShare) * largest.seconds
    return (largest.limit, close < least ? .nothing : causes.dropFirst().first { $0.seconds > close }?.limit)
  }

  private var loggedCauses: [(seconds: Double, limit: LoggedLimit)] {
    var causes: [(seconds: Double, limit: LoggedLimit)] = []
    let compiles = jobs.filter { LoggedPhase(step: $0.step).compiles }
    let first = compiles.map(\.span.startSeconds).min() ?? span.seconds
    causes.append((first, .planning(seconds: first)))
    if let script = loneScript {
      causes.append((script.seconds, .script(module: script.module, seconds: script.seconds)))
    }
    let full = busyWith(atLeast: lanes)
    causes.append((full, .cores(seconds: full)))
    let path = criticalPath.workNanoseconds.asSeconds
    if !criticalPath.pieces.isEmpty {
      let longest = criticalPath.pieces.max { $0.workNanoseconds < $1.workNanoseconds }?.module
      // What is not on the path of a build that uses its cores ran beside it.
      causes.append((path * 0.9, .criticalPath(seconds: path, module: longest)))
    }
    let waits = Dictionary(grouping: starvedWindows) { $0.waitedFor }
    for (module, windows) in waits where modules.count > 1 {
      guard let module else { continue }
      let seconds = windows.reduce(0) { $0 + $1.span.seconds }
      causes.append((seconds, .module(module, seconds: seconds)))
    }
    return causes
  }

  /// The scripts of the module that ran longest while nothing else did.
  private var loneScript: (module: BuiltModule?, seconds: Double)? {
    let others = jobs.filter { LoggedPhase(step: $0.step) != .scripts }.map(\.span).sorted().union
    let scripts = jobs.filter { LoggedPhase(step: $0.step) == .scripts }
    let alone = Dictionary(grouping: scripts, by: \.module).mapValues { jobs in
      jobs.map(\.span).sorted().union.reduce(0.0) { sum, span in
        let beside = others.filter {
          $0.endNanoseconds > span.startNanoseconds && $0.startNanoseconds < span.endNanoseconds
        }
        return sum + span.without(beside).reduce(0) { $0 + $1.seconds }
      }
    }
    return alone.max { ($0.value, $1.key?.name ?? "") < ($1.value, $0.key?.name ?? "") }.map { ($0.key, $0.value) }
  }

  /// How long at least so many processes ran that take the place of a core.
  private func busyWith(atLeast count: Int) -> Double {
    let busy = StepFunction(adding: jobs.filter { $0.kind != .other }.map { (span: $0.span, value: 1) })
    return busy.stretches.reduce(0) { $0 + ($1.value >= max(2, count) ? $1.span.seconds : 0) }
  }
}
