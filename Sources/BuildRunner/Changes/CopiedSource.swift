package import BuildAnalysis
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The source file of a module in the private copy, which is changed and restored.
package struct CopiedSource: Sendable {
  /// Absolute.
  package let path: String
  private let probe: SourceProbe
  private let original: [UInt8]
  /// The contents between changes, including the function whose body changes, if one does.
  private let base: [UInt8]

  /// Writes the contents from which changes start.
  ///
  /// The function for `body` changes stays for the whole session, so that only its body changes in a round.
  /// - Parameter copy: the folder outside which nothing may be written, whatever links there are.
  /// - Throws: `BenchmarkError.fileSystem`, `.outsideCopy`.
  package init(
    path: String, in copy: String, probe: SourceProbe, changes: Set<SourceChange>
  ) throws(BenchmarkError) {
    let allowed = [Path.canonical(copy)].compactMap { $0 }
    guard Self.isFolder(of: path, within: allowed), Self.isFolder(of: Path.canonical(path) ?? path, within: allowed)
    else { throw .outsideCopy(path) }
    self.path = path
    self.probe = probe
    let original = try FileTree.read(path)
    self.original = original
    base = changes.contains(.body) ? probe.bytes(original, bodyValue: 0) : original
    if base != original { try write(base, to: path) }
  }

  /// Whether the folder of a file is within one of some folders after resolving symbolic links.
  /// - Parameter folders: canonical.
  static func isFolder(of path: String, within folders: [String]) -> Bool {
    guard let folder = Path.canonical(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])) else {
      return false
    }
    return folders.contains { (folder + "/").hasPrefix($0 + "/") }
  }

  /// Makes a change.
  /// - Parameter value: different each time, so that no two changes are the same.
  package func make(_ change: SourceChange, value: Int) throws(BenchmarkError) {
    switch change {
    case .body: try write(probe.bytes(original, bodyValue: value), to: path)
    case .file: try write(probe.newFile(value: value), to: newFile)
    case .comment, .private, .public:
      try write(probe.bytes(base, after: change, value: value) ?? base, to: path)
    }
  }

  /// Undoes the last change. The file is written anew, since compilers rely on dates.
  package func undo(_ change: SourceChange) throws(BenchmarkError) {
    if change == .file { try FileTree.remove(newFile) } else { try write(base, to: path) }
  }

  /// Makes a change in a second of the system's clock during which nothing was built.
  ///
  /// Swift 6.3's driver compares the date of another module in whole seconds with the time when it last ran: a module that is
  /// compiled in the second of the last build does not look changed to those that depend on it.
  func makeInNextSecond(_ change: SourceChange, value: Int) async throws {
    let second = Date.now.timeIntervalSince1970.truncatingRemainder(dividingBy: 1)
    // File dates lag behind by a few milliseconds.
    try await Task.sleep(for: .seconds(1.02 - second))
    try make(change, value: value)
  }

  /// Makes a change for the duration of a closure, and undoes it in any case.
  func changed<Value>(
    _ change: SourceChange, value: Int, while body: () async throws -> Value
  ) async throws -> Value {
    try await makeInNextSecond(change, value: value)
    let result: Value
    do { result = try await body() } catch {
      try? undo(change)
      throw error
    }
    try undo(change)
    return result
  }

  /// Restores the original contents of the file.
  package func restore() throws(BenchmarkError) {
    if base != original { try write(original, to: path) }
  }

  private var newFile: String {
    path[..<(path.lastIndex(of: "/") ?? path.startIndex)] + "/" + probe.fileName
  }

  private func write(_ bytes: [UInt8], to path: String) throws(BenchmarkError) {
    try FileTree.write(bytes, to: path)
  }
}
