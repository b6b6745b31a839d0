import ModuleGraph

/// What was measured of a saved prediction once its change was carried out.
package struct Settlement: Sendable, Hashable, Codable {
  /// When, in UTC: `2026-02-03T04:05:06Z`.
  package let settled: String
  /// What the two states are called: revisions, or runs.
  package let base: String
  package let head: String
  /// The folders of the runs.
  package let runs: [String]
  /// Whether each round built both states.
  package let isPaired: Bool
  /// Of the state after.
  package let machine: Run.Machine
  /// Seconds of wall time.
  package let wall: FigureChange
  /// Seconds of CPU time; `nil` if they are not known.
  package let cpu: FigureChange?
  /// Medians of the CPU time of the modules after the change, by name; `nil` unless builds were recorded.
  package let moduleCPUSeconds: [String: Double]?
  /// In what the state before is not the one that was recorded.
  package let baseMismatch: StructureMismatch
  /// In what the state after is not the one that was predicted.
  package let headMismatch: StructureMismatch
  /// In what the two runs differ besides the code; empty if one session built both states.
  package let mismatches: [RunMismatch]
}

extension Settlement {
  /// Why a comparison does not settle a prediction.
  package enum Refusal: Error, Hashable, Sendable {
    /// There is no clean build of what was recorded; with the names of what there is.
    case notBuilt(target: String, built: [String])
    /// One of the states has no clean build that succeeded.
    case failed(target: String, state: String)
  }

  /// - Parameters:
  ///   - settled: the time, in UTC.
  ///   - runs: the folders of the runs that are compared.
  /// - Throws: `Refusal`.
  package init(
    of prediction: SavedPrediction, _ comparison: RunComparison, settled: String, runs: [String]
  ) throws(Refusal) {
    let target = prediction.subject.target
    let clean = comparison.cases.filter { $0.scenario == .clean }
    guard let found = clean.first(where: { $0.arm == target }) else {
      throw .notBuilt(target: target, built: clean.map(\.arm))
    }
    guard let wall = found.wall else {
      throw .failed(target: target, state: found.medians.base == nil ? comparison.base.name : comparison.head.name)
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
  /// What an arm compiles of the workspace's own packages.
  fileprivate func structure(of name: String) -> PredictedStructure {
    let graph = arm(named: name).map { part(of: $0) } ?? subject.graph
    return PredictedStructure(graph, of: Set(graph.packages.map(\.key)))
  }
}

extension Settlement.Refusal: CustomStringConvertible {
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
