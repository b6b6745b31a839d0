import ModuleGraph

/// Why a revision could not be read.
package enum RevisionError: Error, Hashable, Sendable, CustomStringConvertible {
  case gitMissing
  case noRepository(folder: String)
  /// `names` are the branches and tags that there are.
  case unknown(String, names: [String])
  /// The workspace's folder is not in the revision.
  case folderMissing(path: String, revision: String)
  /// git's own words.
  case gitFailed(words: String)

  package var description: String {
    switch self {
    case .gitMissing:
      "There is no `git` in PATH. Install it, or give graph files that `modgauge graph --format json` wrote."
    case .noRepository(let folder):
      "`\(folder)` is in no git repository, so that it has no revisions; give graph files that "
        + "`modgauge graph --format json` wrote."
    case .unknown(let revision, let names):
      "“\(revision)” is neither a graph file nor a revision that git knows." + hint(names.nearest(to: revision))
    case .folderMissing(let path, let revision):
      "There is no folder `\(path)` in \(revision). Name a revision that has it, or another --package-path."
    case .gitFailed(let words):
      "git cannot read the revision: \(words.split(separator: "\n").joined(separator: "; "))"
    }
  }

  private func hint(_ nearest: [String]) -> String {
    nearest.isEmpty ? "" : " Did you mean \(nearest.map { "“\($0)”" }.joined(separator: " or "))?"
  }
}
