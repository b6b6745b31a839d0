#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Reads a file, and writes many below one folder.
enum FileTree {
  enum Failure: Error, CustomStringConvertible {
    case unreadable(String, reason: String)
    case notAFolder(String)
    case notEmpty(String)
    case unwritable(String, reason: String)

    var description: String {
      switch self {
      case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
      case .notAFolder(let path): "\(path) is there already and is not a folder; choose another --output"
      case .notEmpty(let path):
        "the folder \(path) is not empty; choose another --output, or add --force to write into it"
      case .unwritable(let path, let reason): "\(path) cannot be written: \(reason)"
      }
    }
  }

  /// The last part of a path, also of one like `.` that does not say it.
  static func name(of path: String) -> String {
    URL(filePath: path).standardizedFileURL.lastPathComponent
  }

  static func read(_ path: String) throws(Failure) -> [UInt8] {
    var isFolder = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder {
      throw .unreadable(path, reason: "it is a folder")
    }
    do {
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw .unreadable(path, reason: reason(error))
    }
  }

  /// Writes files in the order given. Never removes one.
  /// - Parameters:
  ///   - files: paths below the folder, and what they hold.
  ///   - folder: is made if need be, with the folders above it.
  ///   - mayReplace: whether the folder may hold files already.
  /// - Throws: `Failure`; files that were written before it stay.
  static func write(
    _ files: [(path: String, bytes: [UInt8])], to folder: String, mayReplace: Bool
  ) throws(Failure) {
    var isFolder = false
    if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) {
      guard isFolder else { throw .notAFolder(folder) }
      guard mayReplace || isEmpty(folder) else { throw .notEmpty(folder) }
    }
    var made: Set<String> = []
    for file in files {
      let path = folder + "/" + file.path
      do {
        let parent = path[..<(path.lastIndex(of: "/") ?? path.endIndex)]
        if made.insert(String(parent)).inserted {
          try FileManager.default.createDirectory(atPath: String(parent), withIntermediateDirectories: true)
        }
        try Data(file.bytes).write(to: URL(filePath: path))
      } catch {
        throw .unwritable(path, reason: reason(error))
      }
    }
  }

  /// A folder that cannot be listed counts as one that is not empty.
  private static func isEmpty(_ folder: String) -> Bool {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty
    } catch {
      return false
    }
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? CocoaError else { return "\(error)" }
    switch error.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: return "there is no such file"
    case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
    case .fileWriteOutOfSpace: return "the disk is full"
    default: return "\(error)"
    }
  }
}
