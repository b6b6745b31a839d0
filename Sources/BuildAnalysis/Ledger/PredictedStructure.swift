import ModuleGraph

/// The modules of a workspace that a build compiles, and the dependencies among them, as a prediction saw them.
package struct PredictedStructure: Sendable, Hashable, Codable {
  package struct Module: Sendable, Hashable, Codable {
    package let name: String
    /// `nil` if they are not known.
    package let lines: Int?
    /// Predicted CPU time of compiling it; `nil` if it was not predicted.
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
  ///   - graph: of a build; tests are left out.
  ///   - packages: the keys of the workspace's packages; what belongs to others is left out.
  ///   - cpuSeconds: what is predicted for modules.
  init(_ graph: ModuleGraph, of packages: Set<String>, cpuSeconds: [ModuleID: Double] = [:]) {
    let own = graph.modules.filter { packages.contains($0.package) && $0.kind.hasSources && $0.kind != .test }
    modules = own.map {
      Module(name: $0.name, lines: $0.lines, cpuSeconds: cpuSeconds[$0.id].map { ($0 * 1000).rounded() / 1000 })
    }.sorted { $0.name < $1.name }
    let ids = Set(own.map(\.id))
    dependencies = Set(
      graph.dependencies.filter { ids.contains($0.from) && ids.contains($0.to) }
        .map { Edge(from: $0.from.name, to: $0.to.name) }
    ).sorted()
  }
}

/// In what a built structure is not the one that was predicted. All lists are sorted.
package struct StructureMismatch: Sendable, Hashable, Codable {
  /// Modules that were predicted and are not built.
  package let missing: [String]
  /// Modules that are built and were not predicted.
  package let unexpected: [String]
  /// Dependencies that were predicted and are not there; those of missing modules are left out.
  package let missingDependencies: [PredictedStructure.Edge]
  /// Dependencies that are there and were not predicted; those of unexpected modules are left out.
  package let unexpectedDependencies: [PredictedStructure.Edge]
  /// Modules whose lines differ by more than ``largestLineShare``.
  package let resized: [Resized]

  package struct Resized: Sendable, Hashable, Codable {
    package let module: String
    package let predictedLines: Int
    package let lines: Int
  }

  /// Smaller differences are those of imports and declarations that a refactor changes anyway.
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

  /// Whether modules or dependencies are others; sizes may differ.
  package var isOtherStructure: Bool {
    !(missing.isEmpty && unexpected.isEmpty && missingDependencies.isEmpty && unexpectedDependencies.isEmpty)
  }
}
