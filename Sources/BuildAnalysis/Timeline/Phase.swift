import ModuleGraph

/// A phase of a build's wall time. The phases of a build are contiguous.
package struct Phase: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// From the build's start to the end of the last process that compiles or links a manifest; absent if all manifests
    /// were in SwiftPM's cache.
    case manifests
    /// To the end of the last process that compiles or links a plugin before anything else is compiled: SwiftPM runs
    /// plugins before it plans the build.
    case plugins
    /// To the start of the first process that compiles a module other than a plugin: `swift build` plans the build.
    case beforeFirstCompile
    /// To the end of the last compile process.
    case compile
    /// To the end of the last link process.
    case link
    /// To the build's end.
    case afterLastJob
  }

  package let kind: Kind
  package let span: Span
  /// The time during which no recorded process ran. While compiling and linking, the reason is unknown; in other
  /// phases, it is `swift build` itself.
  package let idleNanoseconds: Int
}

extension Phase {
  /// The phases of a build, delimited by its processes.
  ///
  /// - Parameter busyJobs: the number of working jobs over time.
  static func all(of tasks: ModuleTasks, busyJobs: StepFunction<Int>) -> [Phase] {
    let tree = tasks.tree
    let modules = tree.jobs.filter { $0.module != nil }
    let compiles = modules.filter(\.compiles)
    let plugins = Set(zip(tasks.built.modules, tasks.built.found).compactMap { $1?.kind == .plugin ? $0 : nil })
    // SwiftPM compiles plugins first, since it needs their output for planning.
    let isPlugin = { (job: JobTiming) in job.module.map(plugins.contains) == true }
    let starts = compiles.filter { !isPlugin($0) }.map(\.span.startNanoseconds)
    let first = starts.min() ?? compiles.map(\.span.startNanoseconds).min() ?? tree.span.endNanoseconds
    let early = { (jobs: [JobTiming]) in jobs.map(\.span.endNanoseconds).filter { $0 <= first }.max() ?? 0 }
    let manifests = early(tree.manifests.map { tree.jobs[$0] })
    let planning = max(manifests, early(modules.filter(isPlugin)))
    // A driver may continue with linking after compiling.
    let compiled = compiles.filter { $0.kind != .plan }.map(\.span.endNanoseconds).max() ?? first
    let links = tree.jobs.filter { $0.kind == .link && $0.span.startNanoseconds >= first }
    let linked = max(compiled, links.map(\.span.endNanoseconds).max() ?? compiled)
    let busy = Area(under: busyJobs) { $0 > 0 ? 1 : 0 }
    let bounds = [0, manifests, planning, first, max(first, compiled), max(first, linked), tree.span.endNanoseconds]
    return zip(Kind.allCases, zip(bounds, bounds.dropFirst())).compactMap { kind, bounds in
      let span = Span(bounds.0, bounds.1)
      guard span.nanoseconds > 0 else { return nil }
      return Phase(kind: kind, span: span, idleNanoseconds: span.nanoseconds - Int(busy(in: span)))
    }
  }
}

extension JobTiming {
  fileprivate var compiles: Bool { [.plan, .emitModule, .compile, .cCompile, .scan].contains(kind) }
}
