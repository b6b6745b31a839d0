package import BuildAnalysis
package import ModuleGraph

extension Proposal {
  /// Finds errors of a proposal that no build of the workspace could resolve, before a build is recorded for it.
  ///
  /// If the workspace depends on other packages, a recorded build contains modules that the graph does not. Unknown
  /// names are then not reported.
  /// - Parameters:
  ///   - graph: the graph of the workspace.
  ///   - files: the source files of the workspace.
  /// - Throws: `ProposalError`.
  package func check(in graph: ModuleGraph, files: [ModuleID: [ModuleFile]]) throws(ProposalError) {
    let built = graph.modules.filter { $0.kind.hasSources && $0.kind != .test }
    var structure = ProposedStructure(
      graph, built: Set(built.map(\.id)), files: files,
      // Numbers that no proposal contains, so that a proposed number never equals the current one.
      machine: BuildMachine(cores: .max, jobs: .max, isJobsStated: false, unblocking: .atEmitModule))
    do { try structure.apply(self) } catch {
      let isClosed = !graph.modules.contains { $0.kind.isOutside }
      switch error {
      case .unknownModule where !isClosed, .notBuilt where !isClosed, .noDependency where !isClosed: return
      case .changesNothing(.unblock): return
      default: throw error
      }
    }
  }
}
