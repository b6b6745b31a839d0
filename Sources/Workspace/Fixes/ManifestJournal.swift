import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The former contents of changed files, and the created and moved ones, until the changes are known to be valid.
///
/// It is outside of the user's tree, is complete before the first change there, and is removed by ``close()``. If a
/// process ends before that, the next one that opens or recovers the journal restores the former contents.
struct ManifestJournal: ~Copyable {
  private struct Entry: Codable {
    /// Absolute, without links.
    let path: String
    let before: [UInt8]
    let after: [UInt8]
  }

  /// What is at a path where nothing was before.
  private struct Creation: Codable {
    enum Content: Codable {
      case folder
      case file([UInt8])
      /// A file that was at another path before.
      case moved(from: String)
    }

    let path: String
    let content: Content
  }

  /// What the file contains.
  private struct Contents: Codable {
    var entries: [Entry] = []
    var creations: [Creation] = []
  }

  private let file: String
  private let lock: FileDescriptor
  private var contents = Contents()

  /// How long to wait for the lock, in nanoseconds. A process that another thread is about to start holds a copy of it
  /// for a moment, even of a released one.
  private static let patience = MonotonicClock.nanosecondsPerSecond / 2

  private static let mark = Array("modgauge.fixes/2\n".utf8)
  private static let name = "journal"

  /// - Parameter folder: absolute; created if it is missing.
  /// - Returns: `nil` if another process is changing manifests.
  static func held(in folder: String) throws(FileFailure) -> ManifestJournal? {
    do {
      try FileSystem.makeFolders(folder)
      let lock = try FileDescriptor.open(
        folder + "/lock", .readWrite, options: [.create, .closeOnExec], permissions: [.ownerReadWrite])
      let end = MonotonicClock.nowNanoseconds + patience
      while try !lock.lock(.exclusive, waits: false) {
        guard MonotonicClock.nowNanoseconds < end else {
          try lock.close()
          return nil
        }
        MonotonicClock.sleep(untilNanoseconds: MonotonicClock.nowNanoseconds + patience / 50)
      }
      let journal = ManifestJournal(file: folder + "/" + name, lock: lock)
      if Path.isFile(journal.file), try !FileBytes.read(journal.file).starts(with: mark) {
        throw FileFailure(reason: "`\(name)` in it is no journal of this modgauge")
      }
      return journal
    } catch { throw FileFailure(reason: FileReason.description(of: error)) }
  }

  deinit { try? lock.close() }

  // MARK: Changing

  /// Replaces the contents of a manifest.
  /// - Parameters:
  ///   - before: its expected contents.
  ///   - shown: its name for the user.
  mutating func replace(
    _ path: String, holding before: [UInt8], by after: [UInt8], shownAs shown: String
  ) throws(FixObstacle) {
    guard let path = Path.canonical(path), let status = FileStatus(at: path) else {
      throw .changedMeanwhile(file: shown)
    }
    guard status.owner.user == CurrentProcess.userID || CurrentProcess.userID == 0 else { throw .foreign(file: shown) }
    do {
      // A rename would not heed it.
      if status.permissions & 0o222 == 0 { throw FileFailure(reason: "it is write-protected") }
      try WholeFile.check(path)
      guard try FileBytes.read(path) == before else { throw FixObstacle.changedMeanwhile(file: shown) }
      contents.entries.append(Entry(path: path, before: before, after: after))
      try write()
      guard try WholeFile.replace(path, holding: before, by: after) else {
        contents.entries.removeLast()
        throw FixObstacle.changedMeanwhile(file: shown)
      }
    } catch let obstacle as FixObstacle { throw obstacle } catch {
      throw .unwritable(file: shown, reason: FileReason.description(of: error))
    }
  }

