import Platform
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Operations on folders and files, whose errors contain the path.
enum FileTree {
  static func makeFolder(_ path: String) throws(BenchmarkError) {
    try doing("make the folder", path) {
      do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch let error
        as CocoaError where error.code == .fileNoSuchFile
      {
        // Missing folders above it are created, so that this file system does not support new ones, such as `/proc`.
        throw FileFailure(reason: "no folder can be created there; specify another path")
      }
    }
  }

  /// Removes a file, or a folder with its contents, if it exists. It must be in a folder that modgauge has made.
  static func remove(_ path: String) throws(BenchmarkError) {
    guard (try? FileStatus(of: path, followsLast: false)) != nil else { return }
    try doing("remove", path) { try OwnFolder.remove(path) }
  }

  /// Removes a file whose name modgauge has given, or an empty folder, in any folder.
  static func removeOne(_ path: String) throws(BenchmarkError) {
    guard let status = try? FileStatus(of: path, followsLast: false) else { return }
    try doing("remove", path) {
      if status.kind == .folder { try FileSystem.removeEmptyFolder(path) } else { try FileSystem.removeFile(path) }
    }
  }

  /// The folders in a folder, by their names, sorted; links are left out.
  static func folders(in folder: String) throws(BenchmarkError) -> [String] {
    try names(in: folder).filter {
      (try? FileStatus(of: "\(folder)/\($0)", followsLast: false))?.kind == .folder
    }
  }

  static func read(_ path: String) throws(BenchmarkError) -> [UInt8] {
    try doing("read", path) { Array(try Data(contentsOf: URL(filePath: path))) }
  }

  static func text(of path: String) throws(BenchmarkError) -> String {
    try doing("read", path) { try String(contentsOfFile: path, encoding: .utf8) }
  }

  /// Gives a file or a folder another path, at which nothing is.
  static func move(_ path: String, to other: String) throws(BenchmarkError) {
    try doing("move", path) { try FileManager.default.moveItem(atPath: path, toPath: other) }
  }

  /// Writes a file as ``WholeFile`` does.
  static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(BenchmarkError) {
    try doing("write", path) { try WholeFile.write(bytes, to: path) }
  }

  /// Copies the contents of a file to another one.
  static func copy(_ source: String, to destination: String) throws(BenchmarkError) {
    try write(try read(source), to: destination)
  }

  /// The names in a folder, sorted; empty if it does not exist.
  static func names(in folder: String) throws(BenchmarkError) -> [String] {
    guard (try? FileStatus(of: folder, followsLast: false)) != nil else { return [] }
    return try doing("read", folder) { try FileManager.default.contentsOfDirectory(atPath: folder) }.sorted()
  }

  /// All files and links below a folder with their status. Links are not followed.
  /// - Parameter isLeftOut: called for each entry with its folder and its name.
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

  /// Performs an operation on a file, and adds its description and the path to an error.
  static func doing<Value>(_ action: String, _ path: String, _ body: () throws -> Value) throws(BenchmarkError) -> Value
  {
    do { return try body() } catch {
      throw .fileSystem(doing: action, path: path, reason: FileReason.description(of: error))
    }
  }

  /// The target of a symbolic link, as it is stored.
  static func linkTarget(of path: String) throws(BenchmarkError) -> String {
    guard let target = FileSystem.linkTarget(of: path) else {
      throw .fileSystem(doing: "read", path: path, reason: "it is no symbolic link that can be read")
    }
    return target
  }

  /// The last lines of a log, for an error; empty if it cannot be read.
  static func lastLines(of path: String, _ count: Int = 12) -> String {
    String(decoding: ((try? read(path)) ?? []).suffix(1 << 16), as: UTF8.self).split(separator: "\n").suffix(count)
      .joined(separator: "\n")
  }
}
