import Platform
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is done with folders and files, each failure of which is told with its place.
enum FileTree {
  static func makeFolder(_ path: String) throws(BenchmarkError) {
    try doing("make the folder", path) {
      do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch let error
        as CocoaError where error.code == .fileNoSuchFile
      {
        // Folders above it are made, so that this is a file system that takes none, such as `/proc`.
        throw FileFailure(reason: "no folder can be made there; name another place")
      }
    }
  }

  /// Removes a file or a folder with all in it, if it is there.
  static func remove(_ path: String) throws(BenchmarkError) {
    guard (try? FileStatus(of: path, followsLast: false)) != nil else { return }
    try doing("remove", path) {
      do { try FileManager.default.removeItem(atPath: path) } catch let error as CocoaError
        where error.code == .fileNoSuchFile
      {}
    }
  }

  /// Writes a file as ``WholeFile`` does.
  static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(BenchmarkError) {
    try doing("write", path) { try WholeFile.write(bytes, to: path) }
  }

  /// Writes what one file holds into another.
  static func copy(_ source: String, to destination: String) throws(BenchmarkError) {
    let bytes = try doing("read", source) { try Data(contentsOf: URL(fileURLWithPath: source)) }
    try write(bytes, to: destination)
  }

  /// The names in a folder, sorted; none where there is no such folder.
  static func names(in folder: String) throws(BenchmarkError) -> [String] {
    guard (try? FileStatus(of: folder, followsLast: false)) != nil else { return [] }
    return try doing("read", folder) { try FileManager.default.contentsOfDirectory(atPath: folder) }.sorted()
  }

  /// Everything below a folder that is no folder itself, with its stamp. Links are not followed.
  /// - Parameter isLeftOut: asked for each entry, by its folder and its name.
  static func files(
    below root: String, leavingOut isLeftOut: (_ folder: String, _ name: String) -> Bool = { _, _ in false }
  ) throws(BenchmarkError) -> [String: FileStatus] {
    var files: [String: FileStatus] = [:]
    var folders = [root]
    while let folder = folders.popLast() {
      for name in try names(in: folder) where !isLeftOut(folder, name) {
        let path = folder + "/" + name
        guard let stamp = try? FileStatus(of: path, followsLast: false) else { continue }
        if stamp.kind == .folder { folders.append(path) } else { files[path] = stamp }
      }
    }
    return files
  }

  /// Does something with a file, and says what and which when it fails.
  static func doing<Value>(_ action: String, _ path: String, _ body: () throws -> Value) throws(BenchmarkError) -> Value
  {
    do { return try body() } catch {
      throw .fileSystem(doing: action, path: path, reason: FileReason.words(error))
    }
  }

  /// What a log ends with, for an error; nothing where it cannot be read.
  static func lastLines(of path: String, _ count: Int = 12) -> String {
    guard let bytes = try? Data(contentsOf: URL(filePath: path)) else { return "" }
    return String(decoding: bytes.suffix(1 << 16), as: UTF8.self).split(separator: "\n").suffix(count)
      .joined(separator: "\n")
  }
}
