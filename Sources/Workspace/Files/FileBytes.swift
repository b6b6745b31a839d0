import Platform

/// Reads files piece by piece into a reused buffer, which is small enough for the allocator not to map it anew each
/// time.
package struct FileBytes: ~Copyable {
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)

  deinit { buffer.deallocate() }

  /// Passes a file's bytes to the closure, piece by piece. Only regular files are read, so that nothing blocks.
  func read(_ path: String, body: (UnsafeRawBufferPointer) -> Void) throws(FileFailure) {
    switch RevisionFiles.current?.place(of: path) {
    case nil: try read(onDisk: path, body: body)
    case .disk(let path): try read(onDisk: path, body: body)
    case .inside(let path, .file(let blob)):
      guard let bytes = try RevisionFiles.current?.bytes(of: blob, at: path), !bytes.isEmpty else { return }
      bytes.withUnsafeBytes(body)
    case .inside: throw FileFailure(reason: "not a regular file")
    case .nothing: throw FileFailure(reason: Errno.noSuchFileOrDirectory.description, isAbsence: true)
    }
  }

  private func read(onDisk path: String, body: (UnsafeRawBufferPointer) -> Void) throws(FileFailure) {
    do {
      let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      defer { try? file.close() }
      let status = try FileStatus(of: file)
      guard status.kind == .file else { throw FileFailure(reason: "not a regular file") }
      // The system's own files state no size.
      var left = status.bytes == 0 ? Int.max : status.bytes
      while left > 0, case let count = try file.read(into: buffer), count > 0 {
        body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        left -= count
      }
    } catch { throw (error as? FileFailure) ?? FileFailure(reading: error) }
  }

  /// Reads a whole, small file.
  package static func read(_ path: String) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    try FileBytes().read(path) { bytes.append(contentsOf: $0) }
    return bytes
  }
}

/// The size of a text.
struct TextSize: Hashable, Sendable {
  /// Physical lines, including a last one without a newline.
  var lines = 0
  var bytes = 0

  /// Measures a file on the disk; `nil` if it only stands for a file in Git LFS.
  static func onDisk(_ path: String) -> Result<TextSize?, FileFailure> {
    var count = Count()
    do throws(FileFailure) { try FileBytes().read(path) { count.add($0) } } catch { return .failure(error) }
    return .success(count.isPointer ? nil : count.size)
  }

  /// Measures a text piece by piece.
  struct Count {
    private var full = TextSize()
    private var last = UInt8(ascii: "\n")
    private var startsAsPointer = false

    /// - Parameter piece: not empty.
    mutating func add(_ piece: UnsafeRawBufferPointer) {
      if full.bytes == 0 { startsAsPointer = LFSPointer.isBeginning(piece) }
      full.bytes += piece.count
      full.lines += piece.count(of: UInt8(ascii: "\n"))
      last = piece[piece.count - 1]
    }

    /// Whether it only stands for a file in Git LFS, whose lines are unknown.
    var isPointer: Bool { startsAsPointer && full.bytes < LFSPointer.longest }

    var size: TextSize { TextSize(lines: full.lines + (last == UInt8(ascii: "\n") ? 0 : 1), bytes: full.bytes) }
  }
}
