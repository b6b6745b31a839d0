package import ModuleGraph

/// Changes that are made together, and what they are predicted to gain.
package struct Suggestion: Hashable, Sendable {
  /// Why it is worth a try.
  package enum Reason: Hashable, Sendable {
    /// No import uses the dependency.
    case unused
    /// The dependency is part of a cycle of these modules, the last of which depends on the first.
    case cycle([ModuleID])
    /// Only these files of the dependent import the dependency, of so many.
    case rarelyImported([String], of: Int)
    /// The imports of the dependent are not known.
    case importsUnknown
    /// The dependent is an interface of this plan, which may need less than the module behind it.
    case interface
    /// So many modules wait for all of it, directly.
    case waitedFor(by: Int)
    /// It is compiled as a whole, although its parts hardly need one another; these symbols have to be more visible.
    case seam(openings: [String])
    /// It is compiled as a whole, and what its files need of one another is not known.
    case large(Division)
    /// Modules that cost this share of their CPU time before their first line.
    case small(fixedShare: Double)
  }

  /// How the files of a module are divided.
  package enum Division: String, Hashable, Sendable {
    case folders
    /// By size alone.
    case halves
  }

  /// What is changed for one reason each: one, or in a plan several of which the first ones gain nothing alone.
  package let parts: [Candidate]
  /// What has to be tried for these changes: in a plan, also those of the steps before.
  package let proposal: Proposal
  /// The seconds that the goal's build is shorter by.
  package let gain: Forecast.Estimate
  /// The predicted seconds of the goal's build.
  package let seconds: Double
  /// CPU seconds that an average change recompiles, roughly; by the weights of the goal.
  package let rebuiltBefore: Double
  package let rebuiltAfter: Double
  /// The predicted seconds of a clean build; `nil` if they are ``seconds``.
  package let cleanSeconds: Double?

  package var changes: [StructureChange] { parts.flatMap(\.changes) }
  /// That of the first part.
  package var reason: Reason { parts[0].reason }
  package var isOnCriticalPath: Bool { parts.contains(where: \.isOnCriticalPath) }
}

/// The changes that pay, from a recorded build.
package struct Suggestions: Sendable {
  /// Which builds are to be shorter.
  package enum Goal: String, CaseIterable, Sendable {
    /// A clean build.
    case clean
    /// The builds after the changes of a period's commits, or after one in each module.
    case changes
  }

  /// A module that is expensive, and whose cost nobody waits for.
  package struct Untouched: Hashable, Sendable {
    package let module: ModuleID
    package let cpuSeconds: Double
    /// What would be gained if it cost nothing.
    package let gainSeconds: Double
  }

  /// The seconds of builds after changes, each weighted by how often it occurs.
  package struct Distribution: Hashable, Sendable {
    package let mean: Double
    package let median: Double
    package let p90: Double
  }

  package let goal: Goal
  /// The number of recorded builds that it follows from.
  package let recordings: Int
  /// Wall time of the recorded build.
  package let measuredSeconds: Double
  /// The seconds of the goal's build without a change; predicted, unless it is that of the recorded build.
  package let seconds: Double
  package let relativeError: Double
  /// A smaller gain is not told from nothing.
  package let leastGain: Double
  /// What needs no code to be moved comes first, then the greatest gain.
  package let suggestions: [Suggestion]
  /// The best of all changes together, in order; each gain is that of one step after those before it, and none is a
  /// loss. Empty unless the whole interval of ``planGain`` is a gain.
  package let plan: [Suggestion]
  package let planGain: Forecast.Estimate
  /// With the most expensive module first.
  package let untouched: [Untouched]
  /// The modules that suggestions split, sorted.
  package let divided: [DividedModule]
  /// Builds after changes, before and after the plan; `nil` for clean builds.
  package let changesBefore: Distribution?
  package let changesAfter: Distribution?
  /// The number of commits whose changes were counted; `nil` if one change in each module counts by its lines.
  package let commits: Int?
  /// The number of changes that were looked at, and of builds that were replayed.
  package let candidates: Int
  package let replays: Int
}
