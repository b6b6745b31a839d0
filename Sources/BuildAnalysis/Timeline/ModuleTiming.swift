package import ModuleGraph

/// The costs and waiting times of one module in one build.
package struct ModuleTiming: Equatable, Sendable {
  package let module: BuiltModule
  /// The module's id in the graph; `nil` if it is not there.
  package let id: ModuleID?
  /// The built modules that it depends on, directly or through modules that were not built; sorted.
  package let dependencies: [BuiltModule]

  /// From the start of its first process to the end of its last one, including linking.
  package let span: Span
  /// The parts of the span during which at least one of its processes ran: disjoint, sorted. There is a gap between
  /// processes, for example, before the module is wrapped for debuggers.
  package let active: [Span]
  /// User and system time of its processes.
  package let cpuMicroseconds: Int
  /// Whether that is known; if not, it is 0.
  package let hasCPUTime: Bool
  /// The peak memory of its largest single process.
  package let peakBytes: Int?

  /// The time from the start of the build's first compile process to the end of the last dependency. The start of that
  /// process and the three waiting times add up to `span.startNanoseconds`.
  package let waitingForDependenciesNanoseconds: Int
  /// The part of the time after that during which all of the builder's lanes were taken.
  package let waitingForCoreNanoseconds: Int
  /// The part of the time after that during which a lane was free, because of the builder itself or of a dependency
  /// that is not in the graph.
  package let waitingForOtherNanoseconds: Int

  /// The span of each `-emit-module` process, sorted by start.
  package let emitModule: [Span]
  /// The span of each process that compiled Swift or C, sorted by start.
  package let compile: [Span]
  package let link: [Span]

  /// The number of compiled files; `nil` if the arguments do not name them, as in whole-module compilation.
  package let compiledFiles: Int?
  /// Physical lines of the module, from the graph.
  package let lines: Int?
  /// CPU seconds per 1,000 lines; `nil` if only some files were compiled.
  package let cpuSecondsPerThousandLines: Double?

  /// The time at which its dependents could start in this build; `nil` if nothing was compiled.
  package let unblockedNanoseconds: Int?
  /// The earliest time at which they could have started: the end of the last `-emit-module`; `nil` if there was none,
  /// as in optimized builds.
  package let emittedNanoseconds: Int?

  /// How much longer it could have taken without lengthening the longest chain; 0 on the critical path.
  package let slackNanoseconds: Int
  /// How much earlier the build would have ended if this module cost nothing, except for the work that its compilers do
  /// for all modules; `nil` if not predicted (see `Timeline.replay`).
  package let predictedGain: PredictedGain?

  /// `nil` if it is not known.
  package var cpuSeconds: Double? { hasCPUTime ? Double(cpuMicroseconds) / 1e6 : nil }

  /// The time during which at least one of its processes ran.
  package var wallNanoseconds: Int { active.nanoseconds }
}
