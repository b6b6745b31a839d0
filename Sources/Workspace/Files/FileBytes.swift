#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why a file could not be read.
struct FileFailure: Error, Hashable, Sendable {
  /// The system's words.
  let reason: String

  static func last() -> FileFailure { FileFailure(reason: String(cString: strerror(errno))) }
}

/// Reads files in pieces into one buffer that is used again for each.
struct FileBytes: ~Copyable {
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)

  init() {}

  deinit { buffer.deallocate() }

  /// Hands a file's bytes over, piece by piece. Anything but a regular file is refused, so that nothing waits for ever.
  func read(_ path: String, body: (UnsafeRawBufferPointer) -> Void) throws(FileFailure) {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .last() }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .last() }
    guard UInt32(status.st_mode) & UInt32(S_IFMT) == UInt32(S_IFREG) else {
      throw FileFailure(reason: "not a regular file")
    }
    while true {
      let count = systemRead(file, buffer)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .last() }
      if count == 0 { return }
      body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// The whole of a small file.
  static func read(_ path: String) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    try FileBytes().read(path) { bytes.append(contentsOf: $0) }
    return bytes
  }
}

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(file, buffer.baseAddress, buffer.count)
}

/// How large a text is.
struct TextSize: Hashable, Sendable {
  /// Physical lines; a last one without a newline counts.
  var lines = 0
  var bytes = 0

  /// Measures a file.
  /// - Complexity: O(bytes).
  init(of path: String, using reader: borrowing FileBytes) throws(FileFailure) {
    var lines = 0
    var bytes = 0
    var last = UInt8(ascii: "\n")
    try reader.read(path) { piece in
      bytes += piece.count
      lines += newlines(in: piece)
      last = piece[piece.count - 1]
    }
    if last != UInt8(ascii: "\n") { lines += 1 }
    self.lines = lines
    self.bytes = bytes
  }
}

private func newlines(in bytes: UnsafeRawBufferPointer) -> Int {
  guard var position = bytes.baseAddress else { return 0 }
  let end = position + bytes.count
  var count = 0
  while position < end, let newline = memchr(position, Int32(UInt8(ascii: "\n")), end - position) {
    count += 1
    position = UnsafeRawPointer(newline) + 1
  }
  return count
}
