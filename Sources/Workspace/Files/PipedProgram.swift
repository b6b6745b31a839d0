import Platform

/// A running program that answers requests: its standard input is written to, its standard output is read.
///
/// It ends with the value, which closes its input. Its user must ensure that only one request is made at a time.
final class PipedProgram: @unchecked Sendable {
  private let program: StartedProgram
  private let input: FileDescriptor
  private let output: FileDescriptor
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 64)
  /// The unread part of the buffer.
  private var unread = 0..<0

  /// - Throws: `FileFailure` if it cannot be started.
  init(_ store: ObjectStore, _ arguments: [String]) throws(FileFailure) {
    let (toChild, fromChild) = (try Self.pipe(), try Self.pipe())
    defer {
      try? toChild.readEnd.close()
      try? fromChild.writeEnd.close()
    }
    do throws(FileFailure) {
      program = try store.spawn(arguments, input: toChild.readEnd, output: fromChild.writeEnd)
    } catch {
      try? toChild.writeEnd.close()
      try? fromChild.readEnd.close()
      throw error
    }
    input = toChild.writeEnd
    output = fromChild.readEnd
  }

  deinit {
    try? input.close()
    try? output.close()
    // A program that was started between two system calls may have inherited the input and keep it open.
    ProcessSignal.terminate.send(to: program.id)
    _ = try? program.wait()
    buffer.deallocate()
  }

  func write(_ bytes: [UInt8]) throws(FileFailure) {
    do { try input.writeAll(bytes) } catch { throw FileFailure(reason: "\(error)") }
  }

  /// Reads a line, without its newline.
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

  /// Reads this many bytes.
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
    do { unread = 0..<(try output.read(into: buffer)) } catch { throw FileFailure(reason: "\(error)") }
    guard !unread.isEmpty else { throw FileFailure(reason: "git ended before it answered") }
  }

  private static func pipe() throws(FileFailure) -> (readEnd: FileDescriptor, writeEnd: FileDescriptor) {
    do { return try FileDescriptor.pipeForOwnUse() } catch { throw FileFailure(reason: "\(error)") }
  }
}
