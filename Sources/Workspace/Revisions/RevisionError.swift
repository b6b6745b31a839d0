import ModuleGraph

/// Why a revision could not be read.
package enum RevisionError: Error, Hashable, Sendable, CustomStringConvertible {
  case gitMissing
  case noRepository(folder: String)
  /// There is a repository that git does not read, such as another user's; with its message.
  case refused(folder: String, words: String)
  /// There is no working tree to compare with.
  case bare(folder: String)
  /// `names` are the existing branches and tags; `shallowClone` is the folder of a shallow clone.
  case unknown(String, names: [String], shallowClone: String?)
  /// git knows it, but it is a `tree`, a `blob` or a `tag` of one.
  case noCommit(String, kind: String)
  /// Two revisions have no commit in common.
  case unrelated(String, String, shallowClone: String?)
  /// The first comes after the second.
  case after(String, String)
  /// The first is not an ancestor of the second, or is the same; `fork` is their merge base.
  case notBefore(String, String, fork: String?, shallowClone: String?)
  /// The workspace's folder is not in the revision.
  case folderMissing(path: String, revision: String)
  /// The repository lacks the object that a revision leads to.
  case objectLost(String, revision: String, clone: String)
  /// A partial clone lacks files that the graph needs, or they were lost: these, relative to the repository's top.
  case filesMissing([String], revision: String, clone: String, isPartial: Bool)
  /// A partial clone lacks folders, or they were lost; with git's message.
  case treesMissing(revision: String, clone: String, isPartial: Bool, words: String)
  /// A partial clone lacks the folders of earlier commits.
  case historyMissing(clone: String)
  /// git cannot write all files of a revision; with its message.
  case filesNotWritten(revision: String, clone: String, words: String)
  /// The checkout leaves out files that a build of the working tree needs.
  case leftOut([String])
  /// There is no git, or no repository, whose history could be read.
  case noHistory(folder: String, hasGit: Bool)
  /// Nothing was committed yet.
  case noCommits(folder: String)
  /// No branch is known that changes would be merged into.
  case noDefaultBranch(folder: String, shallowClone: String?)
  /// git does not know the words for a date.
  case unknownDate(String)
  /// With git's message.
  case gitFailed(words: String)
  /// The repository lacks an object; with git's message.
  case damaged(words: String, clone: String)

  package var description: String {
    switch self {
    case .gitMissing:
      "There is no `git` in PATH. Install it; `modgauge diff` also compares graph files that `modgauge graph --format json` wrote."
    case .noRepository(let folder):
      "`\(folder)` is not in a git repository, so it has no revisions. Name a folder in one with --package-path; `modgauge diff` "
        + "also compares files of `modgauge graph --format json`, and `modgauge compare` stored runs."
    case .refused(let folder, let words):
      "git does not read the repository of `\(folder.visible)`: \(Git.description(of: words))."
    case .bare(let folder):
      "`\(folder)` is a bare repository, which has no working tree. Name the revision to compare with."
    case .unknown(let revision, let names, let clone):
      "“\(revision)” is not a revision that git knows." + names.nearest(to: revision).suggestion
        + Self.hint(shallowClone: clone)
    case .noCommit(let revision, let kind):
      "“\(revision)” is no commit: git has a \(kind) of that name. Name a branch, a tag or a commit."
    case .unrelated(let one, let other, let clone):
      "“\(one)” and “\(other)” have no commit in common." + Self.hint(shallowClone: clone)
    case .after(let one, let other): "“\(one)” comes after “\(other)”, not before it. Exchange the two."
    case .notBefore(let one, let other, let fork, let clone):
      "“\(one)” does not come before “\(other)”, so there are no revisions between them."
        + (fork.map { " They diverge at \($0.prefix(10)); use that as --good." } ?? "") + Self.hint(shallowClone: clone)
    case .folderMissing(let path, let revision):
      "There is no folder `\(path)` in \(revision). Name a revision that has it, or another --package-path."
    case .objectLost(let hash, let revision, let clone):
      "git lacks the object \(hash.prefix(12)), which “\(revision)” leads to. " + MissingFiles.damage(in: clone)
    case .filesMissing(let paths, let revision, let clone, let isPartial):
      "This \(isPartial ? "partial clone" : "repository") lacks \(Self.list(paths)) of \(revision). "
        + MissingFiles(paths: Set(paths), revision: revision, clone: clone, isPartial: isPartial).hint
    case .treesMissing(let revision, let clone, let isPartial, let words):
      "git cannot list the files of \(revision): \(Self.line(words)). "
        + (isPartial
          ? "Fetch the folders that this partial clone lacks with `git -C \(clone.shellWord) ls-tree -r \(revision.shellWord) > /dev/null`."
          : MissingFiles.damage(in: clone))
    case .historyMissing(let clone):
      "This partial clone lacks the folders of earlier commits, so that git cannot say what they changed. Fetch them, without "
        + "the files, with `git -C \(clone.shellWord) fetch --refetch --filter=blob:none`."
    case .filesNotWritten(let revision, let clone, let words):
      "git cannot write the files of \(revision): \(Self.line(words)). If this is a partial clone, "
        + "fetch all of them with `git -C \(clone.shellWord) archive \(revision.shellWord) > /dev/null`."
    case .leftOut(let paths):
      "This checkout leaves out \(Self.list(paths)) (sparse checkout, or marked skip-worktree), which a build of the working "
        + "tree would lack. Check everything out with `git sparse-checkout disable` or `git update-index --no-skip-worktree`; "
        + "`modgauge compare` can also build a commit (--head HEAD)."
    case .noHistory(let folder, let hasGit):
      "The changes in `\(folder.visible)` are unknown: "
        + (hasGit
          ? "it is not in a git repository. Name a folder in one with --package-path."
          : "there is no `git` in PATH. Install it.")
    case .noCommits(let folder): "Nothing was committed yet in the repository of `\(folder.visible)`."
    case .noDefaultBranch(let folder, let clone):
      "The repository of `\(folder.visible)` has no branch `main` or `master`, and its origin names none. Name the revision that the "
        + "change is compared with, as in `--base origin/develop`." + Self.hint(shallowClone: clone)
    case .unknownDate(let words):
      "git does not understand “\(words)” as a date before now. Write one like 2026-02-03 or `3 months ago`."
    case .gitFailed(let words): "git cannot read the revision: \(Self.line(words))"
    case .damaged(let words, let clone):
      "git cannot read the repository: \(Self.line(words)). \(MissingFiles.damage(in: clone))"
    }
  }

  private static func hint(shallowClone clone: String?) -> String {
    guard let clone else { return "" }
    return " This clone is shallow: `git -C \(clone.shellWord) fetch --unshallow` gets the rest of its history, and "
      + "`git -C \(clone.shellWord) fetch origin BRANCH:BRANCH` another branch. CI services clone it completely with `fetch-depth: 0` "
      + "(GitHub) or `GIT_DEPTH: 0` (GitLab)."
  }

  private static func list(_ paths: [String]) -> String {
    paths.map { "`\($0.visible)`" }.listed(atMost: 3)
  }

  private static func line(_ words: String) -> String { words.split(separator: "\n").joined(separator: "; ") }
}
