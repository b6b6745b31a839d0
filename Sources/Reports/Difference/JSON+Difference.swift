package import ModuleGraph

extension JSON {
  package static func difference(
    _ difference: GraphDifference, names: (base: String, head: String), touched: [TouchedModule] = []
  ) throws -> String {
    let (cycles, redundant) = (difference.cycles, difference.redundantEdges)
    return try pretty([
      "schema": "modgauge.diff/1", "base": names.base, "head": names.head,
      "nodes": [
        "added": difference.addedNodes.map(\.id), "removed": difference.removedNodes.map(\.id),
        "moved": difference.moves.map(move), "changed": difference.changedKinds,
      ] as Object,
      "products": difference.changedProducts,
      "edges": [
        "added": difference.addedEdges.map(edge), "removed": difference.removedEdges.map(edge),
        "changed": difference.changedEdges.map(edge),
      ],
      "cycles": ["new": cycles.new, "gone": cycles.gone],
      "redundant": ["new": redundant.new, "gone": redundant.gone],
      "metrics": ["before": figures(difference.metrics.before), "after": figures(difference.metrics.after)],
      "touched": touched.isEmpty ? nil : touched,
    ])
  }

  /// The number of the old module's files that are in the new one, and the total number of its files, are left out if
  /// the move was detected by name or folder.
  private static func move(_ move: ModuleMove) -> Object {
    func place(_ module: Module) -> Object { ["id": module.id, "path": module.path] }
    return [
      "before": place(move.before), "after": place(move.after), "isRenamed": move.isRenamed,
      "sharedFiles": move.succession?.sharedFiles, "files": move.succession?.files,
    ]
  }

  private static func edge(_ edge: GraphDifference.Edge) -> Object {
    [
      "from": edge.from, "to": edge.to, "before": edge.before.isEmpty ? nil : edge.before,
      "after": edge.after.isEmpty ? nil : edge.after,
    ]
  }

  private static func figures(_ metrics: GraphMetrics) -> Object {
    metrics.json + ["redundant": metrics.redundantEdges.count]
  }
}
