import Platform
import Workspace

/// A file of lines that grows during a benchmark, so that a kill loses at most the current build.
package struct Journal: Sendable {
  package let path: String

  /// Creates the journal with its first line, replacing an earlier one.
  package init(path: String, head: String) throws(BenchmarkError) {
    self.path = path
    try FileTree.write(head.utf8, to: path)
  }

  /// Opens a journal to resume it; its last line may be truncated, and is then removed.
  package init(resuming path: String) throws(BenchmarkError) {
    self.path = path
    try FileTree.doing("repair", path) {
      let file = try FileDescriptor.open(path, .readWrite, options: [.closeOnExec])
      try file.closeAfter {
        let bytes = try FileBytes.read(path)
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        try file.resize(to: Int64(end))
        try? file.synchronize()
      }
    }
  }

  /// Appends lines with a single write, and waits until they are on the disk.
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
