import Documents
package import ModuleGraph
package import Reports
import RunHistory
package import Workspace

/// A request to find what a change of a workspace can reach.
package struct AffectedRequest: Hashable, Sendable {
  package var graph = GraphRequest()
  package var change = ChangeRequest()
  /// The kinds that are shown; empty for all.
  package var kinds: Set<AffectedItem.Kind> = []
  /// The greatest distance that counts; `nil` for any.
  package var limit: Int?
  /// What is explained; `nil` for nothing.
  package var explained: Subject?
  /// The number of parts that jobs divide the tests into.
  package var partCount = 1
  /// The file of results with the times of tests; `nil` for the history.
  package var results: String?

  package enum Subject: Hashable, Sendable {
    case all
    case module(String)
  }

  package init() {}
}

/// Finds what a change of a workspace can reach.
package struct AffectedService {
  package let request: AffectedRequest
  let configuration: LoadedConfiguration

  package init(_ request: AffectedRequest, _ configuration: LoadedConfiguration) {
    (self.request, self.configuration) = (request, configuration)
  }

  /// A change, and what it reaches.
  package struct Answer {
    package let affected: AffectedModules
    let states: AffectedReport.States
    let fileCount: Int
    /// See ``ImpactSearch/unowned``.
    let unowned: [String]
    /// The workspace after the change; before it, if that cannot be read.
    package let workspace: LoadedWorkspace
    /// Why the workspace cannot be read after the change.
    package var failure: (any Error)?
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

  private var workspace: WorkspaceRequest { request.graph.workspace }

  /// Finds what the change reaches, and says what the user should know.
  package func answer() async throws -> Answer {
    let answer = try await answer(try await change())
    if !workspace.isQuiet { answer.explain(configuration) }
    return answer
  }

  // MARK: The change

  /// - Throws: `RevisionError`, `InputFile.Unreadable`, `CancellationError`.
  func change() async throws -> Change {
    let (options, path) = (request.change, workspace.path)
    let named = try options.namedFiles()
    let repository: GitRepository
    do { repository = try await GitRepository(around: path) } catch RevisionError.noRepository
      where options.base == nil && options.head == nil
    {
      guard !options.files.isEmpty else {
        throw ServiceError(
          "`\(path.visible)` is not in a git repository, so nothing says what changed. List the files with --files, or name a folder in "
            + "a repository with --package-path.")
      }
      return Change(states: .init(base: "before", head: "working tree"), files: named)
    }
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
    if head == nil, !options.isUncommitted || options.isUntracked {
      change.untracked = try await repository.untrackedFiles()
    }
    guard options.files.isEmpty else { return change }
    if options.isUncommitted || !options.isUntracked {
      change.files = try await repository.changedFiles(from: base.commit, to: head)
    }
    change.files.formUnion(change.untracked)
    return change
  }

  private func base(
    _ options: ChangeRequest, in repository: GitRepository
  ) async throws -> (name: String, commit: String) {
    if options.isUncommitted || options.isUntracked { return ("HEAD", try await repository.commit("HEAD")) }
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
      if !workspace.isQuiet, let note = head.noteOnProjects(shownBelow: workspace.path) {
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
        affected: AffectedModules(impact, in: try request.graph.graph(of: before)), states: change.states,
        fileCount: change.files.count, unowned: [], workspace: before, failure: error)
    }
  }

  private func load(_ revision: String?, calling name: String, of change: Change) async throws -> LoadedWorkspace {
    let loader = try workspace.loader(configuration, keepsGoing: true, fillsCheckout: true)
    let discovery = workspace.discovery(configuration)
    let (path, repository) = (workspace.path, change.repository)
    let loaded = try await Interruption.cancelling {
      if let revision, let repository {
        return try await loader.load(revision: revision, of: repository, discovery: discovery)
      }
      return try await loader.load(packagePath: path, discovery: discovery)
    }
    if !workspace.isQuiet {
      for note in loaded.notes { Terminal.note("warning: in \(name): \(note)".visible) }
    }
    workspace.showTimings(of: loaded)
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
      affected: AffectedModules(impact, in: try request.graph.graph(of: head), within: request.limit),
      states: change.states,
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
    let loader = try workspace.loader(configuration, keepsGoing: true)
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

// MARK: The report

extension AffectedService {
  /// - Throws: `SelectionError` for a module to explain whose name no module has, or several have.
  package func report(_ answer: Answer) throws -> AffectedReport {
    let graph = answer.affected.graph
    var sampleApps: Set<ModuleID> = []
    do {
      let roles = try Roles(
        graph, settings: configuration.settings.roles, unreadProject: answer.workspace.unreadProject)
      sampleApps = Set(roles.assignments.filter { $0.role == .sampleApp }.map(\.module))
    } catch {
      if !workspace.isQuiet { Terminal.note("warning: sample apps are unknown: \("\(error)".visible)") }
    }
    let programs = graph.modules.filter { [.app, .executable, .tool].contains($0.kind) }.map(\.id)
    var report = AffectedReport(
      answer.affected,
      items: answer.affected.items(sampleApps: sampleApps, apps: Set(programs).subtracting(sampleApps)),
      kinds: request.kinds, between: answer.states, fileCount: answer.fileCount, unowned: answer.unowned)
    report.partCount = request.partCount
    if report.partCount > 1 { report.seconds = try seconds(in: answer.workspace.rootPath) }
    report.explanation = try request.explained.map { try $0.module(in: graph) }
    return report
  }

  /// How long tests took in `modgauge test`, if there is a history.
  /// - Parameter root: the workspace's folder.
  func seconds(in root: String) throws -> [ModuleID: Double] {
    let file = try HistoryFile(named: request.results, configuration: configuration, root: root)
    guard Path.isFile(file.path) else { return [:] }
    do {
      let seconds = try file.open(creates: false).testSeconds()
      return Dictionary(
        seconds.compactMap { name, seconds in ModuleID(name).map { ($0, seconds) } }, uniquingKeysWith: { $1 })
    } catch {
      Terminal.note("warning: tests are divided by their lines, since no times are known: \("\(error)".visibleLines)")
      return [:]
    }
  }
}

extension AffectedRequest.Subject {
  fileprivate func module(in graph: ModuleGraph) throws -> AffectedReport.Explanation {
    guard case .module(let name) = self else { return .all }
    if let module = graph.module(named: name) { return .module(module.id) }
    let own = graph.modules.filter { !$0.kind.isOutside }
    let same = own.filter { $0.name == name }.map(\.id.description)
    if same.count > 1 { throw SelectionError.ambiguous(word: name, candidates: same) }
    throw SelectionError.unknown(
      word: name, subject: .module, flag: nil, nearest: own.map(\.name).nearest(to: name))
  }
}

extension AffectedService.Answer {
  /// Says on standard error which files touch everything because nothing owns them, and what to write about them.
  func explain(_ configuration: LoadedConfiguration) {
    for note in notes { Terminal.note("warning: \(note)".visible) }
    guard !unowned.isEmpty else { return }
    let shown = unowned.map { "`\($0.visible)`" }.listed(atMost: 10)
    let file = configuration.file ?? ".modgauge.yml"
    Terminal.note(
      "note: no target owns \(shown), so "
        + "that everything is affected. If \(unowned.count == 1 ? "it touches" : "they touch") nothing that is tested, write "
        + "into \(file.visible):\n  affected: { ignore: [\(patterns.joined(separator: ", "))] }")
  }

  /// A pattern for each folder at the top; beside them, and where modules are, for the files of a name, or of a kind if there
  /// are several.
  private var patterns: [String] {
    let sources = Set(workspace.graph.modules.compactMap { $0.path?.split(separator: "/").first })
    let paths = unowned.map { $0.split(separator: "/") }
    func kind(_ path: [Substring]) -> String? {
      guard path.count == 1, let dot = path[0].lastIndex(of: "."), dot != path[0].startIndex else { return nil }
      return "*\(path[0][dot...])"
    }
    let kinds = Dictionary(grouping: paths.compactMap(kind)) { $0 }.filter { $0.value.count > 2 }
    var (patterns, seen): ([String], Set<String>) = ([], [])
    for parts in paths {
      let isFolder = parts.count > 1 && parts[0] != ".." && !sources.contains(parts[0])
      let own = parts.count > 1 ? "**/\(parts[parts.count - 1])" : parts.joined()
      let pattern = isFolder ? "\(parts[0])/**" : kind(parts).flatMap { kinds[$0] == nil ? nil : $0 } ?? own
      if seen.insert(pattern).inserted { patterns.append(pattern) }
    }
    let words = patterns.prefix(20).map {
      "\"\($0.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").visible)\""
    }
    return words + (patterns.count > words.count ? ["…"] : [])
  }
}
