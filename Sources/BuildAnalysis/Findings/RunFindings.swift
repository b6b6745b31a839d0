package import ModuleGraph

/// Everything that follows from a run, computed once, for reports, the terminal and checks.
package struct RunFindings: Sendable {
  /// With fewer rounds nothing is claimed: the smallest two-sided p value of 5 pairs is 0.0625.
  package static let roundsForClaim = 6

  package let run: Run
  /// In the order of `Run.cases`.
  package let cases: [CaseFindings]
  /// One for each arm and scenario with at least one successful round, in the order of the arms.
  package let summaries: [Summary]
  /// One for each arm that has a reference and each scenario, with at least one round in which both succeeded.
  package let comparisons: [Comparison]
  /// The ratios on which the machines of a merged run do not agree, in the order of the comparisons.
  package let disagreements: [MachineDisagreement]
  /// How far the run got, and why it ended.
  package let ending: Ending
  /// How noisy the machine was; `nil` if the noise of no measured build is known.
  package let quietness: Quietness?
  /// One for each case with a changed module and at least one successful measured build, in the order of the cases.
  package let rebuilds: [Rebuild]
  /// One for each module that a recorded round of a case built, in the order of the cases, then the most expensive
  /// first. Empty if nothing was recorded.
  package let moduleSummaries: [ModuleSummary]
  /// The case whose modules a report shows: the reference's clean builds if they were recorded, otherwise its first
  /// recorded case; `nil` if there is none.
  package let recordedCase: Case?
  /// One for each arm except the reference, in the order of the arms; none if two states are compared.
  package let features: [FeatureFindings]
  /// The modules that the arms of all features compile, sorted; empty for fewer than two features.
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
    quietness = Quietness(
      of: run, measurements, intervals: Ending.tellingIntervals(of: run, measurements))
    rebuilds = cases.compactMap { Rebuild(of: $0, in: run, measurements.measured($0)) }
    let modules = cases.map { ModuleSummary.all(of: $0, measurements.measured($0)) }
    moduleSummaries = modules.flatMap { $0 }
    features = run.isOfTwoStates ? [] : FeatureFindings.all(of: run, measurements, self.cases, moduleSummaries)
    let built = features.map { Set($0.arm.modules) }
    sharedByAll = built.count < 2 ? [] : built.dropFirst().reduce(built[0]) { $0.intersection($1) }.sorted()
    let recorded = zip(cases, modules).filter { $0.arm == reference?.name && !$1.isEmpty }.map(\.0)
    recordedCase = recorded.first { $0.scenario == .clean } ?? recorded.first
  }

  /// The samples of a case that were measured, succeeded and count, in the order of the rounds.
  package func measured(_ build: Case) -> [Sample] { measurements.measured(build) }

  /// Of each recorded case, the measured build with the median time among those with a kept trace.
  package var recordedBuilds: [Sample] {
    run.cases.compactMap { build in
      let recorded = measured(build).filter { $0.trace != nil }.sorted { ($0.seconds ?? 0) < ($1.seconds ?? 0) }
      return recorded.isEmpty ? nil : recorded[(recorded.count - 1) / 2]
    }
  }

  /// The summary of a case; `nil` if no measured round succeeded.
  package func summary(of build: Case) -> Summary? { summaries.first { $0.case == build } }

  /// The modules of one case, the most expensive first.
  package func moduleSummaries(of build: Case) -> [ModuleSummary] {
    moduleSummaries.filter { $0.arm == build.arm && $0.scenario == build.scenario }
  }

  /// The indices of samples that do not count because their round was repeated.
  package var replacedSamples: Set<Int> { measurements.replaced }
}
