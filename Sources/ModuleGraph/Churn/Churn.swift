/// Where a workspace's sources and manifests are in its repository, as they are now. Paths are relative to the
/// repository's top.
package struct SourceLocations: Sendable {
  /// The modules that compile each source.
  package let sources: [String: [ModuleID]]
  /// The folders of modules.
  package let folders: [String: ModuleID]
  /// The modules with sources in C and its relatives, whose headers are in no list of sources.
  package let headerModules: Set<ModuleID>
  /// The folders of packages.
  package let packages: Set<String>

  package init(
    sources: [String: [ModuleID]], folders: [String: ModuleID] = [:], headerModules: Set<ModuleID> = [],
    packages: Set<String> = []
  ) {
    self.sources = sources
    self.folders = folders
    self.headerModules = headerModules
    self.packages = packages
  }

  /// The module whose folder contains a path; of several, the innermost.
  /// - Complexity: O(length of the path).
  func module(around path: String) -> ModuleID? {
    var rest = path[...]
    while let slash = rest.lastIndex(of: "/") {
      rest = rest[..<slash]
      if let module = folders[String(rest)] { return module }
    }
    return folders["."] ?? folders[""]
  }

  /// Whether a path is a package's manifest, or the versions of its dependencies.
  func isManifest(_ path: String) -> Bool {
    let slash = path.lastIndex(of: "/")
    let name = slash.map { path[path.index(after: $0)...] } ?? path[...]
    guard
      ["Package.swift", "Package.resolved"].contains(name) || (name.hasPrefix("Package@") && name.hasSuffix(".swift"))
    else { return false }
    return packages.contains(slash.map { String(path[..<$0]) } ?? "")
  }

  private static let headers: Set<Substring> = ["h", "hh", "hpp", "hxx", "inc", "inl", "modulemap"]
  private static let code: Set<Substring> = [
    "swift", "c", "cc", "cpp", "cxx", "m", "mm", "s", "S",
  ]

  enum Kind { case header, code }

  static func kind(of path: String) -> Kind? {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let ending = path[path.index(after: dot)...]
    return headers.contains(ending) ? .header : code.contains(ending) ? .code : nil
  }
}

/// The changes of a workspace's current modules and files by the commits of a period.
///
/// Renames are followed as far as git reports them, so that changes under earlier names count for the file.
package struct Churn: Sendable, Hashable {
  /// What one commit changed.
  package struct Effect: Sendable, Hashable {
    package let commit: Commit
    /// The modules with a changed file, sorted.
    package let modules: [ModuleID]
    /// Their changed files by today's paths, without deleted ones; sorted.
    package let files: [String]
    package let changesManifest: Bool
  }

  /// How often something was changed.
  package struct Count: Sendable, Hashable {
    /// In commits.
    package fileprivate(set) var changes = 0
    fileprivate var names: Set<String> = []
    package var authors: Int { names.count }

    fileprivate mutating func add(_ commit: Commit) {
      changes += 1
      names.insert(commit.author)
    }
  }

  package let history: CommitHistory
  /// One for each commit of the history, in its order.
  package let effects: [Effect]
  package let files: [String: Count]
  /// The modules of each changed file, sorted.
  package let modulesOfFile: [String: [ModuleID]]
  /// The number of sources that were changed in the period and deleted since, and of those that had another name in it.
  package let goneFiles: Int
  package let movedFiles: Int

  /// - Complexity: O(changes · length of their paths).
  package init(_ history: CommitHistory, in places: SourceLocations) {
    var tracing = Tracing(places: places)
    effects = history.commits.map { tracing.effect(of: $0) }
    self.history = history
    files = tracing.files
    modulesOfFile = tracing.modulesOfFile
    goneFiles = tracing.gone.count
    movedFiles = tracing.moved.count
  }

  /// Of the commits that change any module, how many percent change each one; rounded, and without those that none changes.
  /// - Complexity: O(commits · their modules).
  package var shares: [ModuleID: Int] {
    let own = effects.filter { !$0.modules.isEmpty }
    let counts = own.reduce(into: [ModuleID: Int]()) { all, effect in
      for module in effect.modules { all[module, default: 0] += 1 }
    }
    return counts.mapValues { Int((100 * Double($0) / Double(own.count)).rounded()) }
  }

  package var authors: Int { Set(effects.lazy.filter { !$0.modules.isEmpty }.map(\.commit.author)).count }

  /// How often any of some modules was changed.
  /// - Complexity: O(commits · their modules).
  package func count(of modules: Set<ModuleID>) -> Count {
    var count = Count()
    for effect in effects where effect.modules.contains(where: modules.contains) { count.add(effect.commit) }
    return count
  }
}

