package import ModuleGraph

extension Proposal {
  /// Finds what can be in no build of a workspace, before one is recorded for it.
  ///
  /// Where the workspace depends on other packages, a recorded build knows modules that the graph does not: names are then
  /// left to it.
  /// - Parameters:
  ///   - graph: the workspace's.
  ///   - files: its source files.
  /// - Throws: `ProposalError`.
  package func check(in graph: ModuleGraph, files: [ModuleID: [ModuleFile]]) throws(ProposalError) {
    let built = graph.modules.filter { $0.kind.hasSources && $0.kind != .test }
    var structure = ProposedStructure(
      graph, built: Set(built.map(\.id)), files: files,
      // No number of cores that anybody would propose, so that no change of it seems to change nothing.
      machine: BuildMachine(cores: .max, jobs: .max, isJobsStated: false, unblocking: .atEmitModule))
    do { try structure.apply(self) } catch {
      let isClosed = !graph.modules.contains { $0.kind == .external }
      switch error {
      case .unknownModule where !isClosed, .notBuilt where !isClosed, .noDependency where !isClosed: return
      case .changesNothing(.unblock): return
      default: throw error
      }
    }
  }
}
