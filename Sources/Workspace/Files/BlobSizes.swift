import ManifestSyntax
import ModuleGraph
import Platform
import Synchronization

/// A cache of the sizes of a repository's blobs.
///
/// A blob's id is the hash of its contents, so that entries never become outdated. The file is replaced as a whole and
/// has a checksum; a file that is damaged or cannot be written is ignored.
final class BlobSizes: Sendable {
  private struct State {
    var known: [String: TextSize] = [:]
    var used: Set<String> = []
    var isChanged = false
  }

  private let path: String?
  private let state: Mutex<State>

  private static let mark = "modgauge.sizes/2"
  /// Above this number, entries that this run did not ask for are removed.
  private static let limit = 200_000

  /// - Parameters:
  ///   - repository: identifies the repository.
  ///   - cacheFolder: `nil` for no cache.
  init(of repository: String, in cacheFolder: String?) {
    path = cacheFolder.map { "\($0)/blobs/\(String(repository.stableHash, radix: 36)).sizes" }
    state = Mutex(State(known: path.map(Self.read) ?? [:]))
  }

  subscript(id: String) -> TextSize? {
    get {
      state.withLock { state in
        let size = state.known[id]
        if size != nil { state.used.insert(id) }
        return size
      }
    }
    set {
      state.withLock { state in
        state.known[id] = newValue
        state.used.insert(id)
        state.isChanged = true
      }
    }
  }

  /// Writes new entries, if there are any.
  func store() {
    guard let path else { return }
    let known = state.withLock { state -> [String: TextSize]? in
      guard state.isChanged else { return nil }
      if state.known.count <= Self.limit { return state.known }
      return state.known.filter { state.used.contains($0.key) }
    }
    guard let known else { return }
    var lines = ""
    for (id, size) in known.sorted(by: { $0.key < $1.key }) { lines += "\(id) \(size.lines) \(size.bytes)\n" }
    let text = "\(Self.mark) \(String(lines.stableHash, radix: 36))\n" + lines
    try? FileSystem.makeFolders(Path.normalized(path + "/.."))
    try? WholeFile.write(text.utf8, to: path)
  }

  private static func read(_ path: String) -> [String: TextSize] {
    guard let bytes = try? FileBytes.read(path), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return [:] }
    let body = bytes[(end + 1)...]
    let head = String(decoding: bytes[..<end], as: UTF8.self)
    guard head == "\(mark) \(String(body.stableHash, radix: 36))" else { return [:] }
    var sizes: [String: TextSize] = [:]
    for line in body.split(separator: UInt8(ascii: "\n")) {
      let words = line.split(separator: UInt8(ascii: " "))
      guard words.count == 3, let lines = words[1].literalNumber, let bytes = words[2].literalNumber else { return [:] }
      sizes[String(decoding: words[0], as: UTF8.self)] = TextSize(lines: lines, bytes: bytes)
    }
    return sizes
  }
}