  /// Creates files or moves them from elsewhere, and creates the folders that they need.
  /// - Parameter files: absolute paths below existing folders without links; nothing exists there.
  mutating func create(_ files: [ScaffoldPlan.NewFile]) throws(FixObstacle) {
    var folders: Set<String> = []
    for file in files {
      var missing: [String] = []
      var folder = Path.normalized(file.path + "/..")
      while !folders.contains(folder), FileStatus(at: folder, followsLast: false) == nil {
        missing.append(folder)
        folders.insert(folder)
        folder = Path.normalized(folder + "/..")
      }
      contents.creations += missing.reversed().map { Creation(path: $0, content: .folder) }
      contents.creations.append(
        Creation(path: file.path, content: file.source.map { .moved(from: $0) } ?? .file(file.bytes)))
    }
    let shown = Dictionary(files.map { ($0.path, $0.shown) }, uniquingKeysWith: { first, _ in first })
    do { try write() } catch { throw .unwritable(file: file, reason: FileReason.description(of: error)) }
    for creation in contents.creations {
      do {
        switch creation.content {
        case .folder: try FileSystem.makeFolder(creation.path, permissions: 0o777)
        case _ where FileStatus(at: creation.path, followsLast: false) != nil:
          throw FixObstacle.changedMeanwhile(file: shown[creation.path] ?? creation.path)
        case .file(let bytes): try WholeFile.write(bytes, to: creation.path)
        case .moved(let source): try FileSystem.rename(source, to: creation.path)
        }
      } catch let obstacle as FixObstacle { throw obstacle } catch {
        throw .unwritable(file: shown[creation.path] ?? creation.path, reason: FileReason.description(of: error))
      }
    }
  }

  /// Removes what was created and is as it was written, and moves back what was moved, the last first.
  private static func undo(_ creations: [Creation]) -> [(path: String, Recovered)] {
    creations.reversed().compactMap { creation in
      do throws(FileFailure) {
        switch creation.content {
        case .folder:
          // A folder in which others have put something stays.
          try? FileSystem.removeEmptyFolder(creation.path)
          return nil
        case .file(let bytes):
          guard try FileBytes.read(creation.path) == bytes else { return (creation.path, .changedSince) }
          do { try FileSystem.removeFile(creation.path) } catch { throw FileFailure(reading: error) }
        case .moved(let source):
          // Whatever was written into it since belongs to it.
          guard FileStatus(at: creation.path, followsLast: false) != nil else { return nil }
          guard FileStatus(at: source, followsLast: false) == nil else { return (creation.path, .changedSince) }
          do { try FileSystem.rename(creation.path, to: source) } catch { throw FileFailure(reading: error) }
        }
        return (creation.path, .putBack)
      } catch {
        return error.isAbsence ? nil : (creation.path, .unwritable(reason: error.reason))
      }
    }
  }

  /// Undoes changes, the last first, down to a number of them; what was created as well, if that is none.
  /// - Returns: the files that cannot be restored, since another program has changed them, or since they cannot be
  ///   written.
  mutating func putBack(to count: Int = 0) -> [String] {
    let undone = contents.entries[count...].reversed().map { ($0.path, Self.putBack($0)) }
    contents.entries.removeSubrange(count...)
    let removed = count == 0 ? Self.undo(contents.creations) : []
    if contents.entries.isEmpty { close() } else { try? write() }
    return (undone + removed).filter { !$0.1.isWhole }.map(\.0)
  }

  /// The number of changes.
  var count: Int { contents.entries.count }

  /// Keeps all changes.
  mutating func close() {
    contents = Contents()
    try? FileSystem.removeFile(file)
  }

  private func write() throws {
    try WholeFile.write(Self.mark + JSONEncoder().encode(contents), to: file)
  }

  // MARK: Recovering

  enum Recovered: Hashable {
    case putBack, asBefore
    /// Another program has changed the file since.
    case changedSince
    case unwritable(reason: String)

    var isWhole: Bool { self == .putBack || self == .asBefore }
  }

  private static func putBack(_ entry: Entry) -> Recovered {
    do throws(FileFailure) {
      let present = try FileBytes.read(entry.path)
      if present == entry.before { return .asBefore }
      guard present == entry.after else { return .changedSince }
      return try WholeFile.replace(entry.path, holding: entry.after, by: entry.before) ? .putBack : .changedSince
    } catch {
      return error.isAbsence ? .changedSince : .unwritable(reason: error.reason)
    }
  }

  /// Restores files that a killed process left changed.
  /// - Returns: each change, the last first.
  mutating func recover() -> [(path: String, Recovered)] {
    guard let bytes = try? FileBytes.read(file),
      let left = try? JSONDecoder().decode(Contents.self, from: Data(bytes.dropFirst(Self.mark.count)))
    else {
      close()
      return []
    }
    let recovered = left.entries.reversed().map { ($0.path, Self.putBack($0)) } + Self.undo(left.creations)
    // What could not be written is tried again by the next one.
    if !recovered.contains(where: { if case .unwritable = $0.1 { true } else { false } }) { close() }
    return recovered
  }
}
