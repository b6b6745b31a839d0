import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

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
