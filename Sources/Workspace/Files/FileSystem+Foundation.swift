import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FileSystem {
  /// Creates a folder, and those above it that are missing.
  package static func makeFolders(_ path: String) throws(FileFailure) {
    do { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) } catch {
      throw FileFailure(reason: FileReason.description(of: error))
    }
  }
}

extension OwnFolder {
  /// Removes a file, a link, or a folder with all its contents.
  /// - Throws: `FileFailure` unless modgauge has made a folder above it, from which no link leads there.
  package static func remove(_ path: String) throws(FileFailure) {
    let folder = path[..<(path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
    guard holds(String(folder)) else {
      throw FileFailure(reason: "it is in no folder that modgauge has made, or a symbolic link leads there")
    }
    do { try FileManager.default.removeItem(atPath: path) } catch {
      if (error as? CocoaError)?.code != .fileNoSuchFile {
        throw FileFailure(reason: FileReason.description(of: error))
      }
    }
  }
}

/// Messages for failed file operations.
package enum FileReason {
  /// The message for an error of a file operation, as a clause without a period.
  package static func description(of error: any Error) -> String {
    guard let error = error as? CocoaError else { return FileFailure(error).reason }
    return switch error.code {
    case .fileNoSuchFile, .fileReadNoSuchFile: "there is no such file or folder"
    case .fileWriteNoPermission, .fileReadNoPermission: "permission denied"
    case .fileWriteOutOfSpace: "no space is left on the disk"
    case .fileWriteVolumeReadOnly: "the volume is read-only"
    case .fileWriteFileExists: "a file is in the way"
    default: (error.underlying as? POSIXError).map { FileFailure(code: $0.code.rawValue).reason } ?? "\(error)"
    }
  }
}
