import Platform
import Workspace

/// The files that a copy of a workspace's packages needs, as they are in the working tree: those of the packages, and what
/// their repositories have besides, to which manifests and flags may refer, such as `-I../common`.
///
/// In a git repository: tracked files, and untracked ones that are not ignored. A missing file, which was deleted or is
/// outside a sparse checkout, is not included. For a checked-out submodule or a nested repository, its own git is
/// asked. Elsewhere: everything. In any case, `Package.resolved` and SwiftPM's configuration (mirrors, registries) are
/// included, since without them other versions would be built; the files of builds and git never are.
struct WorkspaceFiles: Sendable {
  /// The repositories whose files are copied besides those of the packages.
  struct Repositories: Sendable {
    /// The absolute folders at their tops.
    let tops: Set<String>
    /// Whether it is a checkout, which git does not know.
    let isCheckout: Bool

    init(of packages: [String], checkout: String?) {
      isCheckout = checkout != nil
      // A package at the top has all files.
      tops = Set(checkout.map { [$0] } ?? packages.compactMap(Path.topOfRepository)).subtracting(packages)
    }
  }

  /// What a copy has of a repository besides packages, at most. Large files are data, and the smallest come first.
  static let (mostBytes, mostFiles) = (256 << 20, 50_000)

  /// Files and links with their status, by absolute path.
  private(set) var stamps: [String: FileStatus] = [:]
  /// How many files are left out since they would be more than the bounds, and how large they are.
  private(set) var omitted = (files: 0, bytes: 0)
  /// Folders that are never copied.
  private let leftOut: Set<String>

  /// - Parameters:
  ///   - packages: the absolute folders of the packages.
  ///   - projects: the absolute paths of Xcode projects and workspaces, whose folders are added as well. They themselves are
  ///     added with what git ignores in them: a user's own schemes.
  ///   - leftOut: modgauge's own folders, which may be within a package.
  /// - Throws: `BenchmarkError.fileSystem`; `CancellationError`.
  init(
    of packages: [String], with projects: [String] = [], besides repositories: Repositories? = nil,
    leavingOut leftOut: Set<String>
  ) async throws {
    // Only folders within a package can be left out of it.
    self.leftOut = leftOut.filter { folder in !packages.contains { ($0 + "/").hasPrefix(folder + "/") } }
    let git = Git()
    // Outer packages first: a package within another one is often included already.
    for package in packages.sorted() {
      if stamps[package + "/Package.swift"] == nil { try await addPackage(package, git) }
      for name in Self.neededByBuilds { try addWhole(package + "/" + name) }
    }
    for project in projects.sorted() {
      let folder = Path.normalized(project + "/..")
      if let git, !holds(project) { try await addRepository(folder, git) }
      // What CocoaPods made may be ignored as a whole.
      if !holds(project) { try addWhole(folder) }
      try addWhole(project)
    }
    if let repositories { try await add(repositories, git) }
  }

  /// Adds the tracked files besides the packages, the smallest first: others may be anything, and change while a run is
  /// interrupted.
  private mutating func add(_ repositories: Repositories, _ git: Git?) async throws {
    let own = stamps
    for top in repositories.tops {
      if repositories.isCheckout {
        try addWhole(top)
      } else if let git {
        try await addRepository(top, git, tracked: true)
      }
    }
    let besides = stamps.filter { own[$0.key] == nil }
    stamps = own
    var left = Self.mostBytes
    for (path, stamp) in besides.sorted(by: { ($0.value.bytes, $0.key) < ($1.value.bytes, $1.key) }) {
      if stamp.bytes <= left, stamps.count - own.count < Self.mostFiles {
        left -= stamp.bytes
        stamps[path] = stamp
      } else {
        omitted = (omitted.files + 1, omitted.bytes + stamp.bytes)
      }
    }
  }

  private func holds(_ project: String) -> Bool { stamps.keys.contains { $0.hasPrefix(project + "/") } }

  private static let neededByBuilds = ["Package.resolved", ".swiftpm/configuration"]

  /// Adds what git lists, or everything if git does not list the manifest.
  private mutating func addPackage(_ package: String, _ git: Git?) async throws {
    if let git { try await addRepository(package, git) }
    if stamps[package + "/Package.swift"] == nil { try addWhole(package) }
  }

  /// - Parameter tracked: whether only tracked files are added.
  private mutating func addRepository(_ folder: String, _ git: Git, tracked: Bool = false) async throws {
    var folders = [folder]
    while let folder = folders.popLast() {
      for path in try await Self.listing(of: folder, git, tracked: tracked) where !isLeftOut(path, below: folder) {
        guard let stamp = try? FileStatus(of: path, followsLast: false) else { continue }
        if stamp.kind != .folder {
          stamps[path] = stamp
        } else if (try? FileStatus(of: path + "/.git", followsLast: false)) != nil {
          folders.append(path)
        }
      }
    }
  }

  /// The absolute paths that git lists below a folder; empty outside a repository. A name that is not UTF-8 leads
  /// nowhere, for SwiftPM as well.
  private static func listing(of folder: String, _ git: Git, tracked: Bool) async throws -> Set<String> {
    let outcome = try await git(
      ["ls-files", "-z", "--cached"] + (tracked ? [] : ["--others", "--exclude-standard", "--exclude=.build"]),
      in: folder,
      outputLimit: 256 << 20)
    guard outcome.succeeded else {
      if Git.meansNoRepository(outcome.errors) { return [] }
      // Everything would be copied, also what git ignores.
      throw BenchmarkError.fileSystem(
        doing: "list the files of", path: folder, reason: Git.description(of: outcome.errors))
    }
    return Set(
      outcome.outputBytes.split(separator: 0).map { path in
        // A nested repository ends with a slash.
        folder + "/" + String(decoding: path.last == UInt8(ascii: "/") ? path.dropLast() : path, as: UTF8.self)
      })
  }

  /// Adds a file, or a folder with everything below it, whether or not git ignores it.
  private mutating func addWhole(_ path: String) throws(BenchmarkError) {
    guard let stamp = try? FileStatus(of: path, followsLast: false) else { return }
    if stamp.kind != .folder {
      stamps[path] = stamp
      return
    }
    let leftOut = leftOut
    let found = try FileTree.files(below: path) { folder, name in
      Self.isKeptByTools(name) || leftOut.contains(folder + "/" + name)
    }
    stamps.merge(found) { $1 }
  }

  private func isLeftOut(_ path: String, below folder: String) -> Bool {
    path.utf8.dropFirst(folder.utf8.count).split(separator: UInt8(ascii: "/")).contains {
      Self.isKeptByTools(String(Substring($0)))
    }
      || leftOut.contains { path.hasPrefix($0 + "/") }
  }

  /// What builds, git and SwiftPM keep beside the sources.
  private static func isKeptByTools(_ name: String) -> Bool { [".build", ".git", ".swiftpm"].contains(name) }
}
