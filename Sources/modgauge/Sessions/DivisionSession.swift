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
    guard !words.isEmpty, isIndexed(loaded) else { return (proposal, []) }
    return try proposal.divided(try await graphs(of: words, in: loaded), in: loaded.graph)
  }

  /// The most modules whose seams are looked for.
  private static let mostModules = 20

  /// Ways to split the largest modules. Of those that no index describes as they are, none are known. Where there is an
  /// index, other modules have none: how their files need one another is not looked up, and halves that need one another
  /// cannot be modules.
  func seams(of loaded: LoadedWorkspace) async throws -> [ModuleID: [Seam]] {
    guard isIndexed(loaded) else { return [:] }
    let own = loaded.graph.modules.filter {
      $0.kind == .regular && $0.sources ?? 0 > 1 && $0.lines ?? 0 > Seams.leastLines
    }
    let counts = Dictionary(grouping: own, by: \.name)
    let largest = own.filter { counts[$0.name]?.count == 1 }.sorted { ($1.lines ?? 0, $0.id) < ($0.lines ?? 0, $1.id) }
      .prefix(Self.mostModules)
    let files = try await graphs(of: largest.map(\.name), in: loaded)
    let sought = Set(largest.map(\.id))
    let found = largest.compactMap { module in files[module.name].map { (module.id, $0.seams) } }
    let others = loaded.graph.modules.filter { !sought.contains($0.id) }.map { ($0.id, [Seam]()) }
    return Dictionary(found + others) { first, _ in first }
  }

  private func isIndexed(_ loaded: LoadedWorkspace) -> Bool {
    !IndexPlace.builds(of: [loaded.rootPath] + loaded.packages.map(\.path)).isEmpty
  }

  /// What the files of modules need of one another, without modules that no index describes as they are, and words for
  /// which there is no module. Why the others are left out is printed.
  private func graphs(of words: [String], in loaded: LoadedWorkspace) async throws -> [String: FileGraph] {
    var found: [String: FileGraph] = [:]
    var obstacles: [String: [String]] = [:]
    do {
      let session = try await FileGraphSession(
        options: try FileOptions.parse([]), workspace: workspace, traits: try TraitOptions.parse([]))
      for word in words {
        let answer = try await graph(of: word, in: loaded, from: session)
        found[word] = answer.graph
        if let obstacle = answer.obstacle { obstacles[obstacle, default: []].append(word) }
      }
    } catch let error as IndexError { obstacles["\(error)"] = words }
    for (obstacle, words) in obstacles.sorted(by: { $0.key < $1.key }) where !workspace.quiet {
      let names = words.listed(atMost: 3)
      Terminal.note("note: the dependencies between the files of \(names) are unknown: \(obstacle.visibleLines)")
    }
    return found
  }

  /// - Returns: no graph if no index describes the module as it is, or there is no such module; and the reason, if the
  ///   user can do something about it.
  private func graph(
    of word: String, in loaded: LoadedWorkspace, from session: FileGraphSession
  ) async throws -> (graph: FileGraph?, obstacle: String?) {
    do { return (try await session.graph(of: word, in: loaded), nil) } catch let error as IndexError {
      switch error {
      case .notIndexed, .noSources: return (nil, nil)
      case .outdated:
        return (nil, "the index is older than the sources. Update it with `swift build --enable-index-store`")
      case .libraryMissing, .storeUnreadable: return (nil, "\(error)")
      }
    } catch is SelectionError { return (nil, nil) }
  }
}
