#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A running program that answers questions: what is written to it is its standard input, what is read its output.
///
/// It ends when the value does, since its input ends then. Whoever holds it lets one ask at a time.
final class PipedProgram: @unchecked Sendable {
  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
  /// What of the buffer is not read yet.
  private var unread = 0..<0

  /// - Throws: `FileFailure` where it cannot be started.
  init(_ store: ObjectStore, _ arguments: [String]) throws(FileFailure) {
    let (toChild, fromChild) = (try Self.pipe(), try Self.pipe())
    defer {
      close(toChild.read)
      close(fromChild.write)
    }
    do throws(FileFailure) {
      process = try store.spawn(arguments, input: toChild.read, output: fromChild.write)
    } catch {
      close(toChild.write)
      close(fromChild.read)
      throw error
    }
    input = toChild.write
    output = fromChild.read
  }

  deinit {
    close(input)
    close(output)
    // Its input may be open in a program that was started in the moment between two calls.
    kill(process, SIGTERM)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    buffer.deallocate()
  }

  func write(_ bytes: [UInt8]) throws(FileFailure) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { systemWrite(input, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .last() }
      written += count
    }
  }

  /// Reads up to a newline, which is left out.
  func line() throws(FileFailure) -> [UInt8] {
    var line: [UInt8] = []
    while true {
      if unread.isEmpty { try fill() }
      let rest = UnsafeRawBufferPointer(rebasing: buffer[unread])
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += rest[..<end]
        unread = (unread.lowerBound + end + 1)..<unread.upperBound
        return line
      }
      line += rest
      unread = 0..<0
    }
  }

  /// Reads so many bytes.
  func read(_ count: Int, piece: (UnsafeRawBufferPointer) -> Void) throws(FileFailure) {
    var missing = count
    while missing > 0 {
      if unread.isEmpty { try fill() }
      let taken = unread.lowerBound..<min(unread.lowerBound + missing, unread.upperBound)
      piece(UnsafeRawBufferPointer(rebasing: buffer[taken]))
      missing -= taken.count
      unread = taken.upperBound..<unread.upperBound
    }
  }

  private func fill() throws(FileFailure) {
    while true {
      let count = systemRead(output, buffer)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last() }
      guard count > 0 else { throw FileFailure(reason: "git ended before it answered") }
      unread = 0..<count
      return
    }
  }

  /// Both ends are closed in other programs that are started later.
  private static func pipe() throws(FileFailure) -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    guard systemPipe(&ends) == 0 else { throw .last() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

private func systemPipe(_ ends: UnsafeMutablePointer<Int32>) -> Int32 { pipe(ends) }

private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(file, buffer.baseAddress, buffer.count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(file, bytes.baseAddress, bytes.count)
}
