import Documents
package import ModuleGraph
package import Reports
package import Workspace

/// One state of a module graph that is compared with another.
package struct ComparedState {
  /// Its name for the user.
  package let name: String
  package let graph: ModuleGraph
  /// Absent for a graph file, and for a revision without a package.
  package var workspace: LoadedWorkspace?
  /// The commit; absent for a graph file and for the working tree.
  package var commit: String?

  /// See ``LoadedWorkspace/unknownFolders``.
  var unknownFolders: Set<String> { Set(workspace?.unknownFolders ?? []) }

  fileprivate func leavingOut(_ folders: Set<String>) -> ComparedState {
    ComparedState(name: name, graph: graph.leavingOut(folders), workspace: workspace, commit: commit)
  }

  /// The modules whose files differ from those of an earlier state, sorted; empty if their owners are not known.
  package func touchedModules(since earlier: ComparedState, around path: String) async throws -> [TouchedModule] {
    guard let workspace, let owners = workspace.owners, owners.file != nil, let base = earlier.commit else { return [] }
    let files = try await GitRepository(around: path).changedFiles(from: base, to: commit)
    let places = FileOwners(workspace)
    return Set(files.flatMap { places.owners(of: $0)?.modules ?? [] }).sorted().map { module in
      TouchedModule(name: module.name, owners: owners[module])
    }
  }
}

