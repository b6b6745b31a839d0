package import Documents
package import ModuleGraph
package import Workspace

/// A workspace, and the conditions for which its graph is read.
package struct GraphRequest: Hashable, Sendable {
  package var workspace = WorkspaceRequest()
  package var traits = TraitRequest()
  /// The platform whose conditions apply; `nil` for all.
  package var platform: String?

  package init() {}

  /// The platform as SwiftPM names it in conditions.
  var platformOfConditions: String? { platform?.lowercased() }

  /// A workspace's graph with the conditions applied.
  package func graph(of loaded: LoadedWorkspace) throws -> ModuleGraph {
    try traits.graph(of: loaded, platform: platformOfConditions)
  }

  /// Prints notes on a graph, unless none are wanted.
  package func explain(_ graph: ModuleGraph, layers: Layers) {
    guard !workspace.isQuiet else { return }
    if let platform {
      let host = graph.environment?.os ?? "this machine"
      Terminal.note("note: conditions are those of \(platform); `#if os` in manifests was decided for \(host)")
    }
    layers.warnIfUnused(in: graph)
  }
}

extension Layers {
  /// Prints a warning for each layer that no module belongs to.
  package func warnIfUnused(in graph: ModuleGraph) {
    let used = Set(graph.modules.compactMap { index(of: $0.id) })
    for (index, layer) in all.enumerated() where !used.contains(index) {
      Terminal.note("warning: no module belongs to the layer “\(layer.name)”")
    }
  }
}
