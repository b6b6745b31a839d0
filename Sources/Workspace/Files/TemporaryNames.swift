import ModuleGraph
import Platform
import Synchronization

/// The temporary names that this process gives to files among those of the user, so that the next command can remove what
/// a killed one has left. They are in a file of the state folder, which is locked for as long as the process lives.
package enum TemporaryNames {
  private enum State {
    /// Nothing is noted, as in tests, or where the state folder cannot be written.
    case off
    case on(folder: String)
    case open(path: String, FileDescriptor)
  }

  private static let state = Mutex(State.off)

  /// Notes names from now on.
  package static func note(in folder: String) { state.withLock { $0 = .on(folder: folder) } }

  /// - Parameters:
  ///   - original: the file that gets, or has, the other name. Both are absolute, or relative to the folder in which the
  ///     process stays.
  ///   - before: the contents of a former file that are replaced on purpose; `nil` for a file that is to be renamed.
  static func note(_ path: String, of original: String, replacing before: [UInt8]? = nil) {
    state.withLock { state in
      if case .on(let folder) = state { state = opened(in: folder) }
      guard case .open(_, let file) = state else { return }
      let parts = [Path.absolute(path), Path.absolute(original)] + [before.map(SHA256.hexadecimal)].compactMap(\.self)
      _ = try? file.writeAll(parts.flatMap { Array($0.utf8) + [0] })
    }
  }

  /// Forgets the names, since no file has any of them now.
  package static func close() {
    state.withLock { state in
      if case .open(let path, _) = state { try? FileSystem.removeFile(path) }
      state = .off
    }
  }

  private static func opened(in folder: String) -> State {
    let path = folder + "/" + String(UInt64.random(in: 0 ... .max), radix: 36)
    do {
      try FileSystem.makeFolders(folder)
      let file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate, .append, .closeOnExec], permissions: .ownerReadWrite)
      // Another process may take the new file for an abandoned one before it is locked: then nothing is noted.
      if try file.lock(.exclusive, waits: false), try FileStatus(of: path).identity == FileStatus(of: file).identity {
        return .open(path: path, file)
      }
      try file.close()
    } catch {}
    return .off
  }

  /// Removes what killed processes have left. A former file is kept if somebody has changed it meanwhile, and it differs
  /// from the one that replaced it.
  /// - Returns: a sentence for each file that is kept.
  package static func clear(in folder: String) -> [String] {
    var kept: [String] = []
    for entry in (try? FolderListing.entries(of: folder)) ?? [] {
      let path = folder + "/" + entry.name
      guard let file = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
      else {
        continue
      }
      defer { try? file.close() }
      guard (try? file.lock(.exclusive, waits: false)) == true, let bytes = try? FileBytes.read(path) else { continue }
      let left = notes(in: bytes).filter { !remove($0.path, of: $0.original, replaced: $0.hash) }
      kept += left.map {
        "`\($0.path.visible)` has the contents that `\($0.original.visible)` had when a command was killed. "
          + "Compare them, and remove it."
      }
      if left.isEmpty { try? FileSystem.removeFile(path) }
    }
    return kept
  }

  /// Two absolute paths each, and the hash of what was replaced on purpose, if something was: earlier versions wrote none.
  private static func notes(in bytes: [UInt8]) -> [(path: String, original: String, hash: String?)] {
    var rest = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }[...]
    var notes: [(path: String, original: String, hash: String?)] = []
    while let path = rest.popFirst(), let original = rest.popFirst() {
      let hash = rest.first.flatMap { $0.hasPrefix("/") ? nil : $0 }
      if hash != nil { rest.removeFirst() }
      notes.append((path, original, hash))
    }
    return notes
  }

  /// - Parameter hash: of the contents that were replaced on purpose.
  /// - Returns: whether nothing has the name now.
  private static func remove(_ path: String, of original: String, replaced hash: String?) -> Bool {
    guard path.lastComponent.hasPrefix(WholeFile.temporaryPrefix),
      let status = try? FileStatus(of: path, followsLast: false), status.kind == .file
    else { return true }
    if path.hasSuffix(WholeFile.formerSuffix), (try? FileStatus(of: original).identity) != status.identity {
      guard let bytes = try? FileBytes.read(path), let now = try? FileBytes.read(original),
        bytes == now || SHA256.hexadecimal(bytes) == hash
      else { return false }
    }
    return (try? FileSystem.removeFile(path)) != nil
  }
}
