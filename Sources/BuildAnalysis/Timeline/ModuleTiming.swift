package import ModuleGraph

/// What one module cost in one build, and what it waited for.
package struct ModuleTiming: Equatable, Sendable {
  package let module: BuiltModule
  /// The module in the graph; `nil` where the graph does not have it.
  package let id: ModuleID?
  /// The built modules whose ends this build waited for before it compiled this one, directly or through modules that
  /// were not built; sorted.
  package let dependencies: [BuiltModule]

  /// From its first process to its last, linking among them.
  package let span: Span
  /// For how long at least one of its processes ran: less than its span where the builder left a gap, as it does before
  /// it wraps a module for debuggers.
  package let wallNanoseconds: Int
  /// User and system time of its processes, each counted once.
  package let cpuMicroseconds: Int
  /// Of its largest single process.
  package let peakBytes: Int?

  /// From the first process that compiled anything in this build to the moment the last dependency was done.
  /// The three waits and that moment add up to `span.startNanoseconds`.
  package let waitingForDependenciesNanoseconds: Int
  /// After that, while as many processes ran as the builder starts at once.
  package let waitingForCoreNanoseconds: Int
  /// After that, although a place was free: the builder itself, or a dependency that the graph does not have.
  package let waitingForOtherNanoseconds: Int

  /// Of each process, by start.
  package let emitModule: [Span]
  /// Of each process that compiled Swift or C, by start.
  package let compile: [Span]
  package let link: [Span]

  /// The files that were compiled; `nil` where the arguments did not tell, as when a whole module is compiled at once.
  package let compiledFiles: Int?
  /// Physical lines of the module by the graph.
  package let lines: Int?
  /// `cpuMicroseconds` in seconds for each 1,000 of `lines`; `nil` where not all files were compiled.
  package let cpuSecondsPerThousandLines: Double?

  /// When its dependents could start in this build; `nil` where nothing was compiled.
  package let unblockedNanoseconds: Int?
  /// When they could have: the end of the last `-emit-module`; `nil` where none was seen, as in optimized builds.
  package let emittedNanoseconds: Int?

  /// How much longer it could have worked without making the longest chain longer; 0 on the critical path.
  package let slackNanoseconds: Int
  /// How much sooner the build would have ended had this module cost nothing; `nil` where that was not predicted
  /// (`Timeline.replay` says why).
  package let predictedGain: PredictedGain?
}
