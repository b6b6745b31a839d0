package import ModuleGraph

/// The cost of one module in one build, and its waits.
package struct ModuleTiming: Equatable, Sendable {
  package let module: BuiltModule
  /// The module in the graph; `nil` if it is not there.
  package let id: ModuleID?
  /// The built modules that it waited for before it was compiled, directly or through modules that were not built;
  /// sorted.
  package let dependencies: [BuiltModule]

  /// From the start of its first process to the end of its last, linking included.
  package let span: Span
  /// The time during which at least one of its processes ran: less than its span if the builder left a gap, as it does
  /// before it wraps a module for debuggers.
  package let wallNanoseconds: Int
  /// User and system time of its processes, each counted once.
  package let cpuMicroseconds: Int
  /// The peak memory of its largest single process.
  package let peakBytes: Int?

  /// From the first process that compiled anything in this build until the last dependency was finished. That process's
  /// start and the three waits add up to `span.startNanoseconds`.
  package let waitingForDependenciesNanoseconds: Int
  /// The part after that during which all of the builder's lanes were taken.
  package let waitingForCoreNanoseconds: Int
  /// The part after that during which a lane was free: the builder itself, or a dependency that is not in the graph.
  package let waitingForOtherNanoseconds: Int

  /// The span of each process, sorted by start.
  package let emitModule: [Span]
  /// The span of each process that compiled Swift or C, sorted by start.
  package let compile: [Span]
  package let link: [Span]

  /// The number of compiled files; `nil` if the arguments did not tell, as when a whole module is compiled at once.
  package let compiledFiles: Int?
  /// Physical lines of the module, from the graph.
  package let lines: Int?
  /// `cpuMicroseconds` in seconds per 1,000 `lines`; `nil` if not all files were compiled.
  package let cpuSecondsPerThousandLines: Double?

  /// When its dependents could start in this build; `nil` if nothing was compiled.
  package let unblockedNanoseconds: Int?
  /// When they could have started: the end of the last `-emit-module`; `nil` if there was none, as in optimized builds.
  package let emittedNanoseconds: Int?

  /// How much longer it could have worked without lengthening the longest chain; 0 on the critical path.
  package let slackNanoseconds: Int
  /// How much earlier the build would have ended if this module cost nothing; `nil` if that was not predicted
  /// (`Timeline.replay` says why).
  package let predictedGain: PredictedGain?
}
