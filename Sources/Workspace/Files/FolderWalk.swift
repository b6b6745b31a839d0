import Platform

/// A walk over a folder and what is below it, for all that follow symbolic links to folders: the one way in which they
/// see links, and their one bound.
///
/// It has no recursion, since folders may nest as deep as a path is long. The disk is asked who a folder is only below a
/// link, and once.
struct FolderWalk {
  struct Folder {
    let path: String
    fileprivate let depth: Int
    /// Whether a link may lead there, and so back to a folder above it.
    fileprivate let isLinked: Bool
  }

  /// How many folders below links are visited: a few links can lead to more paths than there are atoms.
  private static let mostLinked = 10_000

  private var pending: [Folder]
  private var above: [(path: String, identity: FileStatus.Identity?)] = []
  private var isBelowLink = false
  private var linked = 0
  /// The links that were not followed, with the reason as the end of a sentence that begins with their path.
  private(set) var skipped: [(path: String, reason: String)] = []

  init(_ root: String) {
    pending = [Folder(path: root, depth: 0, isLinked: false)]
  }

  /// Adds a folder that was found in the one that ``next()`` returned last.
  /// - Parameter isLink: whether it is, or may be, a link.
  mutating func add(_ path: String, isLink: Bool) {
    pending.append(Folder(path: path, depth: above.count, isLinked: isLink || isBelowLink))
  }

  /// The next folder, one that was added last first; `nil` at the end.
  mutating func next() -> Folder? {
    while let folder = pending.popLast() {
      above.removeLast(above.count - folder.depth)
      above.append((folder.path, nil))
      isBelowLink = folder.isLinked
      if !folder.isLinked || isFollowed(folder) { return folder }
    }
    return nil
  }

  private mutating func isFollowed(_ folder: Folder) -> Bool {
    guard linked < Self.mostLinked else {
      if linked == Self.mostLinked {
        skipped.append((folder.path, "was skipped, with all that comes after it: links lead to too many folders"))
      }
      linked += 1
      return false
    }
    linked += 1
    for index in above.indices where above[index].identity == nil {
      above[index].identity = FileStatus(at: above[index].path)?.identity
    }
    guard let own = above.last?.identity, above.dropLast().contains(where: { $0.identity == own }) else { return true }
    skipped.append((folder.path, "is a link to one of its parent folders, and was skipped"))
    return false
  }
}
