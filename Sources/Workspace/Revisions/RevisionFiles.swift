import ManifestSyntax
import Platform
import Synchronization

/// The files of one revision, where the working tree has its own.
///
/// Whatever asks the disk for a path (`Path`, `FileStatus`, `FolderEntries`, `FileBytes`, `TextSize`) gets, within
/// the task that ``current`` is set for, what the revision has there: below the repository's top git's objects, everywhere else the disk. So a
/// revision is read by the same code as a working tree, has the same paths, and nothing of it is written anywhere.
final class RevisionFiles: Sendable {
  /// Whose files are read in the present task; absent where the disk is.
  @TaskLocal static var current: RevisionFiles?

  let top: String
  let tree: RevisionTree
  let mounts: [Mount]
  /// Folders below the top that stay the disk's: our cache, and the user's settings where the home is a repository.
  private let exceptions: [String]
  private let objects: [GitObjects]
  private let sizes: BlobSizes
  private let lacking = Mutex<Lacking>(Lacking())
  /// See ``copy(below:)``.
  let wholeCopy = Mutex<Task<String, any Error>?>(nil)

  /// A commit whose files stand at a path from the top, and where its objects are.
  struct Mount: Sendable {
    let path: String
    let store: ObjectStore
    let commit: String
  }

  /// What a partial clone has not got although it was asked for.
  struct Lacking: Sendable {
    /// Files that were to be read, from the top, and those that were to be measured alone.
    var contents: Set<String> = []
    var sizes: Set<String> = []
  }

  /// - Parameter mounts: the repository itself at the path of nothing, then its submodules; blobs name them by number.
  init(top: String, tree: RevisionTree, mounts: [Mount], sizes: BlobSizes, exceptions: [String]) {
    self.top = top
    self.tree = tree
    self.mounts = mounts
    self.sizes = sizes
    self.exceptions = exceptions
    objects = mounts.map { GitObjects(of: $0.store) }
  }

  var missing: Lacking { lacking.withLock { $0 } }

  /// Remembers what was learnt.
  func finish() { sizes.store() }

  /// What a path leads to.
  enum Place {
    /// Something on the disk, at this path.
    case disk(String)
    /// Something of the revision: its path from the top, without symbolic links.
    case inside(String, RevisionTree.Node)
    case nothing
  }

  /// Finds out what a path leads to.
  /// - Parameter followsLast: whether a link at the end of the path is followed.
  /// - Complexity: O(length of the path), and one look at the disk for each part of it that is outside.
  func place(of path: String, followsLast: Bool = true) -> Place {
    guard path.hasPrefix("/"), !isException(path) else { return .disk(path) }
    if let rest = remainder(of: path), let node = tree.nodes[rest] {
      switch node {
      case .folder, .file: return .inside(rest, node)
      case .link: if !followsLast { return .inside(rest, node) }
      }
    }
    return walk(path, followsLast: followsLast)
  }

  /// Goes from part to part, as the system does.
  private func walk(_ path: String, followsLast: Bool) -> Place {
    var (current, rest) = remainder(of: path).map { (top, $0) } ?? ("", path)
    var pending = Array(PathText.parts(of: rest).map(String.init).reversed())
    var hops = 0
    while let part = pending.popLast() {
      if part == "." { continue }
      if part == ".." {
        current = Path.normalized(current + "/..")
        if current == "/" { current = "" }
        continue
      }
      let next = current + "/" + part
      if isException(next) { return .disk(([next] + pending.reversed()).joined(separator: "/")) }
      guard let item = item(at: next) else { return .nothing }
      switch item {
      case .folder: current = next
      case .file:
        guard pending.isEmpty else { return .nothing }
        current = next
      case .link(let target):
        if pending.isEmpty, !followsLast { return remainder(of: next).flatMap(inside) ?? .disk(next) }
        hops += 1
        guard hops <= 40, !target.isEmpty else { return .nothing }
        if target.hasPrefix("/") {
          (current, rest) = remainder(of: target).map { (top, $0) } ?? ("", target)
          pending += PathText.parts(of: rest).map(String.init).reversed()
        } else {
          pending += PathText.parts(of: target).map(String.init).reversed()
        }
      }
    }
    return remainder(of: current).flatMap(inside) ?? .disk(current.isEmpty ? "/" : current)
  }

  private func inside(_ path: String) -> Place? { tree.nodes[path].map { .inside(path, $0) } ?? .nothing }

  private enum Item {
    case folder, file
    case link(String)
  }

  private func item(at path: String) -> Item? {
    if let rest = remainder(of: path) {
      switch tree.nodes[rest] {
      case .folder: return .folder
      case .file: return .file
      case .link(let blob): return (try? bytes(of: blob, at: rest)).map { .link(String(decoding: $0, as: UTF8.self)) }
      case nil: return nil
      }
    }
    if let target = FileSystem.linkTarget(of: path) { return .link(target) }
    return (try? FileStatus(of: path)).map { $0.kind == .folder ? .folder : .file }
  }

  /// The path from the top; `nil` outside of it.
  private func remainder(of path: String) -> String? { path.remainder(below: top) }

  private func isException(_ path: String) -> Bool { exceptions.contains { path.remainder(below: $0) != nil } }

  // MARK: What files hold

  /// A whole file.
  /// - Throws: `FileFailure`, also for one that a partial clone has not got.
  func bytes(of blob: RevisionTree.Blob, at path: String) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    let isThere = try objects[blob.repository].read([blob.id]) { bytes.append(contentsOf: $1) }
    guard isThere == [true] else {
      lacking.withLock { _ = $0.contents.insert(path) }
      throw FileFailure(reason: "this partial clone has not got it")
    }
    return bytes
  }

  /// The sizes of files, in the order of their paths; `nil` for one that a partial clone has not got.
  /// - Complexity: O(bytes of those that were never measured).
  func sizes(of paths: [String]) -> [Result<TextSize?, FileFailure>] {
    let places = paths.map { place(of: $0) }
    let failure = measure(places)
    return zip(paths, places).map { path, place in
      switch place {
      case .disk(let path): return TextSize.onDisk(path)
      case .inside(let path, .file(let blob)):
        let size = sizes[blob.id]
        if size == nil, let failure { return .failure(failure) }
        if size == nil { lacking.withLock { _ = $0.sizes.insert(path) } }
        return .success(size)
      case .inside: return .failure(FileFailure(reason: "not a regular file"))
      case .nothing: return .failure(FileFailure(reason: Errno.noSuchFileOrDirectory.description))
      }
    }
  }

  /// - Returns: why git did not answer, if it did not.
  private func measure(_ places: [Place]) -> FileFailure? {
    var failure: FileFailure?
    var unknown: [Int: [String]] = [:]
    for case .inside(_, .file(let blob)) in places where sizes[blob.id] == nil {
      unknown[blob.repository, default: []].append(blob.id)
    }
    for (repository, ids) in unknown {
      var counts = [TextSize.Count](repeating: TextSize.Count(), count: ids.count)
      do throws(FileFailure) {
        let isThere = try objects[repository].read(ids) { counts[$0].add($1) }
        for (index, id) in ids.enumerated() where isThere[index] { sizes[id] = counts[index].size }
      } catch { failure = error }
    }
    return failure
  }
}
