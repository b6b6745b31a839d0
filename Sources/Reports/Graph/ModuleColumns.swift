import BuildAnalysis
import ModuleGraph

extension GraphPageContent.Columns {
  /// Adds the page's names to the lists of names.
  init(
    _ page: GraphPage, packages: inout Numbering<String>, kinds: inout Numbering<String>,
    reasons: inout Numbering<String>
  ) {
    let modules = page.modules.nodes.map { $0.modules[0] }
    let roles = page.roles.keyed { ($0.module, $0) }
    let byID = page.metrics.nodes.keyed { (page.metrics.graph.nodes[$0.node].modules[0].id, $0) }
    let metrics = modules.map { byID[$0.id] }
    let assigned = modules.map { roles[$0.id] }
    let hasCosts = metrics.contains { $0?.cost != nil }
    self.init(
      name: modules.map(\.name), package: modules.map { packages.index(of: $0.package) },
      kind: modules.map { kinds.index(of: $0.kind.legend) },
      layer: modules.map { page.modules.layers.index(of: $0.id) ?? -1 },
      role: assigned.map { $0.flatMap { Role.allCases.firstIndex(of: $0.role) } ?? -1 },
      reason: assigned.map { $0.map { reasons.index(of: $0.reason) } ?? -1 },
      path: modules.map(\.path), files: modules.map(\.sources), lines: modules.map(\.lines),
      uncounted: modules.indices.filter { modules[$0].missingSources != nil }, fanIn: metrics.map { $0?.fanIn },
      fanOut: metrics.map { $0?.fanOut }, dependencies: metrics.map { $0?.dependencies },
      dependents: metrics.map { $0?.dependents }, height: metrics.map { $0?.height },
      recompiled: metrics.map { $0?.recompiledShare?.rounded(decimals: 5) },
      seconds: hasCosts ? metrics.map { $0?.cost?.cpuSeconds.rounded(decimals: 3) } : nil,
      recompiledSeconds: hasCosts ? metrics.map { $0?.recompiledCPUSeconds?.rounded(decimals: 3) } : nil)
  }

  /// The upper bounds of the classes for colours, except for the last class.
  var scales: [String: [Double]] {
    var figures: [String: [Double?]] = [
      "lines": lines.map { $0.map(Double.init) }, "dependents": dependents.map { $0.map(Double.init) },
      "recompiled": recompiled,
    ]
    figures["seconds"] = seconds
    return figures.mapValues { Breaks($0.compactMap(\.self), count: Palette.sequence.count - 1).bounds }
      .merging(["instability": [0.2, 0.4, 0.6, 0.8]]) { first, _ in first }
  }
}

/// Values with their indices, in the order in which they were first seen.
struct Numbering<Value: Hashable> {
  private(set) var values: [Value] = []
  private var indices: [Value: Int] = [:]

  mutating func index(of value: Value) -> Int {
    if let index = indices[value] { return index }
    indices[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
