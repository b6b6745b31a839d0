#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
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
    try write(head, options: [.create, .truncate])
  }

  /// Adds lines, in one write, and waits until the disk has them.
  package func append(_ lines: String) throws(BenchmarkError) {
    try write(lines, options: [.append])
  }

  private func write(_ text: String, options: FileDescriptor.OpenOptions) throws(BenchmarkError) {
    try FileTree.doing("write", path) {
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: options.union(.closeOnExec),
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
      try file.closeAfter {
        _ = try file.writeAll(text.utf8)
        fsync(file.rawValue)
      }
    }
  }
}
