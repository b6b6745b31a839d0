import Platform

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
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
      let file = try FileDescriptor.open(path, .readWrite, options: [.closeOnExec])
      try file.closeAfter {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        try file.resize(to: Int64(end))
        try? file.synchronize()
      }
    }
  }

  /// Adds lines, in one write, and waits until the disk has them.
  package func append(_ lines: String) throws(BenchmarkError) {
    try FileTree.doing("write", path) {
      let file = try FileDescriptor.open(path, .writeOnly, options: [.append, .closeOnExec])
      try file.closeAfter {
        _ = try file.writeAll(lines.utf8)
        try? file.synchronize()
      }
    }
  }
}
