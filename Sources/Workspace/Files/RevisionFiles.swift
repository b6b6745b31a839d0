import ManifestSyntax
import Platform
import Synchronization

/// The files of one revision, read in place of the working tree's.
///
/// Within a task for which ``current`` is set, everything that asks the disk for a path (`Path`, `FileStatus`,
/// `FolderEntries`, `FileBytes`, `TextSize`) gets the revision's contents, read from git's objects, below the
/// repository's top, and those of the disk elsewhere. So the same code reads revisions and working trees, paths are the
/// same, and nothing is checked out.
final class RevisionFiles: Sendable {
  /// The revision that the current task reads; `nil` for the disk.
  @TaskLocal static var current: RevisionFiles?

  let top: String
  let tree: RevisionTree
  let mounts: [Mount]
  /// Folders below the top that are still read from the disk: the cache, and the user's settings if the home folder is
  /// a repository.
  private let exceptions: [String]
  /// Whether only what the disk lacks is read: see ``LeftOutFiles``.
  let fillsDisk: Bool
  private let objects: [GitObjects]
  private let sizes: BlobSizes
  private let lacking = Mutex<Lacking>(Lacking())
  /// See ``copy(below:onlyManifests:)``; by whether they contain only manifests.
  let copies = Mutex<[Bool: Task<String, any Error>]>([:])

  /// A repository whose files are at a path below the top, and its objects.
  struct Mount: Sendable {
    let path: String
    let store: ObjectStore
    let commit: String
    /// The tags of the commit, as lines of a file of packed references.
    let tags: String
  }

  /// The requested files that a partial clone lacks.
  struct Lacking: Sendable {
    /// Files that were to be read, relative to the top, and those that were only to be measured.
    var contents: Set<String> = []
    var sizes: Set<String> = []
    /// The ids of blobs that only stand for files in Git LFS, whose lines are unknown.
    var pointers: Set<String> = []
  }

  /// - Parameter mounts: the repository itself at the empty path, then its submodules, in the order of
  ///   `Blob.repository`.
  init(
    top: String, tree: RevisionTree, mounts: [Mount], sizes: BlobSizes, exceptions: [String], fillsDisk: Bool = false
  ) {
    self.top = top
    self.tree = tree
    self.mounts = mounts
    self.sizes = sizes
    self.exceptions = exceptions
    self.fillsDisk = fillsDisk
    objects = mounts.map { GitObjects(of: $0.store) }
  }

  var missing: Lacking { lacking.withLock { $0 } }

  /// Whether a path was to be read and a partial clone lacks it; of a symbolic link, nobody knows where it leads.
  func lacks(linkAt path: String) -> Bool { remainder(of: path).map(missing.contents.contains) ?? false }

  /// Writes the cache of sizes.
  func finish() { sizes.store() }

  /// What a path leads to.
  enum Location {
    /// A path on the disk.
    case disk(String)
    /// An entry of the revision, by its canonical path relative to the top.
    case inside(String, RevisionTree.Node)
    case nothing
  }

  /// Resolves a path.
  /// - Parameter followsLast: whether a symbolic link at the end of the path is followed.
  /// - Complexity: O(length of the path), and one access to the disk for each component outside the revision.
  func place(of path: String, followsLast: Bool = true) -> Location {
    guard path.hasPrefix("/"), !isException(path), !isOnDisk(path) else { return .disk(path) }
    if let rest = remainder(of: path), let node = tree.nodes[rest] {
      switch node {
      case .folder, .file: return .inside(rest, node)
      case .link: if !followsLast { return .inside(rest, node) }
      }
    }
    return walk(path, followsLast: followsLast)
  }

  /// Resolves component by component, as the system does.
  private func walk(_ path: String, followsLast: Bool) -> Location {
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
    if isOnDisk(current) { return .disk(current) }
    return remainder(of: current).flatMap(inside) ?? .disk(current.isEmpty ? "/" : current)
  }

  private func isOnDisk(_ path: String) -> Bool {
    fillsDisk && (try? FileStatus(of: path, followsLast: false)) != nil
  }

  /// The entries of a folder that the disk lacks.
  func entries(missingIn folder: String, besides known: [FolderEntries.Entry]) -> [FolderEntries.Entry] {
    guard fillsDisk, let rest = remainder(of: folder), let entries = tree.entries[rest] else { return [] }
    let names = Set(known.map(\.name))
    return entries.filter { !names.contains($0.name) }
  }

  private func inside(_ path: String) -> Location? { tree.nodes[path].map { .inside(path, $0) } ?? .nothing }

  private enum Item {
    case folder, file
    case link(String)
  }

  private func item(at path: String) -> Item? {
    if !isOnDisk(path), let rest = remainder(of: path) {
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

  /// The path relative to the top; `nil` outside it.
  private func remainder(of path: String) -> String? { path.remainder(below: top) }

  private func isException(_ path: String) -> Bool { exceptions.contains { path.remainder(below: $0) != nil } }

  // MARK: What files hold

  /// Reads a whole file.
  /// - Throws: `FileFailure`, also for a file that a partial clone lacks.
  func bytes(of blob: RevisionTree.Blob, at path: String) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    let isThere = try objects[blob.repository].read([blob.id]) { bytes.append(contentsOf: $1) }
    guard isThere == [true] else {
      lacking.withLock { _ = $0.contents.insert(path) }
      throw FileFailure(reason: "this partial clone lacks it")
    }
    return bytes
  }

  /// The sizes of files, in the order of `paths`; `nil` for one that a partial clone lacks or that is in Git LFS.
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
        if size == nil { lacking.withLock { if !$0.pointers.contains(blob.id) { $0.sizes.insert(path) } } }
        return .success(size)
      case .inside: return .failure(FileFailure(reason: "not a regular file"))
      case .nothing:
        guard lacks(linkAt: path) else { return .failure(FileFailure(reason: Errno.noSuchFileOrDirectory.description)) }
        lacking.withLock { _ = $0.sizes.insert(remainder(of: path) ?? path) }
        return .success(nil)
      }
    }
  }

  /// - Returns: why git did not answer; `nil` if it did.
  private func measure(_ places: [Location]) -> FileFailure? {
    var failure: FileFailure?
    var unknown: [Int: [String]] = [:]
    for case .inside(_, .file(let blob)) in places where sizes[blob.id] == nil {
      unknown[blob.repository, default: []].append(blob.id)
    }
    for (repository, ids) in unknown {
      var counts = [TextSize.Count](repeating: TextSize.Count(), count: ids.count)
      do throws(FileFailure) {
        let isThere = try objects[repository].read(ids) { counts[$0].add($1) }
        for (index, id) in ids.enumerated() where isThere[index] {
          if counts[index].isPointer {
            lacking.withLock { _ = $0.pointers.insert(id) }
          } else {
            sizes[id] = counts[index].size
          }
        }
      } catch { failure = error }
    }
    return failure
  }
}
