import ModuleGraph
import Reports
import Services
import Workspace

/// Finds what a change of a workspace can reach.
struct AffectedSession {
  let command: any WorkspaceCommand
  let configuration: FoundConfiguration
  /// The greatest distance that counts; `nil` for any.
  var limit: Int?

  /// A change, and what it reaches.
  struct Answer {
    let affected: AffectedModules
    let states: AffectedReport.States
    let fileCount: Int
    /// See ``ImpactSearch/unowned``.
    let unowned: [String]
    /// The workspace after the change; before it, if that cannot be read.
    let workspace: LoadedWorkspace
    /// Why the workspace cannot be read after the change.
    var failure: (any Error)?
    /// What the user should know.
    var notes: [String] = []
  }

  /// Two states, and the files that differ.
  struct Change {
    /// `nil` outside repositories.
    var repository: GitRepository?
    /// `nil` where nothing was committed.
    var base: String?
    /// `nil` for the working tree.
    var head: String?
    let states: AffectedReport.States
    /// Absolute.
    var files: Set<String>
    var untracked: Set<String> = []
  }

  private var path: String { command.workspace.packagePath }

  // MARK: The change

  /// - Throws: `RevisionError`, `InputFile.Unreadable`, `CancellationError`.
  func change(_ options: ChangeOptions) async throws -> Change {
    let named = try options.namedFiles()
    let repository: GitRepository
    do { repository = try await GitRepository(around: path) } catch RevisionError.noRepository
      where !options.files.isEmpty && options.base == nil && options.head == nil
    { return Change(states: .init(base: "before", head: "working tree"), files: named) }
    if repository.isBare, options.head == nil { throw RevisionError.bare(folder: path) }
    let base: (name: String, commit: String)
    do { base = try await self.base(options, in: repository) } catch RevisionError.noCommits where options.head == nil {
      return Change(
        repository: repository, states: .init(base: "nothing", head: "working tree"),
        files: named.isEmpty ? try await repository.untrackedFiles() : named)
    }
    var head: String?
    if let name = options.head { head = try await repository.commit(name) }
    let states = AffectedReport.States(
      base: base.name, head: options.head ?? "working tree", baseCommit: base.commit, headCommit: head)
    var change = Change(
      repository: repository, base: base.commit, head: head, states: states, files: named)
    if head == nil, !options.uncommitted || options.untracked {
      change.untracked = try await repository.untrackedFiles()
    }
    guard options.files.isEmpty else { return change }
    if options.uncommitted || !options.untracked {
      change.files = try await repository.changedFiles(from: base.commit, to: head)
    }
    change.files.formUnion(change.untracked)
    return change
  }

  private func base(
    _ options: ChangeOptions, in repository: GitRepository
  ) async throws -> (name: String, commit: String) {
    if options.uncommitted || options.untracked { return ("HEAD", try await repository.commit("HEAD")) }
    let head = options.head ?? "HEAD"
    _ = try await repository.commit(head)
    var branch = options.base ?? ""
    if options.base == nil { branch = try await repository.defaultBranch() }
    let commit = try await repository.mergeBase(branch, head)
    let isSame = try await repository.commit(branch) == commit
    return (isSame ? branch : "merge base of \(branch) and \(head) (\(commit.prefix(10)))", commit)
  }

  // MARK: What it reaches

  /// - Throws: `WorkspaceError`, `RevisionError`, `CancellationError`; a workspace that cannot be read after the change
  ///   is part of the answer if it can be read before it.
  func answer(_ change: Change) async throws -> Answer {
    do {
      let head = try await load(change.head, calling: change.states.head, of: change)
      if !command.workspace.quiet, let note = head.noteOnProjects(shownBelow: path) {
        Terminal.note("warning: \(note)".visible)
      }
      return try await answer(change, on: head)
    } catch let error as WorkspaceError {
      guard let base = change.base,
        let before = try? await load(base, calling: change.states.base, of: change)
      else { throw error }
      var impact = ChangeImpact()
      impact.addEverything(ChangeCause(.unreadable, change.states.head, detail: "it cannot be loaded"))
      return Answer(
        affected: AffectedModules(impact, in: try command.graph(of: before)), states: change.states,
        fileCount: change.files.count, unowned: [], workspace: before, failure: error)
    }
  }

  private func load(_ revision: String?, calling name: String, of change: Change) async throws -> LoadedWorkspace {
    let loader = try command.workspace.request.loader(configuration, keepsGoing: true, fillsCheckout: true)
    let discovery = command.workspace.request.discovery(configuration)
    let (path, repository) = (path, change.repository)
    let loaded = try await Interruption.cancelling {
      if let revision, let repository {
        return try await loader.load(revision: revision, of: repository, discovery: discovery)
      }
      return try await loader.load(packagePath: path, discovery: discovery)
    }
    if !command.workspace.quiet {
      for note in loaded.notes { Terminal.note("warning: in \(name): \(note)".visible) }
    }
    command.workspace.request.showTimings(of: loaded)
    return loaded
  }

