package import Documents
import Platform
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  package import Foundation
#endif

/// Files that the user named.
package enum InputFile {
  package struct Unreadable: Error, CustomStringConvertible {
    package let path: String
    package let reason: String

    package var description: String { "Cannot read `\(path.visible)`: \(reason).\(PathSuggestion.sentence(for: path))" }
  }

  /// - Parameter shownPath: the path for the user, if it is another one.
  package static func read(_ path: String, shownAs shownPath: String? = nil) throws(Unreadable) -> [UInt8] {
    func unreadable(_ reason: String) -> Unreadable { Unreadable(path: shownPath ?? path, reason: reason) }
    switch FileStatus(at: path)?.kind {
    case .folder: throw unreadable("it is a folder")
    case .file, nil: break
    default: throw unreadable("it is not a regular file")
    }
    do { return Array(try Data(contentsOf: URL(filePath: path))) } catch {
      throw unreadable(FileReason.description(of: error))
    }
  }

  /// The path that stands for standard input.
  package static let standardInput = "-"
  /// The maximum number of bytes from a pipe.
  private static let longestStream = 16 << 20

  /// Reads a file, a pipe, or standard input to its end.
  package static func readOnce(_ path: String) throws(Unreadable) -> [UInt8] {
    let isStandardInput = path == standardInput
    guard isStandardInput || (try? FileStatus(of: path))?.kind == .other else { return try read(path) }
    let contents: [UInt8]?
    do {
      let file: FileDescriptor =
        try isStandardInput ? .standardInput : .open(path, .readOnly, options: .closeOnExec)
      contents = try file.closeAfter { try Self.contents(of: file) }
    } catch {
      throw Unreadable(path: name(of: path), reason: FileReason.description(of: error))
    }
    guard let contents else {
      throw Unreadable(path: name(of: path), reason: "it is longer than \(longestStream >> 20) MB")
    }
    return contents
  }

  /// The name of a path in messages.
  package static func name(of path: String) -> String { path == standardInput ? "standard input" : path }

  /// - Returns: `nil` if it is too long.
  private static func contents(of stream: FileDescriptor) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count <= longestStream {
      let more = try stream.read(atMost: 1 << 16)
      if more.isEmpty { return bytes }
      bytes += more
    }
    return nil
  }

  /// Reads a document.
  /// - Parameters:
  ///   - origin: what the user should give instead, if documents of several kinds are accepted.
  ///   - read: parses the file's bytes.
  /// - Throws: `Unreadable`, `UnreadableDocument`.
  package static func document<Content>(
    at path: String, insteadGive origin: String? = nil, _ read: ([UInt8]) throws(DocumentError) -> Content
  ) throws -> Content {
    let bytes = try self.read(path)
    do throws(DocumentError) { return try read(bytes) } catch {
      throw UnreadableDocument(path: path, error: error, origin: origin)
    }
  }

  /// The file is not the expected document.
  package struct UnreadableDocument: Error, CustomStringConvertible {
    let path: String
    package let error: DocumentError
    let origin: String?

    package var description: String { error.sentences(about: "`\(path)`", insteadGive: origin).visible }
  }

  /// - Throws: `Unreadable` if nothing exists at the path.
  package static func checkExistence(of path: String) throws(Unreadable) {
    guard FileStatus(at: path) != nil else {
      throw Unreadable(path: path, reason: FileReason.description(of: CocoaError(.fileNoSuchFile)))
    }
  }

  /// The file itself, or the first of these names that exists in a folder.
  /// - Returns: `nil` if the folder contains none of them, or nothing exists at the path.
  package static func file(at path: String, orIn names: [String]) -> String? {
    Path.isFile(path) ? path : names.map { "\(path)/\($0)" }.first(where: Path.isFile)
  }

  /// The name of what a path leads to, also for paths such as `.`.
  package static func lastPart(of path: String) -> String {
    Path.absolute(path).split(separator: "/").last.map(String.init) ?? "/"
  }

  /// The folder that contains what a path leads to.
  package static func folder(of path: String) -> String {
    let absolute = Path.absolute(path)
    return String(absolute[..<(absolute.lastIndex(of: "/") ?? absolute.startIndex)])
  }
}
