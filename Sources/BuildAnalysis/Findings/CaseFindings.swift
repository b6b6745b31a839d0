package import ModuleGraph

/// The findings on one arm in one scenario: a row of a report's tables.
package struct CaseFindings: Sendable {
  package let arm: Arm
  package let scenario: Scenario
  /// `nil` if no round succeeded.
  package let summary: Summary?
  /// `nil` for the reference itself.
  package let comparison: Comparison?
  package let isReference: Bool
  /// The number of measured rounds, including failed ones.
  package let rounds: Int
  package let failures: Int
  /// The number of measured rounds that were disturbed and not replaced.
  package let disturbances: Int
  /// The reference's median minus this one's.
  package let savedSeconds: Double?
  /// The number of modules of the workspace, without external packages.
  package let modules: Int
  /// Like `lines`, `nil` if no module's sources were counted.
  package let sources: Tally?
  package let lines: Tally?
  /// The failed builds, including warm-ups.
  package let failedSamples: [Sample]
  /// The failed clean build of the arm because of which this case was not built at all; `nil` if it was.
  package let cleanFailure: Sample?

  package var `case`: Case { Case(arm: arm.name, scenario: scenario) }

  /// Arm ÷ reference; 1 for the reference.
  package var ratio: Double? { isReference ? summary.map { _ in 1 } : comparison?.wall.ratio }

  /// The same for CPU time.
  package var cpuRatio: Double? { isReference ? summary?.cpuSeconds.map { _ in 1 } : comparison?.cpu?.ratio }

  /// Whether the case builds a single module instead of the whole arm.
  package var isModuleAlone: Bool { scenario.isModuleAlone }
}

extension CaseFindings {
  /// In the order of the cases.
  static func all(
    of run: Run, _ measurements: Measurements, _ summaries: [Summary], _ comparisons: [Comparison]
  ) -> [CaseFindings] {
    let arms = Dictionary(run.arms.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let subjects = [run.workspace, run.base ?? run.workspace].map { subject in
      Dictionary(subject.graph.modules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
    let bySummary = Dictionary(summaries.map { ($0.case, $0) }, uniquingKeysWith: { first, _ in first })
    return run.cases.compactMap { build in
      arms[build.arm].map { arm in
        CaseFindings(
          of: arm, build.scenario, measurements.counting[build] ?? [], summary: bySummary[build],
          reference: run.reference(of: arm).flatMap { bySummary[Case(arm: $0.name, scenario: build.scenario)] },
          comparison: comparisons.first { $0.arm == build.arm && $0.scenario == build.scenario },
          isReference: build.arm == run.reference?.name || arm.side == .base,
          built: arm.modules(in: build.scenario).compactMap { subjects[arm.side == .base ? 1 : 0][$0] },
          cleanFailure: cleanFailure(of: build, measurements))
      }
    }
  }

  private static func cleanFailure(of build: Case, _ measurements: Measurements) -> Sample? {
    guard build.scenario.needsFinishedBuild, measurements.counting[build] == nil else { return nil }
    let clean = measurements.counting[Case(arm: build.arm, scenario: .clean)]?.last { $0.warmup }
    return clean?.outcome == .ok ? nil : clean
  }

  /// - Parameters:
  ///   - samples: the case's samples that count.
  ///   - reference: the summary of the reference in the same scenario.
  private init(
    of arm: Arm, _ scenario: Scenario, _ samples: [Sample], summary: Summary?, reference: Summary?,
    comparison: Comparison?, isReference: Bool, built: [Module], cleanFailure: Sample?
  ) {
    let own = built.filter { !$0.kind.isOutside }
    self.init(
      arm: arm, scenario: scenario, summary: summary, comparison: comparison, isReference: isReference,
      rounds: samples.count { !$0.warmup }, failures: samples.count { !$0.warmup && $0.outcome != .ok },
      disturbances: samples.count { !$0.warmup && $0.isDisturbed },
      savedSeconds: isReference ? nil : summary.flatMap { own in reference.map { $0.median - own.median } },
      modules: own.count, sources: own.tally(of: \.sources), lines: own.tally(of: \.lines),
      failedSamples: samples.filter { $0.outcome != .ok }, cleanFailure: cleanFailure)
  }
}