/// Two states that are compared.
package struct ComparedStates {
  private enum State {
    case file(String)
    case revision(String)
    /// Where the second revision left the first.
    case mergeBase(String, String)
    case workingTree
  }

  private let base: State
  private let head: State

  /// The working tree, and its merge base with a revision, as for a pull request.
  package init(workingTreeSince revision: String) {
    base = .mergeBase(revision, "HEAD")
    head = .workingTree
  }

  /// A revision, and its merge base with another one.
  package init(_ head: String, since revision: String) {
    base = .mergeBase(revision, head)
    self.head = .revision(head)
  }

  /// - Parameters:
  ///   - base: a graph file, a revision, or both states as `a..b` or `a...b`.
  ///   - head: a graph file, a revision, or `nil` for the working tree.
  /// - Throws: `InvalidRequest` if that names three states.
  package init(_ base: String, _ head: String?) throws(InvalidRequest) {
    if let head {
      if let range = [base, head].first(where: { Self.range($0) != nil }) {
        throw InvalidRequest("“\(range)” names both states; give it alone.")
      }
      self.base = Self.state(base)
      self.head = Self.state(head)
    } else if let (from, to, isSymmetric) = Self.range(base) {
      self.base = isSymmetric ? .mergeBase(from, to) : .revision(from)
      self.head = .revision(to)
    } else {
      self.base = Self.state(base)
      self.head = .workingTree
    }
  }

  private static func state(_ word: String) -> State { Path.isFile(word) ? .file(word) : .revision(word) }

  /// Reads `a..b` and `a...b`; a side that is left out is `HEAD`.
  private static func range(_ word: String) -> (from: String, to: String, isSymmetric: Bool)? {
    guard !Path.isFile(word), let dots = word.firstRange(of: "..") else { return nil }
    let isSymmetric = word[dots.upperBound...].hasPrefix(".")
    let (from, to) = (word[..<dots.lowerBound], word[dots.upperBound...].dropFirst(isSymmetric ? 1 : 0))
    // No revision begins with a slash, and paths such as `../graph.json` do behind their dots.
    guard !to.hasPrefix("/"), !from.hasSuffix("/"), !to.contains("..") else { return nil }
    return (from.isEmpty ? "HEAD" : String(from), to.isEmpty ? "HEAD" : String(to), isSymmetric)
  }

  /// Loads both, and prints their warnings.
  /// - Parameter reads: what is read of files besides.
  package func load(
    _ request: GraphRequest, _ configuration: LoadedConfiguration, reads: FileReadings
  ) async throws -> (before: ComparedState, after: ComparedState, successions: [ModuleSuccession]) {
    let source = StateLoader(request: request, configuration: configuration, reads: reads)
    let before = try await source.load(base)
    let after = try await source.load(head)
    if before.obstacle != nil, let obstacle = after.obstacle { throw obstacle }
    if !request.workspace.isQuiet { Self.warn(of: before, after) }
    let unknown = before.state.unknownFolders.union(after.state.unknownFolders)
    let (first, second) = (before.state.leavingOut(unknown), after.state.leavingOut(unknown))
    if !request.workspace.isQuiet, first.graph != before.state.graph || second.graph != after.state.graph {
      let paths = unknown.sorted().map { "`\($0)`" }.listed(atMost: 3)
      Terminal.note("warning: what is below \(paths) was not compared, since one of the states lacks it".visible)
    }
    return (first, second, try await source.successions(first, second))
  }

  /// Prints warnings about both states once; a warning about one of them names it.
  private static func warn(of before: StateLoader.Answer, _ after: StateLoader.Answer) {
    for note in before.notes + after.notes.filter({ !before.notes.contains($0) }) {
      Terminal.note("warning: \(note.visible)")
    }
    let shared = Set(before.warnings).intersection(after.warnings)
    for warning in before.warnings where shared.contains(warning) { Terminal.note("warning: \(warning.visible)") }
    for answer in [before, after] {
      for warning in answer.warnings where !shared.contains(warning) {
        Terminal.note("warning: in \(answer.state.name): \(warning)".visible)
      }
      if answer.obstacle != nil {
        Terminal.note(
          "note: there is no Swift package in \(answer.state.name); it counts as an empty graph".visible)
      }
    }
  }

  /// Loads states.
  private struct StateLoader {
    let request: GraphRequest
    let configuration: LoadedConfiguration
    let reads: FileReadings

    private var workspace: WorkspaceRequest { request.workspace }

    struct Answer {
      let state: ComparedState
      /// How the state was read, which concerns the other one as well.
      var notes: [String] = []
      var warnings: [String] = []
      /// Why a revision without a package has no graph.
      var obstacle: (any Error)?
    }

    func load(_ state: State) async throws -> Answer {
      let path = workspace.path
      switch state {
      case .file(let file): return try await load(file: file)
      case .workingTree:
        return try await answer("working tree") { loader, discovery in
          if let repository = try? await GitRepository(around: path), repository.isBare {
            throw RevisionError.bare(folder: path)
          }
          return try await loader.load(packagePath: path, discovery: discovery)
        }
      case .revision(let name):
        let repository = try await GitRepository(around: path)
        let commit = try await repository.commit(name)
        return try await answer(name, commit: commit) {
          try await $0.load(revision: name, of: repository, discovery: $1)
        }
      case .mergeBase(let one, let other):
        let repository = try await GitRepository(around: path)
        let commit = try await repository.mergeBase(one, other)
        return try await answer("merge base of \(one) and \(other) (\(commit.prefix(10)))", commit: commit) {
          try await $0.load(revision: String(commit.prefix(10)), of: repository, discovery: $1)
        }
      }
    }

    private func load(file: String) async throws -> Answer {
      do {
        return Answer(
          state: ComparedState(name: file, graph: try InputFile.document(at: file, ModuleGraph.init(json:))))
      } catch {
        // Some files have names of revisions, such as HEAD in a bare repository.
        guard let repository = try? await GitRepository(around: workspace.path),
          (try? await repository.commit(file)) != nil
        else { throw error }
        return try await load(.revision(file))
      }
    }

    /// The modules that replaced others, according to git; the first of the two states must be a commit.
    func successions(_ before: ComparedState, _ after: ComparedState) async throws -> [ModuleSuccession] {
      guard let base = before.workspace, let commit = before.commit, let head = after.workspace else { return [] }
      let repository = try await GitRepository(around: workspace.path)
      let loader = try workspace.loader(configuration)
      return try await Interruption.cancelling {
        try await loader.successions(from: base, at: commit, to: head, at: after.commit, in: repository)
      }
    }

    private func answer(
      _ name: String, commit: String? = nil,
      load: @escaping @Sendable (WorkspaceLoader, DiscoveryOptions) async throws -> LoadedWorkspace
    ) async throws -> Answer {
      do {
        let loader = try workspace.loader(configuration, reads: reads, fillsCheckout: true)
        let discovery = workspace.discovery(configuration)
        let loaded = try await Interruption.cancelling { try await load(loader, discovery) }
          .enabling(request.traits.selection)
        workspace.showTimings(of: loaded)
        let graph = try request.graph(of: loaded)
        return Answer(
          state: ComparedState(name: name, graph: graph, workspace: loaded, commit: commit),
          notes: loaded.notes
            + [loaded.noteOnProjects(shownBelow: request.workspace.path)].compactMap(\.self),
          warnings: graph.warnings)
      } catch let error where commit != nil && Self.meansNoPackage(error) {
        return Answer(state: ComparedState(name: name, graph: ModuleGraph(), commit: commit), obstacle: error)
      }
    }

    private static func meansNoPackage(_ error: any Error) -> Bool {
      if case RevisionError.folderMissing = error { return true }
      switch error {
      case WorkspaceError.manifestMissing, WorkspaceError.onlyXcode: return true
      default: return false
      }
    }
  }
}
