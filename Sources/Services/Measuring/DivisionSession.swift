import BuildAnalysis
package import Documents
package import Foresight
package import ModuleGraph
package import Reports
import SymbolIndex
package import Workspace

/// Reads the dependencies between the files of divided modules, if a build left an index.
package struct DivisionSession {
  let workspace: WorkspaceRequest

  package init(workspace: WorkspaceRequest) { self.workspace = workspace }

  /// - Returns: the proposal with the dependencies of the parts, these dependencies, and whether there was an index.
  /// - Throws: `ProposalError` if parts need one another.
  package func divided(
    _ proposal: Proposal, of loaded: LoadedWorkspace
  ) async throws -> (proposal: Proposal, divisions: [ProposedDivision], index: [IndexUse]) {
    let words = Set(proposal.changes.compactMap(\.dividedModule)).sorted()
    guard !words.isEmpty else { return (proposal, [], []) }
    guard isIndexed(loaded) else { return (proposal, [], [IndexUse(words, .absent)]) }
    let (graphs, index) = try await graphs(of: words, in: loaded)
    let (divided, divisions) = try proposal.divided(graphs, in: loaded.graph)
    return (divided, divisions, index)
  }

  /// The maximum number of modules to search for seams.
  private static let mostModules = 20

  /// Ways to split the largest modules; none for modules without an up-to-date index. If there is an index, other
  /// modules have none either: the dependencies between their files are not read, and halves that depend on one another
  /// cannot be modules.
  package func seams(of loaded: LoadedWorkspace) async throws -> (seams: [ModuleID: [Seam]], index: [IndexUse]) {
    let own = loaded.graph.modules.filter {
      $0.kind == .regular && $0.languages.contains("swift") && $0.sources ?? 0 > 1 && $0.lines ?? 0 > Seams.leastLines
    }
    let counts = Dictionary(grouping: own, by: \.name)
    let largest = own.filter { counts[$0.name]?.count == 1 }.sorted { ($1.lines ?? 0, $0.id) < ($0.lines ?? 0, $1.id) }
      .prefix(Self.mostModules)
    guard isIndexed(loaded) else {
      return ([:], largest.isEmpty ? [] : [IndexUse(largest.map(\.name).sorted(), .absent)])
    }
    let (files, index) = try await graphs(of: largest.map(\.name), in: loaded)
    let sought = Set(largest.map(\.id))
    let found = largest.compactMap { module in files[module.name].map { (module.id, $0.seams) } }
    let others = loaded.graph.modules.filter { !sought.contains($0.id) }.map { ($0.id, [Seam]()) }
    return (Dictionary(found + others) { first, _ in first }, index)
  }

  private func isIndexed(_ loaded: LoadedWorkspace) -> Bool {
    !IndexLocation.builds(of: [loaded.rootPath] + loaded.packages.map(\.path)).isEmpty
  }

  /// The file graphs of modules, without modules that have no up-to-date index, and without names that match no module.
  /// Prints why modules are left out, unless there is no index.
  private func graphs(
    of words: [String], in loaded: LoadedWorkspace
  ) async throws -> (found: [String: FileGraph], index: [IndexUse]) {
    var found: [String: FileGraph] = [:]
    var uses: [Use: [String]] = [:]
    do {
      let session = try await FileGraphSession(of: workspace)
      for word in words {
        let answer = try await graph(of: word, in: loaded, from: session)
        found[word] = answer.graph
        if let use = answer.use { uses[use, default: []].append(word) }
      }
    } catch let error as IndexError { uses[Use(state: .unreadable, reason: "\(error)".visibleLines)] = words }
    let index = uses.map { IndexUse($1.sorted(), $0.state, reason: $0.reason) }
      .sorted { ($0.modules.first ?? "") < ($1.modules.first ?? "") }
    for use in index where !workspace.isQuiet { note(use) }
    return (found, index)
  }

  private struct Use: Hashable {
    let state: IndexUse.State
    var reason: String?
  }

  private func note(_ use: IndexUse) {
    let unknown = "note: the dependencies between the files of \(use.modules.listed(atMost: 3)) are unknown: "
    switch use.state {
    case .used, .absent: break
    case .outdated:
      Terminal.note(
        unknown + "by its date, the index is older than the sources; a checkout also changes dates. Update it with "
          + "`swift build --enable-index-store`")
    case .unreadable: Terminal.note(unknown + (use.reason ?? ""))
    }
  }

  /// - Returns: no graph if the module has no up-to-date index; neither a graph nor a use if there is no such module.
  private func graph(
    of word: String, in loaded: LoadedWorkspace, from session: FileGraphSession
  ) async throws -> (graph: FileGraph?, use: Use?) {
    do { return (try await session.graph(of: word, in: loaded), Use(state: .used)) } catch let error as IndexError {
      switch error {
      case .noSources: return (nil, nil)
      case .notIndexed: return (nil, Use(state: .absent))
      case .outdated: return (nil, Use(state: .outdated))
      case .libraryMissing, .storeUnreadable:
        return (nil, Use(state: .unreadable, reason: "\(error)".visibleLines))
      }
    } catch is SelectionError { return (nil, nil) }
  }
}
