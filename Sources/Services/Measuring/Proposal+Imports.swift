package import Foresight
package import ModuleGraph
package import Reports
import Workspace

extension Proposal {
  /// The dependencies of the workspace that are cut, or lead to a removed module, with the lines that import what they lead
  /// to; those without any are omitted. `nil` if there are none.
  package func cutImports(in graph: ModuleGraph, _ imports: WorkspaceImports?) -> [ImportedStep]? {
    let cuts = cuts(in: graph) + dependenciesOnRemoved(in: graph)
    guard let imports, !cuts.isEmpty else { return nil }
    return cuts.compactMap { from, to in
      let sites = imports.sites(from: [from], to: [to])
      return sites.isEmpty ? nil : ImportedStep(name: "\(from.name) → \(to.name)", sites: sites)
    }
  }
}
