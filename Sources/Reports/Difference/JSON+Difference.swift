package import ModuleGraph

extension JSON {
  /// - Parameters:
  ///   - names: the names of the two states.
  ///   - touched: the modules with changed files.
  package static func difference(
    _ difference: GraphDifference, names: (base: String, head: String), touched: [TouchedModule] = []
  ) throws -> String {
    let (cycles, redundant) = (difference.cycles, difference.redundantEdges)
    return try pretty([
      "schema": "modgauge.diff/1", "base": names.base, "head": names.head,
      "nodes": [
        "added": difference.addedNodes.map(\.id), "removed": difference.removedNodes.map(\.id),
        "moved": difference.moves.map(\.json), "changed": difference.changedKinds,
      ] as Object,
      "products": difference.changedProducts,
      "edges": [
        "added": difference.addedEdges.map(\.json), "removed": difference.removedEdges.map(\.json),
        "changed": difference.changedEdges.map(\.json),
      ],
      "cycles": ["new": cycles.new, "gone": cycles.gone],
      "redundant": ["new": redundant.new, "gone": redundant.gone],
      "metrics": ["before": difference.metrics.before.json, "after": difference.metrics.after.json],
      "touched": touched.isEmpty ? nil : touched,
    ])
  }
}

extension ModuleMove {
  /// The number of the old module's files that are in the new one, and the total number of its files, are left out if
  /// the move was detected by name or folder.
  fileprivate var json: JSON.Object {
    [
      "before": before.place, "after": after.place, "isRenamed": isRenamed,
      "sharedFiles": succession?.sharedFiles, "files": succession?.files,
    ]
  }
}

extension Module {
  fileprivate var place: JSON.Object { ["id": id, "path": path] }
}

extension GraphDifference.Edge {
  fileprivate var json: JSON.Object {
    ["from": from, "to": to, "before": before.isEmpty ? nil : before, "after": after.isEmpty ? nil : after]
  }
}

extension GraphMetrics {
  fileprivate var json: JSON.Object {
    [
      "nodes": graph.nodes.count, "edges": graph.edges.count, "lines": lines?.exact, "linesAtLeast": lines?.lowerBound,
      "height": height, "density": density, "cycles": cycleCount, "redundant": redundantEdges.count,
    ]
  }
}
