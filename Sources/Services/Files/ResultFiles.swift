import Platform
import Workspace

/// Results as files. For how a path is written, see ``WholeFile``.
package enum ResultFiles {
  package enum Failure: Error, CustomStringConvertible {
    /// `option` names another path; `nil` if nothing does.
    case unwritable(path: String, reason: String, option: String? = "--output")
    /// The path is a folder; `name` is the default name of a file in it.
    case isAFolder(path: String, name: String)
    case notAFolder(path: String)
    case notEmpty(path: String)
    case isSource(path: String)

    package var description: String {
      switch self {
      case .unwritable(let path, let reason, let option):
        "Cannot write `\(path.visible)`: \(reason)." + (option.map { " Name another place with \($0)." } ?? "")
      case .isAFolder(let path, let name):
        "`\(path.visible)` is a folder. Name a file, or write `\(path.visible)/` for `\(path.visible)/\(name)`."
      case .notAFolder(let path):
        "`\(path.visible)` already exists and is not a folder. Name another place with --output."
      case .notEmpty(let path):
        "The folder `\(path.visible)` is not empty. Name another with --output, or write into it with --force."
      case .isSource(let path):
        "`\(path.visible)` is source code, which no result replaces. Name another place with --output."
      }
    }
  }

  /// - Parameter option: the one that names the path; `nil` if no option does.
  package static func write(_ bytes: [UInt8], to path: String, option: String? = "--output") throws(Failure) {
    do throws(FileFailure) { try WholeFile.write(bytes, to: path) } catch {
      throw .unwritable(path: path, reason: error.reason, option: option)
    }
  }

  package static func write(_ text: String, to path: String, option: String? = "--output") throws(Failure) {
    try write(Array(text.utf8), to: path, option: option)
  }

  /// Removes a file, if it exists.
  package static func remove(_ path: String) throws(Failure) {
    guard (try? FileStatus(of: path, followsLast: false)) != nil else { return }
    do { try FileSystem.removeFile(path) } catch {
      throw .unwritable(path: path, reason: FileReason.description(of: error))
    }
  }

  /// Writes a result to a path; `-` is standard output.
  package static func deliver(_ bytes: [UInt8], to path: String, option: String = "--output") throws {
    if path == "-" { try Terminal.write(bytes) } else { try write(bytes, to: path, option: option) }
  }

  /// Checks before any work whether a result can be written to a path.
  package static func check(_ path: String, option: String = "--output") throws(Failure) {
    guard path != "-" else { return }
    if SourceFile.exists(at: path) { throw .isSource(path: path) }
    do throws(FileFailure) { try WholeFile.check(path) } catch {
      throw .unwritable(path: path, reason: error.reason, option: option)
    }
  }

  /// - Parameter option: the one that names the path.
  package static func makeFolder(_ path: String, option: String = "--output") throws(Failure) {
    if let status = FileStatus(at: path), status.kind != .folder { throw .notAFolder(path: path) }
    do { try FileSystem.makeFolders(path) } catch {
      throw .unwritable(path: path, reason: error.reason, option: option)
    }
  }

  /// Writes files below a folder, in their order. No file is ever removed.
  ///
  /// - Parameters:
  ///   - files: paths relative to the folder, and their contents.
  ///   - folder: created if necessary, with the folders above it.
  ///   - mayReplace: whether the folder may contain files already.
  package static func write(
    _ files: [(path: String, bytes: [UInt8])], below folder: String, mayReplace: Bool
  ) throws(Failure) {
    if let status = FileStatus(at: folder) {
      guard status.kind == .folder else { throw .notAFolder(path: folder) }
      guard mayReplace || (try? FolderListing.entries(of: folder))?.isEmpty == true else {
        throw .notEmpty(path: folder)
      }
    }
    var made: Set<String> = []
    for file in files {
      let path = folder + "/" + file.path
      let parent = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
      if made.insert(parent).inserted { try makeFolder(parent) }
      try write(file.bytes, to: path)
    }
  }
}
