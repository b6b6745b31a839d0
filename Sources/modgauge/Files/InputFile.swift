import Documents
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

    var description: String { "Cannot read `\(path.visible)`: \(reason)." }
  }

  /// - Parameter shownPath: what the user calls it, where that is something else.
  static func read(_ path: String, shownAs shownPath: String? = nil) throws(Unreadable) -> [UInt8] {
    func unreadable(_ reason: String) -> Unreadable { Unreadable(path: shownPath ?? path, reason: reason) }
    let resolved = Path.canonical(path) ?? path
    switch (try? FileManager.default.attributesOfItem(atPath: resolved))?[.type] as? FileAttributeType {
    case .typeDirectory: throw unreadable("it is a folder")
    case .typeRegular, nil: break
    default: throw unreadable("it is not a regular file")
    }
    do { return Array(try Data(contentsOf: URL(filePath: path))) } catch {
      throw unreadable(FileReason.words(error))
    }
  }

  /// Reads a document.
  /// - Parameters:
  ///   - origin: what the user should give where it is something else and more than one kind of document serves.
  ///   - read: makes the document of the file's bytes.
  /// - Throws: `Unreadable`, `UnreadableDocument`.
  static func document<Content>(
    at path: String, insteadGive origin: String? = nil, _ read: ([UInt8]) throws(DocumentError) -> Content
  ) throws -> Content {
    let bytes = try self.read(path)
    do throws(DocumentError) { return try read(bytes) } catch {
      throw UnreadableDocument(path: path, error: error, origin: origin)
    }
  }

  /// A file that is not the document that is asked for.
  private struct UnreadableDocument: Error, CustomStringConvertible {
    let path: String
    let error: DocumentError
    let origin: String?

    var description: String { error.sentences(about: "`\(path)`", insteadGive: origin).visible }
  }

  /// The file itself, or in a folder the first of these names that there is.
  /// - Returns: `nil` where a folder holds none of them, or where nothing is.
  static func file(at path: String, orIn names: [String]) -> String? {
    Path.isFile(path) ? path : names.map { "\(path)/\($0)" }.first(where: Path.isFile)
  }

  /// Whether the path, links followed, leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
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
