package import ModuleGraph

/// Everything derived from a run, computed once, for reports, the terminal and checks.
package struct RunFindings: Sendable {
  /// The minimum number of rounds for any claim: with 5 pairs, the smallest possible two-sided p-value is 0.0625.
  package static let roundsForClaim = 6

  package let run: Run
  /// In the order of `Run.cases`.
  package let cases: [CaseFindings]
  /// One for each case with at least one successful round, in the order of the arms.
  package let summaries: [Summary]
  /// One for each arm with a reference and each scenario in which both succeeded in at least one round.
  package let comparisons: [Comparison]
  /// The ratios on which the machines of a merged run disagree, in the order of the comparisons.
  package let disagreements: [MachineDisagreement]
  /// How far the run got, and why it ended.
  package let ending: Ending
  /// How noisy the machine was; `nil` if the noise is not known for any measured build.
  package let quietness: MachineNoise?
  /// The comparison whose builds differ most in how many processors they keep busy; `nil` if all are alike.
  package let unevenComparison: UnevenComparison?
  /// One for each case with a changed module and a successful measured build, in the order of the cases.
  package let rebuilds: [Rebuild]
  /// One for each module built in a recorded round of a case; in the order of the cases, then by decreasing CPU time.
  /// Empty if nothing was recorded.
  package let moduleSummaries: [ModuleSummary]
  /// The case whose modules a report shows: the reference's clean builds if recorded, otherwise its first recorded
  /// case; `nil` if there is none.
  package let recordedCase: Case?
  /// One for each arm except the reference, in the order of the arms; empty if two states are compared.
  package let features: [FeatureFindings]
  /// The modules that the arms of all features have in common, sorted; empty for fewer than two features.
  package let sharedByAll: [ModuleID]
  private let measurements: Measurements

  /// - Complexity: that of the exact test for each comparison, and O(*n* log *n*) in the samples and in their modules.
  package init(_ run: Run) {
    self.run = run
    let measurements = Measurements(run)
    self.measurements = measurements
    let (cases, reference) = (run.cases, run.reference)
    summaries = Summary.all(of: run, measurements)
    comparisons = Comparison.all(of: run, measurements)
    disagreements = MachineDisagreement.all(of: run, measurements, comparisons)
    self.cases = CaseFindings.all(of: run, measurements, summaries, comparisons)
    ending = Ending(of: run, measurements)
    quietness = MachineNoise(of: run, measurements, intervals: Ending.tellingIntervals(of: run, measurements))
    unevenComparison = UnevenComparison(comparisons, summaries)
    rebuilds = cases.compactMap { Rebuild(of: $0, in: run, measurements.measured($0)) }
    let modules = cases.map { ModuleSummary.all(of: $0, measurements.measured($0)) }
    moduleSummaries = modules.flatMap { $0 }
    features = run.isOfTwoStates ? [] : FeatureFindings.all(of: run, measurements, self.cases, moduleSummaries)
    let built = features.map { Set($0.arm.modules) }
    sharedByAll = built.count < 2 ? [] : built.dropFirst().reduce(built[0]) { $0.intersection($1) }.sorted()
    let recorded = zip(cases, modules).filter { $0.arm == reference?.name && !$1.isEmpty }.map(\.0)
    recordedCase = recorded.first { $0.scenario == .clean } ?? recorded.first
  }

  /// The measured samples of a case that succeeded and count, in the order of the rounds.
  package func measured(_ build: Case) -> [Sample] { measurements.measured(build) }

  /// For each recorded case, the measured build with a kept trace whose wall time is nearest to the median; of two that
  /// are as near, the shorter one.
  package var recordedBuilds: [Sample] {
    run.cases.compactMap { build in
      let all = measured(build)
      let median = all.compactMap(\.seconds).median ?? 0
      return all.filter { $0.trace != nil }.min { first, second in
        let (one, other) = (first.seconds ?? 0, second.seconds ?? 0)
        return (abs(one - median).rounded(decimals: 6), one) < (abs(other - median).rounded(decimals: 6), other)
      }
    }
  }

  /// The summary of a case; `nil` if no measured round succeeded.
  package func summary(of build: Case) -> Summary? { summaries.first { $0.case == build } }

  /// The modules of one case, by decreasing CPU time.
  package func moduleSummaries(of build: Case) -> [ModuleSummary] {
    moduleSummaries.filter { $0.arm == build.arm && $0.scenario == build.scenario }
  }

  /// The modules of other packages that clean builds of an arm compiled, by the compiler's names, sorted; `nil` if it is
  /// not known.
  package func modulesOfOtherPackages(in arm: Arm) -> [String]? {
    let compiled = measured(Case(arm: arm.name, scenario: .clean)).compactMap(\.compiledModules)
    guard !compiled.isEmpty else { return nil }
    let own = run.subject(of: arm).graph.modules.filter { !$0.kind.isOutside }.map(\.compiledName) + [Arm.madeModule]
    return Set(compiled.joined()).subtracting(own).sorted()
  }

  /// The indices of samples that do not count because their round was repeated.
  package var replacedSamples: Set<Int> { measurements.replaced }
}
