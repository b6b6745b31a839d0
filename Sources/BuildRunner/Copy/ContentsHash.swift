import Platform

/// A hash of a file's contents, to detect changes; not cryptographic.
///
/// Like FNV-1a, but over words of eight bytes and with the product's upper half folded in, since bytewise hashing would
/// take seconds for a large workspace.
struct ContentsHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  var text: String { String(state, radix: 36) }

  /// Hashes a file; for a symbolic link, its target.
  init(of path: String, _ stamp: FileStatus) throws(BenchmarkError) {
    let bytes: [UInt8] =
      switch stamp.kind {
      case .link: Array(try FileTree.linkTarget(of: path).utf8)
      case .file: try FileTree.read(path)
      case .folder, .characterDevice, .other: []
      }
    mix(stamp.kind == .link ? 1 : 0)
    mix(stamp.permissions & 0o100 == 0 ? 0 : 1)
    add(bytes)
  }

  private mutating func add(_ bytes: [UInt8]) {
    mix(UInt64(bytes.count))
    bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset += 8
      }
      for byte in bytes[offset...] { mix(UInt64(byte)) }
    }
  }

  private mutating func mix(_ word: UInt64) {
    let product = (state ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    state = product.low ^ product.high
  }
}