/// Follows files from the newest commit to the oldest.
private struct Tracing {
  let places: SourceLocations
  private(set) var files: [String: Churn.Count] = [:]
  private(set) var modulesOfFile: [String: [ModuleID]] = [:]
  private(set) var gone: Set<String> = []
  private(set) var moved: Set<String> = []
  /// Today's paths by earlier ones, for commits that are older than the rename.
  private var today: [String: String] = [:]
  /// Whether each path, as a commit named it, existed after the newest commit that changed it.
  private var isThere: [String: Bool] = [:]

  init(places: SourceLocations) { self.places = places }

  mutating func effect(of commit: Commit) -> Churn.Effect {
    var modules: Set<ModuleID> = []
    var changed: Set<String> = []
    var changesManifest = false
    var renames: [(from: String, to: String)] = []
    for change in commit.changes {
      let path = today[change.path] ?? change.path
      if isThere[path] == nil { isThere[path] = change.kind != .removed }
      if case .renamed(let former) = change.kind {
        renames.append((former, path))
        // The module that lost the file is recompiled, too.
        if SourceLocations.kind(of: former) == .code, let module = places.module(around: former) {
          modules.insert(module)
        }
      }
      changesManifest = changesManifest || places.isManifest(change.path)
      guard let owners = owners(of: path, at: change.path) else { continue }
      modules.formUnion(owners.modules)
      guard !owners.isGone else {
        gone.insert(path)
        continue
      }
      guard changed.insert(path).inserted else { continue }
      files[path, default: Churn.Count()].add(commit)
      modulesOfFile[path] = owners.modules
      if path != change.path { moved.insert(path) }
    }
    // After the loop, since the names within one commit are those after it.
    for (from, to) in renames {
      today[from] = to
      // A file that is created anew under the old name later is another one.
      if files[to] != nil { moved.insert(to) }
    }
    return Churn.Effect(
      commit: commit, modules: modules.sorted(), files: changed.sorted(), changesManifest: changesManifest)
  }

  /// The modules of a file, sorted, and whether it was deleted; `nil` if no module has or had it.
  private func owners(of path: String, at former: String) -> (modules: [ModuleID], isGone: Bool)? {
    if let modules = places.sources[path] { return (modules, false) }
    guard let kind = SourceLocations.kind(of: path), !places.isManifest(path),
      let module = places.module(around: path) ?? places.module(around: former)
    else { return nil }
    if isThere[path] == false { return ([module], true) }
    // What is there and is no source was excluded by the manifest, or is a header.
    return kind == .header && places.headerModules.contains(module) ? ([module], false) : nil
  }
}

/// The shares of commits that change each module, in percent, in the periods before two states.
package struct ChangeShares: Hashable, Sendable {
  package let before: [ModuleID: Int]
  package let now: [ModuleID: Int]

  /// - Parameter before: by the ids that the modules have now.
  package init(before: [ModuleID: Int], now: [ModuleID: Int]) { (self.before, self.now) = (before, now) }

  /// - Returns: `nil` if one of the periods is not known as a whole.
  package init?(from before: Churn, to now: Churn, _ moves: [ModuleMove]) {
    for churn in [before, now] { if case .shallow = churn.history.ending { return nil } }
    self.init(before: before.shares.renaming(moves), now: now.shares)
  }
}
