package import BuildTrace
package import ModuleGraph

/// The context of a trace that is needed to analyze it: what was built, and its graph.
package struct Recording: Sendable, Hashable {
  package let subject: RecordedSubject
  /// A graph with all modules of the build.
  package let graph: ModuleGraph
  /// The CPU time of the whole machine during the build; `nil` if unknown.
  package let machineCPUMicroseconds: Int?
  /// How long the machine slept during the build; `nil` if unknown.
  package let sleptSeconds: Double?
  /// What each file costs, from a second build with a compiler process for each file; `nil` if there was none.
  package let fileCosts: FileCosts?

  package init(
    subject: RecordedSubject, graph: ModuleGraph, machineCPUMicroseconds: Int?, sleptSeconds: Double? = nil,
    fileCosts: FileCosts? = nil
  ) {
    self.subject = subject
    self.graph = graph
    self.machineCPUMicroseconds = machineCPUMicroseconds
    self.sleptSeconds = sleptSeconds
    self.fileCosts = fileCosts
  }
}

extension Recording {
  /// The recording with the new ids of modules that moved.
  package func renaming(_ moves: [ModuleMove]) -> Recording {
    Recording(
      subject: subject, graph: graph.renaming(moves), machineCPUMicroseconds: machineCPUMicroseconds,
      sleptSeconds: sleptSeconds, fileCosts: fileCosts)
  }

  /// Analyzes the trace of this build.
  /// - Parameter assumesPreparation: whether to assume the usual cost of compilers if too few start late enough to show it.
  package func timeline(of trace: BuildTrace, assumesPreparation: Bool = false) -> Timeline {
    Timeline(
      trace, graph: graph, machineCPUMicroseconds: machineCPUMicroseconds, sleptSeconds: sleptSeconds,
      fileCosts: fileCosts, assumesPreparation: assumesPreparation)
  }
}

/// The target of a recorded build, and how it was built.
package struct RecordedSubject: Sendable, Hashable, Codable {
  /// The workspace's name.
  package let workspace: String
  /// What was built: a product, a target, or `all`.
  package let target: String
  /// `debug` or `release`.
  package let configuration: String
  package let buildSystem: String?
  /// The compiler's version.
  package let toolchain: String
  /// Whether the build started from an empty scratch folder.
  package let isClean: Bool

  package init(
    workspace: String, target: String, configuration: String, buildSystem: String?, toolchain: String, isClean: Bool
  ) {
    self.workspace = workspace
    self.target = target
    self.configuration = configuration
    self.buildSystem = buildSystem
    self.toolchain = toolchain
    self.isClean = isClean
  }
}
