import ManifestSyntax
import ModuleGraph

/// Files of a revision that a partial clone lacks, or that were lost, and how to fetch them.
///
/// `git diff` fetches what it compares in one request, and only what its pathspecs match. `git archive` and a checkout
/// fetch every file, and most other commands one file at a time.
struct MissingFiles {
  /// Relative to the repository's top.
  let paths: Set<String>
  /// The revision for the user.
  let revision: String
  /// A folder in the clone.
  let clone: String
  var isPartial = true

  /// Up to this number of files are named one by one.
  private static let fewFiles = 3
  /// The maximum number of pathspecs; more become those of the whole repository.
  private static let mostPatterns = 8
  /// Git knows the empty tree without storing it.
  private static let emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

  /// As a sentence.
  var hint: String {
    guard isPartial else { return Self.damage(in: clone) }
    let words = ["git", "-C", clone, "diff", "--shortstat", Self.emptyTree, revision, "--"] + patterns
    return "Fetch \(paths.count == 1 ? "it" : "them") with `\(words.map(\.shellWord).joined(separator: " "))`."
  }

  /// What to do about a repository that lacks objects without being a partial clone.
  static func damage(in clone: String) -> String {
    "The repository is damaged: `git -C \(clone.shellWord) fsck` lists what is missing, and "
      + "`git -C \(clone.shellWord) fetch --refetch` gets what its origin has."
  }

  /// Pathspecs that match the files, and not many others, sorted.
  private var patterns: [String] {
    // Other packages' manifests will be needed next.
    let manifests = paths.filter { ManifestFile.isNamed($0.lastComponent) }
    let patterns = manifests.isEmpty ? [] : [":(top,glob)**/Package.swift", ":(top,glob)**/Package@*.swift"]
    let others = paths.subtracting(manifests)
    if others.count <= Self.fewFiles { return patterns + others.sorted().map { ":(top,literal)" + $0 } }
    let inFolders = Set(others.map { Self.pattern($0, inFolder: true) })
    let all = inFolders.count > Self.mostPatterns ? Set(others.map { Self.pattern($0, inFolder: false) }) : inFolders
    return patterns + all.sorted()
  }

  /// As in `:(top)Sources/*.swift`; for a file without an extension, the file.
  private static func pattern(_ path: String, inFolder: Bool) -> String {
    guard let ending = Path.pathExtension(path.lastComponent) else { return ":(top,literal)" + path }
    let folder = inFolder ? path.firstIndex(of: "/").map { path[...$0] } ?? "" : ""
    return ":(top)\(folder)*.\(ending)"
  }
}
