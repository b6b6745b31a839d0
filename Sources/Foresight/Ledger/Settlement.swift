package import BuildAnalysis
import ModuleGraph

/// The measurement that settles a saved prediction after its change was implemented.
package struct Settlement: Sendable, Hashable, Codable {
  /// When it was settled, in UTC: `2026-02-03T04:05:06Z`.
  package let settled: String
  /// The names of the two states: revisions or runs.
  package let base: String
  package let head: String
  /// The folders of the runs.
  package let runs: [String]
  /// Whether each round built both states.
  package let isPaired: Bool
  /// The machine that built the head.
  package let machine: Run.Machine
  /// Seconds of wall time.
  package let wall: FigureChange
  /// Seconds of CPU time; `nil` if unknown.
  package let cpu: FigureChange?
  /// Median CPU seconds of each module in the head, by name; `nil` unless builds were recorded.
  package let moduleCPUSeconds: [String: Double]?
  /// The differences between the base and the recorded structure.
  package let baseMismatch: StructureMismatch
  /// The differences between the head and the predicted structure.
  package let headMismatch: StructureMismatch
  /// The differences between the two runs other than the code; empty if one session built both states.
  package let mismatches: [RunMismatch]
}

extension Settlement {
  /// The reason why a comparison cannot settle a prediction.
  package enum SettlementError: Error, Hashable, Sendable {
    /// The recorded target has no clean build in both states; `built` names the arms that do.
    case notBuilt(target: String, built: [String])
    /// One of the states has no successful clean build.
    case failed(target: String, state: String)
  }

  /// - Parameters:
  ///   - settled: the current time, in UTC.
  ///   - runs: the folders of the compared runs.
  /// - Throws: `SettlementError`.
  package init(
    of prediction: SavedPrediction, _ comparison: RunComparison, settled: String, runs: [String]
  ) throws(SettlementError) {
    let target = prediction.subject.target
    let clean = comparison.cases.filter { $0.scenario == .clean }
    guard let found = clean.first(where: { $0.arm == target }) else {
      throw .notBuilt(target: target, built: clean.map(\.arm))
    }
    guard let wall = found.wall else {
      // A warm-up that fails in one state leaves both without a measured build.
      let isOfHead = found.failures.base.isEmpty && (!found.failures.head.isEmpty || found.medians.base != nil)
      throw .failed(target: target, state: isOfHead ? comparison.head.name : comparison.base.name)
    }
    self.settled = settled
    (base, head, self.runs) = (comparison.base.name, comparison.head.name, runs)
    isPaired = comparison.isPaired
    machine = comparison.head.run.environment
    (self.wall, cpu) = (wall, found.cpu)
    moduleCPUSeconds = found.modules.map { modules in
      Dictionary(modules.all.compactMap { change in change.head.map { (change.id?.name ?? change.module, $0) } }) {
        $0 + $1
      }
    }
    baseMismatch = StructureMismatch(predicted: prediction.before, found: comparison.base.structure(of: target))
    headMismatch = StructureMismatch(predicted: prediction.after, found: comparison.head.structure(of: target))
    mismatches = comparison.mismatches
  }
}

extension ComparisonSide {
  /// The structure that an arm compiles, limited to the workspace's own packages.
  func structure(of name: String) -> PredictedStructure {
    let graph = arm(named: name).map { part(of: $0) } ?? subject.graph
    return PredictedStructure(graph, of: Set(graph.packages.map(\.key)))
  }
}

extension Settlement.SettlementError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notBuilt(let target, let built):
      "The prediction is about a clean build of \(target), which was not measured in both states"
        + (built.isEmpty ? "." : "; measured: \(built.joined(separator: ", ")).")
    case .failed(let target, let state):
      "No clean build of \(target) succeeded in \(state), so that the prediction cannot be settled."
    }
  }
}
