package import ModuleGraph

/// What a build of another module structure is predicted to take, compared with the recorded build.
package struct Forecast: Sendable {
  /// A predicted figure with the interval that it is expected in.
  package struct Estimate: Codable, Hashable, Sendable {
    package let value: Double
    package let low: Double
    package let high: Double

    package init(value: Double, low: Double, high: Double) {
      (self.value, self.low, self.high) = (value, low, high)
    }
  }

  /// The figures of one structure, by the same replay for both.
  package struct Figures: Hashable, Sendable {
    package let cores: Int
    package let jobs: Int
    package let modules: Int
    /// The longest chain of work in which each piece has to wait for the one before.
    package let criticalPathSeconds: Double
    /// The modules of that chain, in its order; without repetition of one after itself.
    package let criticalPath: [String]
    /// How long cores had nothing to do, added over all cores, from the first process to the last.
    package let idleCoreSeconds: Double
    /// The part of the cores' time that this is.
    package let idleShare: Double
    /// The duration on cores that nothing else uses, from the first compiler on: every process takes its CPU time.
    package let undisturbedSeconds: Double
  }

  package let proposal: Proposal
  /// The number of recorded builds that it follows from.
  package internal(set) var recordings: Int
  /// Wall time of the recorded build, or the median of several.
  package internal(set) var measuredSeconds: Double
  package internal(set) var measuredCPUSeconds: Double
  /// The error of replaying the unchanged build; of several, the greatest.
  package internal(set) var relativeError: Double
  /// Predicted wall time of a clean build.
  package internal(set) var seconds: Estimate
  package internal(set) var cpuSeconds: Estimate
  package let before: Figures
  package let after: Figures
  package let costs: CostModel
  package let assumptions: [Assumption]
  /// What a change in each module compiles again, where that differs; the greatest differences come first.
  package let rebuilds: [RebuildForecast]
  /// The programs of both structures, sorted by name.
  package let programs: [ProgramForecast]
  package let graphBefore: ModuleGraph
  package let graphAfter: ModuleGraph
  /// The predicted CPU time of compiled modules of the proposed structure.
  package let cpuSecondsByModule: [ModuleID: Double]

  /// The level of the intervals.
  package static let level = 0.9
}

/// What a change in one module makes a build compile again, at most: the module and all that depend on it.
package struct RebuildForecast: Hashable, Sendable {
  package struct Cost: Hashable, Sendable {
    package let modules: Int
    /// `nil` if not all are known.
    package let lines: Int?
    package let cpuSeconds: Double
    /// By replaying these modules alone; `nil` if there were too many to replay.
    package let seconds: Double?
  }

  /// The module of the proposed structure, or of the recorded one if it is gone.
  package let module: ModuleID
  /// The recorded modules that it has files of.
  package let origins: [ModuleID]
  /// For a change in one of its origins; of several, the one that costs most. `nil` if there was none.
  package let before: Cost?
  /// `nil` if the module is gone.
  package let after: Cost?
}

/// How long a program with exactly what it depends on takes.
package struct ProgramForecast: Hashable, Sendable {
  package let module: ModuleID
  /// By replaying its modules alone; `nil` where it does not exist.
  package let secondsBefore: Double?
  package let secondsAfter: Double?
  package let modulesBefore: Int?
  package let modulesAfter: Int?
}
