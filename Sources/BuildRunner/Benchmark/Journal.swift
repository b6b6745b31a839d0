#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A file of lines that is written as a benchmark goes, so that a killed one loses at most the build in flight.
package struct Journal: Sendable {
  package let path: String

  /// Starts the journal anew with its first line.
  package init(path: String, head: String) throws(BenchmarkError) {
    self.path = path
    try FileTree.write(head.utf8, to: path)
  }

  /// Goes on with a journal, whose last line may have been cut off.
  package init(resuming path: String) throws(BenchmarkError) {
    self.path = path
    try FileTree.doing("repair", path) {
      let file = try FileDescriptor.open(FilePath(path), .readWrite, options: [.closeOnExec])
      try file.closeAfter {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        guard ftruncate(file.rawValue, off_t(end)) == 0 else { throw Errno(rawValue: errno) }
        fsync(file.rawValue)
      }
    }
  }

  /// Adds lines, in one write, and waits until the disk has them.
  package func append(_ lines: String) throws(BenchmarkError) {
    try FileTree.doing("write", path) {
      let file = try FileDescriptor.open(FilePath(path), .writeOnly, options: [.append, .closeOnExec])
      try file.closeAfter {
        _ = try file.writeAll(lines.utf8)
        fsync(file.rawValue)
      }
    }
  }
}
