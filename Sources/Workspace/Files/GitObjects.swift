import ManifestSyntax
import Synchronization

/// Reads blobs of a repository through one `git cat-file --batch`, which runs as long as the value lives.
final class GitObjects: Sendable {
  private let store: ObjectStore
  private let program = Mutex<PipedProgram?>(nil)

  init(of store: ObjectStore) {
    self.store = store
  }

  /// Passes the bytes of blobs to a closure, piece by piece.
  ///
  /// - Parameters:
  ///   - ids: ids of blobs.
  ///   - piece: gets the index in `ids`, and bytes that are never empty.
  /// - Returns: for each id, whether the blob exists.
  /// - Throws: `FileFailure` if git does not answer.
  /// - Complexity: O(bytes).
  func read(
    _ ids: [String], piece: (_ index: Int, _ bytes: UnsafeRawBufferPointer) -> Void
  ) throws(FileFailure) -> [Bool] {
    try program.withLock { running throws(FileFailure) -> [Bool] in
      if running == nil { running = try PipedProgram(store, ["cat-file", "--batch"]) }
      guard let program = running else { return [] }
      do throws(FileFailure) {
        var isThere: [Bool] = []
        // This many requests fit into a pipe while git waits for its answers to be read.
        for start in stride(from: 0, to: ids.count, by: Self.questions) {
          let some = ids[start..<min(start + Self.questions, ids.count)]
          try program.write(Array(some.joined(separator: "\n").utf8) + [UInt8(ascii: "\n")])
          for index in some.indices { isThere.append(try Self.answer(of: program) { piece(index, $0) }) }
        }
        return isThere
      } catch {
        running = nil
        throw error
      }
    }
  }

  private static let questions = 64

  /// Parses `<id> blob <bytes>` with the bytes, or `<id> missing`.
  private static func answer(
    of program: PipedProgram, piece: (UnsafeRawBufferPointer) -> Void
  ) throws(FileFailure) -> Bool {
    let words = try program.line().split(separator: UInt8(ascii: " "))
    guard words.count == 3, let bytes = words[2].literalNumber else { return false }
    try program.read(bytes, piece: piece)
    try program.read(1) { _ in }  // The newline after it.
    return true
  }
}
