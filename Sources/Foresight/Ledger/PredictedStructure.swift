import BuildAnalysis
import ModuleGraph

/// The modules of a workspace that a build compiles, and the dependencies among them: predicted, or found in a built
/// graph.
package struct PredictedStructure: Sendable, Hashable, Codable {
  package struct Module: Sendable, Hashable, Codable {
    package let name: String
    /// `nil` if unknown.
    package let lines: Int?
    /// The predicted CPU time of compiling it; `nil` if not predicted.
    package let cpuSeconds: Double?
  }

  package struct Edge: Sendable, Hashable, Codable, Comparable {
    package let from: String
    package let to: String

    package static func < (left: Self, right: Self) -> Bool { (left.from, left.to) < (right.from, right.to) }
  }

  /// Sorted by name.
  package let modules: [Module]
  /// Sorted.
  package let dependencies: [Edge]
}

extension PredictedStructure {
  /// - Parameters:
  ///   - graph: the graph of a build; test modules are omitted.
  ///   - packages: the keys of the workspace's packages; modules of other packages are omitted.
  ///   - cpuSeconds: the predicted CPU seconds by module.
  init(_ graph: ModuleGraph, of packages: Set<String>, cpuSeconds: [ModuleID: Double] = [:]) {
    let own = graph.modules.filter { packages.contains($0.package) && $0.kind.hasSources && $0.kind != .test }
    modules = own.map {
      Module(name: $0.name, lines: $0.lines, cpuSeconds: cpuSeconds[$0.id].map { $0.rounded(decimals: 3) })
    }.sorted { $0.name < $1.name }
    let ids = Set(own.map(\.id))
    dependencies = Set(
      graph.dependencies.filter { ids.contains($0.from) && ids.contains($0.to) }
        .map { Edge(from: $0.from.name, to: $0.to.name) }
    ).sorted()
  }
}

/// The differences between a built structure and the predicted one. All lists are sorted.
package struct StructureMismatch: Sendable, Hashable, Codable {
  /// Modules that were predicted but not built.
  package let missing: [String]
  /// Modules that were built but not predicted.
  package let unexpected: [String]
  /// Dependencies that were predicted but do not exist, except those of missing modules.
  package let missingDependencies: [PredictedStructure.Edge]
  /// Dependencies that exist but were not predicted, except those of unexpected modules.
  package let unexpectedDependencies: [PredictedStructure.Edge]
  /// Modules whose lines differ by more than 10 % and by at least 20 lines.
  package let resized: [Resized]

  package struct Resized: Sendable, Hashable, Codable {
    package let module: String
    package let predictedLines: Int
    package let lines: Int
  }

  /// Smaller differences are expected: a refactoring also changes imports and declarations.
  private static let largestLineShare = 0.1
  private static let fewestLines = 20

  init(predicted: PredictedStructure, found: PredictedStructure) {
    let (before, after) = (Set(predicted.modules.map(\.name)), Set(found.modules.map(\.name)))
    missing = before.subtracting(after).sorted()
    unexpected = after.subtracting(before).sorted()
    let shared = before.intersection(after)
    func among(
      _ edges: [PredictedStructure.Edge], without others: [PredictedStructure.Edge]
    ) -> [PredictedStructure.Edge] {
      let others = Set(others)
      return edges.filter { shared.contains($0.from) && shared.contains($0.to) && !others.contains($0) }
    }
    missingDependencies = among(predicted.dependencies, without: found.dependencies)
    unexpectedDependencies = among(found.dependencies, without: predicted.dependencies)
    let lines = Dictionary(found.modules.map { ($0.name, $0.lines) }) { first, _ in first }
    resized = predicted.modules.compactMap { module in
      guard let expected = module.lines, let lines = lines[module.name] ?? nil else { return nil }
      let difference = abs(lines - expected)
      guard difference >= Self.fewestLines, Double(difference) > Self.largestLineShare * Double(expected) else {
        return nil
      }
      return Resized(module: module.name, predictedLines: expected, lines: lines)
    }
  }

  /// Whether modules or dependencies differ; sizes are ignored.
  package var isOtherStructure: Bool {
    !(missing.isEmpty && unexpected.isEmpty && missingDependencies.isEmpty && unexpectedDependencies.isEmpty)
  }
}
