import Platform
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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

  /// - Parameter original: the file that gets, or has, the other name. Both are absolute, or relative to the folder in
  ///   which the process stays.
  static func note(_ path: String, of original: String) {
    state.withLock { state in
      if case .on(let folder) = state { state = opened(in: folder) }
      guard case .open(_, let file) = state else { return }
      _ = try? file.writeAll("\(Path.absolute(path))\0\(Path.absolute(original))\0".utf8)
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
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
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

  /// Removes what killed processes have left. A former file that differs from the one that replaced it is kept.
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
      let names = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      let left = zip(names, names.dropFirst()).enumerated().filter { $0.offset.isMultiple(of: 2) }
        .filter { !remove($0.element.0, of: $0.element.1) }
      kept += left.map { _, names in
        "`\(names.0.visible)` has the contents that `\(names.1.visible)` had when a command was killed. "
          + "Compare them, and remove it."
      }
      if left.isEmpty { try? FileSystem.removeFile(path) }
    }
    return kept
  }

  /// - Returns: whether nothing has the name now.
  private static func remove(_ path: String, of original: String) -> Bool {
    guard path.lastComponent.hasPrefix(WholeFile.temporaryPrefix),
      let status = try? FileStatus(of: path, followsLast: false), status.kind == .file
    else { return true }
    if path.hasSuffix(WholeFile.formerSuffix), (try? FileStatus(of: original).identity) != status.identity,
      (try? FileBytes.read(original)) != (try? FileBytes.read(path))
    {
      return false
    }
    return (try? FileSystem.removeFile(path)) != nil
  }
}
