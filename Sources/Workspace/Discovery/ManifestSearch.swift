import ModuleGraph
import Platform

/// Finds the packages below a folder, at any depth.
///
/// It skips hidden folders (such as `.build`, `.swiftpm` and `.git`), the download folders of other tools, what git
/// ignores, and what the user excludes. Symbolic links are not followed, so that it cannot loop.
struct ManifestSearch {
  /// Absolute, sorted.
  private(set) var folders: [String] = []
  private(set) var warnings: [String] = []

  private let base: String
  private let options: DiscoveryOptions
  private let excludeBase: String
  private let git: GitIgnored?
  private var ignored: Set<String> = []
  private var pending: [String] = []

  /// Searches a folder, itself included.
  ///
  /// - Parameters:
  ///   - start: canonical.
  ///   - base: the folder that paths in warnings are relative to.
  /// - Throws: `CancellationError`.
  /// - Complexity: O(files below the folder, without those in skipped folders), and one call of git for each repository
  ///   in it.
  static func below(_ start: String, base: String, options: DiscoveryOptions) async throws -> ManifestSearch {
    var search = ManifestSearch(base: base, options: options)
    try await search.askGit(about: start)
    search.pending = [start]
    while let folder = search.pending.popLast() {
      let entries = FolderEntries(of: folder)
      if folder != start, entries.contains(where: { $0.name == ".git" }) { try await search.askGit(about: folder) }
      search.visit(folder, entries)
      try Task.checkCancellation()
    }
    search.folders.sort()
    search.warnings.sort()
    return search
  }

  private init(base: String, options: DiscoveryOptions) {
    self.base = base
    self.options = options
    excludeBase = options.excludeBase.flatMap(Path.canonical) ?? base
    // The contents of a revision are not ignored, whatever `.gitignore` says.
    git = RevisionFiles.current?.fillsDisk == false ? nil : Git().map(GitIgnored.init)
  }

  /// A submodule, or a clone within the folder, has its own ignore rules.
  private mutating func askGit(about folder: String) async throws {
    switch try await git?.paths(below: folder) {
    case .paths(let paths): ignored.formUnion(paths)
    case .unknown(let reason):
      warnings.append(
        "git cannot list what it ignores in `\(shown(folder))`, so that nothing was excluded there: \(reason).")
    case .some(.none), nil: break
    }
  }

  private mutating func visit(_ folder: String, _ entries: FolderEntries) {
    if let failure = entries.failure { warnings.append("`\(shown(folder))` cannot be read: \(failure).") }
    for entry in entries {
      let path = folder == "/" ? "/" + entry.name : folder + "/" + entry.name
      if entry.name == ManifestFile.name, entry.kind != .folder, !ignored.contains(path) {
        add(path, in: folder)
      } else if isFolder(entry, at: path), !isLeftOut(entry, at: path) {
        if entry.isUTF8 {
          pending.append(path)
        } else {
          warnings.append("A folder in `\(shown(folder))` was left out: its name is not UTF-8.")
        }
      }
    }
  }

  private mutating func add(_ manifest: String, in folder: String) {
    if ManifestFile.isManifest(manifest) {
      folders.append(folder)
    } else if FileStatus(at: manifest) == nil {
      warnings.append("`\(shown(manifest))` is a link to nothing.")
    }
  }

  /// Whether it is a folder and not a link to one.
  private func isFolder(_ entry: FolderEntries.Entry, at path: String) -> Bool {
    if let kind = entry.kind { return kind == .folder }
    return FileStatus(at: path, followsLast: false)?.kind == .folder
  }

  private func isLeftOut(_ entry: FolderEntries.Entry, at path: String) -> Bool {
    if entry.name.hasPrefix(".") || Self.downloads.contains(entry.name) || ignored.contains(path) { return true }
    guard !options.exclude.isEmpty else { return false }
    let relative = Path.relative(path, to: excludeBase)
    return options.exclude.contains { $0.matches(relative) }
  }

  private func shown(_ path: String) -> String { Path.relative(path, to: base) }

  /// The folders in which other package managers keep what they download.
  static let downloads: Set<String> = ["Carthage", "Pods", "node_modules"]
}
