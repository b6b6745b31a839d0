import BuildAnalysis
package import ModuleGraph

/// Changes that are made together, and their predicted gain.
package struct Suggestion: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// No import uses the dependency.
    case unused
    /// The dependency is part of a cycle of these modules, the last of which depends on the first.
    case cycle([ModuleID])
    /// Only these files of the dependent import the dependency, out of this many.
    case rarelyImported([String], of: Int)
    case importsUnknown
    /// The dependent is an interface of this plan, which may need less than the module behind it.
    case interface
    /// This many modules wait directly for all of it.
    case waitedFor(by: Int)
    /// It is compiled as a whole, although its parts hardly depend on one another; these symbols have to be more
    /// visible.
    case seam(openings: [String])
    /// It is compiled as a whole, and the dependencies between its files are unknown.
    case large(Division)
    /// Modules for which this share of the CPU time is fixed, regardless of their lines.
    case small(fixedShare: Double)
  }

  /// How the files of a module are divided.
  package enum Division: String, Hashable, Sendable {
    case folders
    /// By size alone.
    case halves
  }

  /// The changes, each made for one reason: one, or in a plan several, of which the first ones gain nothing alone.
  package let parts: [Candidate]
  /// The proposal to try: in a plan, it includes the changes of the steps before.
  package let proposal: Proposal
  /// The number of seconds by which the goal's build becomes shorter.
  package let gain: Forecast.Estimate
  /// The predicted seconds of the goal's build.
  package let seconds: Double
  /// The CPU seconds that an average change recompiles at most, by the weights of the goal.
  package let rebuiltBefore: Double
  package let rebuiltAfter: Double
  /// A clean build after ``proposal``, compared with the recorded one: as the forecast of that proposal says.
  package let clean: CleanBuild

  /// What a forecast predicts for a clean build.
  package struct CleanBuild: Hashable, Sendable {
    package let seconds: Double
    package let gain: Forecast.Estimate
    package let assumptions: [Assumption]
  }

  package var changes: [StructureChange] { parts.flatMap(\.changes) }
  package var reason: Reason { parts[0].reason }
  package var isOnCriticalPath: Bool { parts.contains(where: \.isOnCriticalPath) }
}

/// The worthwhile changes, from a recorded build.
package struct Suggestions: Sendable {
  /// Which builds are to become shorter.
  package enum Goal: String, CaseIterable, Sendable {
    case clean
    /// The builds after the changes of a period's commits, or after one in each module.
    case changes
  }

  /// An expensive module that nothing waits for.
  package struct Untouched: Hashable, Sendable {
    package let module: ModuleID
    package let cpuSeconds: Double
    /// The gain if it cost nothing.
    package let gainSeconds: Double
  }

  /// The seconds of builds after changes, each weighted by how often it occurs.
  package struct Distribution: Hashable, Sendable {
    package let mean: Double
    package let median: Double
    package let p90: Double
  }

  package let goal: Goal
  /// The number of recorded builds on which it is based.
  package let recordings: Int
  /// Wall time of the recorded build.
  package let measuredSeconds: Double
  /// The seconds of the goal's build without a change; predicted, unless it is that of the recorded build.
  package let seconds: Double
  package let relativeError: Double
  /// The smallest gain that can be distinguished from none.
  package let leastGain: Double
  /// Changes that move no code first, then by decreasing gain.
  package let suggestions: [Suggestion]
  /// The best of all changes together, in order; each gain is that of one step after those before it, and none is a
  /// loss. Empty unless the whole interval of ``planGain`` is a gain.
  package let plan: [Suggestion]
  package let planGain: Forecast.Estimate
  /// By decreasing cost.
  package let untouched: [Untouched]
  /// The modules that suggestions split, sorted.
  package let divided: [DividedModule]
  /// Builds after changes, before and after the plan; `nil` for clean builds.
  package let changesBefore: Distribution?
  package let changesAfter: Distribution?
  /// The number of commits whose changes were counted; `nil` if one change in each module is counted, weighted by
  /// lines.
  package let commits: Int?
  /// The number of changes that were considered, and of builds that were replayed.
  package let candidates: Int
  package let replays: Int
}