  private func answer(_ change: Change, on head: LoadedWorkspace) async throws -> Answer {
    var known = WorkspaceChange(files: change.files, head: head)
    var notes: [String] = []
    if let repository = change.repository {
      let links = try await repository.links(in: change.head, besides: change.untracked)
      known.files = change.files.shownThrough(links)
    }
    let policy = FilePolicy(configuration.settings.affected, relativeTo: configuration.base ?? head.rootPath)
    var unreadable: [ChangeCause] = []
    if change.base == nil, change.repository != nil {
      unreadable.append(ChangeCause(.unreadable, "HEAD", detail: "nothing was committed yet, so that all is new"))
    } else if ImpactSearch.needsBase(known, policy) {
      do { try await addBase(of: change, to: &known) } catch let error as WorkspaceError {
        unreadable.append(ChangeCause(.unreadable, change.states.base, detail: "it cannot be loaded"))
        notes.append("\(change.states.base) cannot be compared: \(error)")
      }
    }
    try await addPins(of: change, to: &known, &notes)
    var search = ImpactSearch(known, policy)
    var impact = search.found()
    for cause in unreadable { impact.addEverything(cause) }
    return Answer(
      affected: AffectedModules(impact, in: try command.graph(of: head), within: limit), states: change.states,
      fileCount: change.files.count, unowned: search.unowned, workspace: head, notes: notes)
  }

  private func addBase(of change: Change, to known: inout WorkspaceChange) async throws {
    let folders = known.changedPackages
    guard let repository = change.repository, let base = change.base else {
      known.manifests = Dictionary(uniqueKeysWithValues: folders.map { ($0, .unknown) })
      return
    }
    let before = try await load(base, calling: change.states.base, of: change)
    known.base = before
    let loader = try command.workspace.request.loader(configuration, keepsGoing: true)
    let changed = known.changedPackages
    known.manifests = try await Interruption.cancelling {
      try await loader.manifestChanges(in: changed, from: base, to: change.head, of: repository)
    }
  }

  private func addPins(
    of change: Change, to known: inout WorkspaceChange, _ notes: inout [String]
  ) async throws {
    var dependents: [String: Set<String>]? = [:]
    for path in known.resolvedFiles {
      var (old, new): (PinnedVersions?, PinnedVersions?) = (PinnedVersions.none, PinnedVersions.none)
      if let repository = change.repository, let base = change.base {
        if let bytes = try await repository.file(path, in: base) { old = PinnedVersions(bytes) }
        if let head = change.head, let bytes = try await repository.file(path, in: head) { new = PinnedVersions(bytes) }
      }
      if change.head == nil, Path.isFile(path) { new = PinnedVersions(try InputFile.read(path)) }
      guard let old, let new else {
        known.pins[path] = .some(nil)
        continue
      }
      known.pins[path] = new.changes(since: old)
      let more = new.dependents(inCheckouts: [known.head.rootPath + "/.build/checkouts"])
      dependents = more.flatMap { more in dependents?.merging(more) { $0.union($1) } }
    }
    known.dependentsOfPins = dependents
    if dependents == nil {
      notes.append(
        "Which of the fetched packages depend on which is unknown without their checkouts, so that a new version counts for "
          + "the modules that name its package. `swift package resolve` fetches them.")
    }
  }
}

extension AffectedSession.Answer {
  /// Says on standard error which files touch everything because nothing owns them, and what to write about them.
  func tell(of configuration: FoundConfiguration) {
    for note in notes { Terminal.note("warning: \(note)".visible) }
    guard !unowned.isEmpty else { return }
    let shown = unowned.map { "`\($0.visible)`" }.listed(atMost: 10)
    let file = configuration.file ?? ".modgauge.yml"
    Terminal.note(
      "note: no target owns \(shown), so "
        + "that everything is affected. If \(unowned.count == 1 ? "it touches" : "they touch") nothing that is tested, write "
        + "into \(file.visible):\n  affected: { ignore: [\(patterns.joined(separator: ", "))] }")
  }

  /// A pattern for each folder at the top; where modules are, only for the files of a name.
  private var patterns: [String] {
    let sources = Set(workspace.graph.modules.compactMap { $0.path?.split(separator: "/").first })
    var patterns: [String] = []
    for path in unowned {
      let parts = path.split(separator: "/")
      let isFolder = parts.count > 1 && parts[0] != ".." && !sources.contains(parts[0])
      let pattern = isFolder ? "\(parts[0])/**" : parts.count > 1 ? "**/\(parts[parts.count - 1])" : path
      if !patterns.contains(pattern) { patterns.append(pattern) }
    }
    return patterns.prefix(5).map {
      "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").visible)\""
    }
  }
}
