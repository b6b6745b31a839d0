import Platform

/// The former contents of changed files, and the created and moved ones, until the changes are known to be valid.
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

  /// What is at a path where nothing was before.
  private struct Creation {
    enum Content {
      case folder
      case file([UInt8])
      /// A file that was at another path before.
      case moved(from: String)
    }

    let path: String
    let content: Content
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
      creations += missing.reversed().map { Creation(path: $0, content: .folder) }
      creations.append(
        Creation(path: file.path, content: file.source.map { .moved(from: $0) } ?? .file(file.bytes)))
    }
    let shown = Dictionary(files.map { ($0.path, $0.shown) }, uniquingKeysWith: { first, _ in first })
    do throws(FileFailure) { try WholeFile.write(text, to: file) } catch {
      throw .unwritable(file: file, reason: error.reason)
    }
    for creation in creations {
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
      switch creation.content {
      case .folder:
        record.add(count: 0)
        record.add(bytes: [])
      case .file(let bytes):
        record.add(count: 1)
        record.add(bytes: bytes)
      case .moved(let source):
        record.add(count: 2)
        record.add(bytes: Array(source.utf8))
      }
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
      let (path, kind, bytes) = (try record.text(), try record.count(), try record.bytes())
      let content: Creation.Content =
        switch kind {
        case 1: .file(Array(bytes))
        case 2: .moved(from: String(decoding: bytes, as: UTF8.self))
        default: .folder
        }
      creations.append(Creation(path: path, content: content))
    }
    return (entries, creations)
  }
}
