import BuildAnalysis
import ModuleGraph
import SymbolIndex
import Workspace

/// Looks up what the files of divided modules need of one another, where a build left an index.
struct DivisionSession {
  let workspace: WorkspaceOptions

  /// - Returns: the proposal with the dependencies that parts need, and what these are.
  /// - Throws: `ProposalError` where parts need one another.
  func divided(
    _ proposal: Proposal, of loaded: LoadedWorkspace
  ) async throws -> (proposal: Proposal, divisions: [ProposedDivision]) {
    let words = Set(proposal.changes.compactMap(\.dividedModule)).sorted()
    guard !words.isEmpty, !IndexPlace.builds(of: [loaded.rootPath] + loaded.packages.map(\.path)).isEmpty else {
      return (proposal, [])
    }
    var files: [String: FileGraph] = [:]
    for word in words { files[word] = try await graph(of: word, in: loaded) }
    return try proposal.divided(files, in: loaded.graph)
  }

  /// - Returns: `nil` if no index describes the module as it is, or there is no such module.
  private func graph(of word: String, in loaded: LoadedWorkspace) async throws -> FileGraph? {
    let session = FileGraphSession(
      options: try FileOptions.parse(["--files", word]), workspace: workspace, traits: try TraitOptions.parse([]))
    do { return try await session.graph(of: loaded) } catch let error as IndexError {
      switch error {
      case .notIndexed, .noSources: break
      case .outdated(_, let changed, let missing, _, let command):
        let files = (changed + missing).prefix(3).joined(separator: ", ")
        explain(word, "the index is older than \(files). Update it with `\(command)`")
      case .libraryMissing, .storeUnreadable: explain(word, "\(error)")
      }
      return nil
    } catch is SelectionError { return nil }
  }

  private func explain(_ module: String, _ reason: String) {
    guard !workspace.quiet else { return }
    Terminal.note("note: it is not known what the files of \(module) need of one another: \(reason.visibleLines)")
  }
}
