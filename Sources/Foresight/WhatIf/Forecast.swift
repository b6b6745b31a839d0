package import BuildAnalysis
import CMath
package import ModuleGraph

/// The predicted build of a changed module structure, compared with the recorded build.
package struct Forecast: Sendable {
  /// A predicted figure with its prediction interval.
  package struct Estimate: Codable, Hashable, Sendable {
    package let value: Double
    package let low: Double
    package let high: Double

    package init(value: Double, low: Double, high: Double) {
      (self.value, self.low, self.high) = (value, low, high)
    }

    /// - Parameters:
    ///   - below: how much less the figure may be by what is in doubt.
    ///   - above: how much more.
    ///   - noise: what is independent of that.
    init(_ value: Double, below: Double, above: Double, noise: Double) {
      self.init(value: value, low: value - hypot(below, noise), high: value + hypot(above, noise))
    }

    /// Of a figure that cannot be negative.
    var fromZero: Estimate { Estimate(value: value, low: max(0, low), high: high) }
  }

  /// The figures of one structure. All but the critical path come from a replay for both structures, so that they are comparable.
  package struct Figures: Hashable, Sendable {
    package let cores: Int
    package let jobs: Int
    package let modules: Int
    /// Of the recorded structure, that of the recorded build.
    package let criticalPath: CriticalPath
    /// The idle time summed over all cores, from the first process to the last.
    package let idleCoreSeconds: Double
    /// The idle time as a share of the total time of all cores.
    package let idleShare: Double
    /// The duration from the first compiler on if nothing else used the cores, so that every process takes exactly its
    /// CPU time.
    package let undisturbedSeconds: Double
  }

  package let proposal: Proposal
  /// The number of recorded builds on which it is based.
  package internal(set) var recordings: Int
  /// Wall time of the recorded build, or the median of several.
  package internal(set) var measuredSeconds: Double
  package internal(set) var measuredCPUSeconds: Double
  /// The relative error of replaying the unchanged build; of several recordings, the largest in absolute terms.
  package internal(set) var relativeError: Double
  /// The predicted wall time of a clean build. The interval should contain a single build.
  package internal(set) var seconds: Estimate
  /// By how many seconds clean builds become shorter on average; negative if longer. The interval does not contain the noise of single builds.
  package internal(set) var gain: Estimate
  package internal(set) var cpuSeconds: Estimate
  package let before: Figures
  package let after: Figures
  package let costs: CostModel
  /// The recorded modules whose files are divided among several modules, sorted.
  package let divided: [DividedModule]
  package let assumptions: [Assumption]
  /// The rebuilds after a change in each module, if they differ between the structures; by decreasing difference.
  package let rebuilds: [RebuildForecast]
  /// The executables of both structures, sorted by name.
  package let programs: [ProgramForecast]
  package let graphBefore: ModuleGraph
  package let graphAfter: ModuleGraph
  /// The predicted CPU time of compiled modules of the proposed structure, without the shared preparation.
  package let cpuSecondsByModule: [ModuleID: Double]
  /// The predicted CPU time of the shared preparation in these modules, which a measurement of a module includes.
  package let preparationSecondsByModule: [ModuleID: Double]

  /// The nominal coverage of the intervals.
  package static let level = 0.9

  /// The half-width of an interval that contains no more than the noise of the recorded and of the predicted build, as a
  /// share: a coefficient of variation of 3 % each, which is assumed, since a single recording does not show it, and the
  /// quantile of the normal distribution for ``level``.
  static let noiseShare = 1.645 * 0.03 * 2.0.squareRoot()
}

/// The rebuild after a change in one module, at most: the module and all of its direct and indirect dependents.
package struct RebuildForecast: Hashable, Sendable {
  package struct Cost: Hashable, Sendable {
    package let modules: Int
    /// `nil` unless the lines of all modules are known.
    package let lines: Int?
    package let cpuSeconds: Double
    /// Wall time, by a replay of these modules alone; `nil` if there were too many to replay.
    package let seconds: Double?
    /// `nil` if there were too many to replay, or the names in the files are unknown.
    package let visible: Visible?
  }

  /// The rebuild after a function was added to a file of the module, where its driver compiles only what mentions names of it.
  package struct Visible: Hashable, Sendable {
    /// The file that is changed: of the module's files, the one with the median rebuild. Its path in its recorded module.
    package let changedFile: String
    /// The number of files that are compiled.
    package let files: Int
    /// CPU seconds and wall time. The intervals contain what a change of other files of the module rebuilds.
    package let cpuSeconds: Forecast.Estimate
    package let seconds: Forecast.Estimate
  }

  /// The module of the proposed structure, or of the recorded one if it was removed.
  package let module: ModuleID
  /// The recorded modules from which its files come.
  package let origins: [ModuleID]
  /// The rebuild after a change in its origin; of several origins, the most expensive one. `nil` if there is none.
  package let before: Cost?
  /// `nil` if the module was removed.
  package let after: Cost?
}

/// The predicted build of an executable with its dependencies only.
package struct ProgramForecast: Hashable, Sendable {
  package let module: ModuleID
  /// Wall time, by a replay of its modules alone; `nil` if it does not exist in that structure.
  package let secondsBefore: Double?
  package let secondsAfter: Double?
  package let modulesBefore: Int?
  package let modulesAfter: Int?
}
