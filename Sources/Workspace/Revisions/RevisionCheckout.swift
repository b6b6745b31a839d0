#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of one revision, written from git's objects into a private folder.
///
/// Neither the working tree nor the repository's index is touched, no hook runs, and Git LFS fetches nothing.
/// Submodules stay empty folders.
struct RevisionCheckout {
  /// The workspace's folder as it was, absolute.
  let workspace: String
  /// The top of the repository in the private folder, and in the user's.
  let top: String
  let originalTop: String
  /// How git calls the workspace's folder in this revision: `main:App`.
  let shownWorkspace: String

  /// - Parameters:
  ///   - revision: in any of git's words: `main`, `HEAD~3`, a hash.
  ///   - path: the workspace in the user's working tree; whether it is there any more does not matter to git.
  ///   - folder: where the files go, below a folder of their own.
  /// - Throws: `RevisionError`; `CancellationError`.
  init(_ revision: String, of path: String, below folder: String) async throws {
    guard let git = Git() else { throw RevisionError.gitMissing }
    guard let canonical = Path.canonical(path) else { throw WorkspaceError.folderMissing(path: path) }
    let commit = try await Self.commit(revision, in: canonical, git)
    let place = try await Self.answer(git, ["rev-parse", "--show-toplevel", "--show-prefix"], in: canonical)
    let lines = place.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let (originalTop, prefix) = (lines[0], lines.count > 1 ? lines[1] : "")
    // The folder keeps its name, since SwiftPM makes a package's identity from it.
    let own = "\(folder)/revision-\(commit.prefix(12))-\(UUID().uuidString.prefix(8))"
    let top = "\(own)/\(originalTop.lastComponent)"
    do { try FileManager.default.createDirectory(atPath: top, withIntermediateDirectories: true) } catch {
      throw WorkspaceError.cacheUnusable(path: top, reason: FileReason.words(error))
    }
    let index = own + "/index"
    _ = try await Self.answer(git, ["read-tree", commit], in: originalTop, indexFile: index)
    _ = try await Self.answer(
      git, Self.withoutFilters + ["checkout-index", "--all", "--prefix=\(top)/"], in: originalTop, indexFile: index)
    self.top = top
    self.originalTop = originalTop
    workspace = Path.normalized("\(top)/\(prefix)")
    shownWorkspace = "\(revision):\(prefix.isEmpty ? "." : Path.normalized(prefix))"
    guard FileStatus(at: workspace) != nil else {
      throw RevisionError.folderMissing(path: prefix, revision: revision)
    }
  }

  /// Where a path of the working tree is in the checkout; the same path where it is outside of the repository, but for
  /// the folders right above it, whose place the folders above the checkout take.
  func place(of path: String) -> String { Path.joined(top, Path.relative(path, to: originalTop)) }

  private static let withoutFilters = [
    "-c", "filter.lfs.smudge=", "-c", "filter.lfs.process=", "-c", "filter.lfs.required=false",
  ]

  private static func commit(_ revision: String, in folder: String, _ git: Git) async throws -> String {
    let outcome = try await git(
      ["rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"], in: folder)
    if outcome.succeeded { return outcome.output.split(separator: "\n").first.map(String.init) ?? "" }
    let isRepository = try await git(["rev-parse", "--git-dir"], in: folder).succeeded
    guard isRepository else { throw RevisionError.noRepository(folder: folder) }
    let names = try await answer(
      git, ["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes"], in: folder)
    throw RevisionError.unknown(revision, names: names.split(separator: "\n").map(String.init))
  }

  private static func answer(
    _ git: Git, _ arguments: [String], in folder: String, indexFile: String? = nil
  ) async throws -> String {
    let outcome = try await git(arguments, in: folder, indexFile: indexFile)
    guard outcome.succeeded else { throw RevisionError.gitFailed(words: outcome.errors) }
    return outcome.output
  }
}
