import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The former contents of changed manifests, and the created files, until the changes are known to be valid.
///
/// It is outside of the user's tree, is complete before the first change there, and is removed by ``close()``. If a
/// process ends before that, the next one that opens or recovers the journal restores the former contents.
struct ManifestJournal: ~Copyable {
  private struct Entry {
    /// Absolute, without links.
    let path: String
    let before: [UInt8]
    let after: [UInt8]
  }

  /// A file that was not there before.
  private struct Creation {
    let path: String
    /// `nil` for a folder.
    let bytes: [UInt8]?
  }

  private let file: String
  private let lock: FileDescriptor
  private var entries: [Entry] = []
  private var creations: [Creation] = []

  /// How long to wait for the lock, in nanoseconds. A process that another thread is about to start holds a copy of it
  /// for a moment, even of a released one.
  private static let patience = MonotonicClock.nanosecondsPerSecond / 2

  private static let mark = Array("modgauge.fixes/1\n".utf8)
  private static let name = "journal"

  /// - Parameter folder: absolute; created if it is missing.
  /// - Returns: `nil` if another process is changing manifests.
  /// - Throws: `FileFailure`.
  static func held(in folder: String) throws(FileFailure) -> ManifestJournal? {
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
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
    } catch { throw FileFailure(reason: FileReason.words(error)) }
  }

  private init(file: String, lock: FileDescriptor) {
    self.file = file
    self.lock = lock
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
      entries.append(Entry(path: path, before: before, after: after))
      try WholeFile.write(text, to: file)
      guard try WholeFile.replace(path, holding: before, by: after) else {
        entries.removeLast()
        throw FixObstacle.changedMeanwhile(file: shown)
      }
    } catch let obstacle as FixObstacle { throw obstacle } catch {
      throw .unwritable(file: shown, reason: FileReason.words(error))
    }
  }

  /// Creates files, and the folders that they need.
  /// - Parameter files: absolute paths below existing folders without links; nothing exists there.
  mutating func create(_ files: [(path: String, bytes: [UInt8], shown: String)]) throws(FixObstacle) {
    var folders: Set<String> = []
    for file in files {
      var missing: [String] = []
      var folder = Path.normalized(file.path + "/..")
      while !folders.contains(folder), FileStatus(at: folder, followsLast: false) == nil {
        missing.append(folder)
        folders.insert(folder)
        folder = Path.normalized(folder + "/..")
      }
      creations += missing.reversed().map { Creation(path: $0, bytes: nil) }
      creations.append(Creation(path: file.path, bytes: file.bytes))
    }
    let shown = Dictionary(files.map { ($0.path, $0.shown) }, uniquingKeysWith: { first, _ in first })
    do throws(FileFailure) { try WholeFile.write(text, to: file) } catch {
      throw .unwritable(file: file, reason: error.reason)
    }
    for creation in creations {
      do {
        if let bytes = creation.bytes {
          guard FileStatus(at: creation.path, followsLast: false) == nil else {
            throw FixObstacle.changedMeanwhile(file: shown[creation.path] ?? creation.path)
          }
          try WholeFile.write(bytes, to: creation.path)
        } else {
          try FileSystem.makeFolder(creation.path, permissions: 0o777)
        }
      } catch let obstacle as FixObstacle { throw obstacle } catch {
        throw .unwritable(file: shown[creation.path] ?? creation.path, reason: FileReason.words(error))
      }
    }
  }

  /// Removes what was created and is as it was written, the last first.
  private static func undo(_ creations: [Creation]) -> [(path: String, Recovered)] {
    creations.reversed().compactMap { creation in
      guard let bytes = creation.bytes else {
        // A folder in which others have put something stays.
        try? FileSystem.removeEmptyFolder(creation.path)
        return nil
      }
      do throws(FileFailure) {
        guard try FileBytes.read(creation.path) == bytes else { return (creation.path, .changedSince) }
        do { try FileSystem.removeFile(creation.path) } catch { throw FileFailure(reading: error) }
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
    let undone = entries[count...].reversed().map { ($0.path, Self.putBack($0)) }
    entries.removeSubrange(count...)
    let removed = count == 0 ? Self.undo(creations) : []
    if entries.isEmpty { close() } else { try? WholeFile.write(text, to: file) }
    return (undone + removed).filter { !$0.1.isWhole }.map(\.0)
  }

  /// The number of changes.
  var count: Int { entries.count }

  /// Keeps all changes.
  mutating func close() {
    entries = []
    creations = []
    try? FileSystem.removeFile(file)
  }

  private var text: [UInt8] {
    var record = RecordWriter()
    record.add(count: entries.count)
    for entry in entries {
      record.add(entry.path)
      record.add(bytes: entry.before)
      record.add(bytes: entry.after)
    }
    // Behind what earlier versions wrote, which ignore it.
    record.add(count: creations.count)
    for creation in creations {
      record.add(creation.path)
      record.add(count: creation.bytes == nil ? 0 : 1)
      record.add(bytes: creation.bytes ?? [])
    }
    return Self.mark + record.bytes
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
      let (left, created) = try? Self.entries(in: bytes.dropFirst(Self.mark.count))
    else {
      close()
      return []
    }
    let recovered = left.reversed().map { ($0.path, Self.putBack($0)) } + Self.undo(created)
    // What could not be written is tried again by the next one.
    if !recovered.contains(where: { if case .unwritable = $0.1 { true } else { false } }) { close() }
    return recovered
  }

  private static func entries(in bytes: ArraySlice<UInt8>) throws(RecordDamage) -> ([Entry], [Creation]) {
    var record = RecordReader(bytes)
    var entries: [Entry] = []
    for _ in 0..<(try record.count()) {
      let (path, before, after) = (try record.text(), try record.bytes(), try record.bytes())
      entries.append(Entry(path: path, before: Array(before), after: Array(after)))
    }
    var creations: [Creation] = []
    // A journal of an earlier version has none.
    for _ in 0..<(record.rest.isEmpty ? 0 : try record.count()) {
      let (path, isFile, bytes) = (try record.text(), try record.count() == 1, try record.bytes())
      creations.append(Creation(path: path, bytes: isFile ? Array(bytes) : nil))
    }
    return (entries, creations)
  }
}
