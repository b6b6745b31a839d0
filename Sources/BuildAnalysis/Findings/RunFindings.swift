package import ModuleGraph

/// What follows from a run, computed once: reports, the terminal and whatever judges a run read it.
package struct RunFindings: Sendable {
  /// Below this many rounds no claim is made: the smallest two-sided p value of 5 pairs is 0.0625.
  package static let roundsForClaim = 6

  package let run: Run
  /// In the order of `Run.cases`.
  package let cases: [CaseFindings]
  /// One for each arm and scenario with at least one successful round, in the order of the arms.
  package let summaries: [Summary]
  /// One for each arm but the reference and each scenario, with at least one round in which both succeeded.
  package let comparisons: [Comparison]
  /// How far the run came, and why it ended.
  package let ending: Ending
  /// How quiet the machine was; `nil` where no measured build tells what else went on.
  package let quietness: Quietness?
  /// One for each case in which a module was changed and at least one measured build succeeded, in the cases' order.
  package let rebuilds: [Rebuild]
  /// One for each module that a recorded round of a case built; in the order of the cases, then the most expensive
  /// first. Empty where nothing was recorded.
  package let moduleSummaries: [ModuleSummary]
  /// The case whose modules a report shows: of the reference, clean builds if they were recorded, or else the first that
  /// were; `nil` where none was.
  package let recordedCase: Case?
  /// One for each arm but the reference, in the order of the arms.
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
    self.cases = CaseFindings.all(of: run, measurements, summaries, comparisons)
    ending = Ending(of: run, measurements)
    quietness = Quietness(
      of: run, measurements, halfWidth: StoppingRule.widest(Ending.tellingIntervals(of: run, measurements)))
    rebuilds = cases.compactMap { Rebuild(of: $0, in: run, measurements.measured($0)) }
    let modules = cases.map { ModuleSummary.all(of: $0, measurements.measured($0)) }
    moduleSummaries = modules.flatMap { $0 }
    features = FeatureFindings.all(of: run, measurements, self.cases, moduleSummaries)
    let built = features.map { Set($0.arm.modules) }
    sharedByAll = built.count < 2 ? [] : built.dropFirst().reduce(built[0]) { $0.intersection($1) }.sorted()
    let recorded = zip(cases, modules).filter { $0.arm == reference?.name && !$1.isEmpty }.map(\.0)
    recordedCase = recorded.first { $0.scenario == .clean } ?? recorded.first
  }

  /// The measured rounds of a case that succeeded and count, in the order of the rounds.
  package func measured(_ build: Case) -> [Sample] { measurements.measured(build) }

  /// Of each case that was recorded, the measured build in the middle, of which a trace was kept.
  package var recordedBuilds: [Sample] {
    run.cases.compactMap { build in
      let recorded = measured(build).filter { $0.trace != nil }.sorted { ($0.seconds ?? 0) < ($1.seconds ?? 0) }
      return recorded.isEmpty ? nil : recorded[(recorded.count - 1) / 2]
    }
  }

  /// What its measured rounds say; `nil` where none succeeded.
  package func summary(of build: Case) -> Summary? { summaries.first { $0.case == build } }

  /// The modules of one case, the most expensive first.
  package func moduleSummaries(of build: Case) -> [ModuleSummary] {
    moduleSummaries.filter { $0.arm == build.arm && $0.scenario == build.scenario }
  }

  /// The places of samples that do not count, since their round was made again.
  package var replacedSamples: Set<Int> { measurements.replaced }
}
