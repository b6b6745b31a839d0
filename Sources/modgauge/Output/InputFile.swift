import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Files that the user names.
enum InputFile {
  struct Unreadable: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "Cannot read `\(path)`: \(reason)." }
  }

  static func read(_ path: String) throws(Unreadable) -> [UInt8] {
    var isFolder = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder {
      throw Unreadable(path: path, reason: "it is a folder")
    }
    do { return Array(try Data(contentsOf: URL(filePath: path))) } catch {
      throw Unreadable(path: path, reason: FileReason.words(error))
    }
  }

  /// The name of what a path leads to, also of one like `.` that does not say it.
  static func lastPart(of path: String) -> String {
    Path.absolute(path).split(separator: "/").last.map(String.init) ?? "/"
  }

  /// The folder that holds what a path leads to.
  static func folder(of path: String) -> String {
    let absolute = Path.absolute(path)
    return String(absolute[..<(absolute.lastIndex(of: "/") ?? absolute.startIndex)])
  }
}
