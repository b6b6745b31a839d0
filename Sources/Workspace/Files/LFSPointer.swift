/// What git keeps of a file in Git LFS, and what a checkout has that did not fetch it.
struct LFSPointer {
  /// The hash of the contents.
  let hash: String
  let bytes: Int

  private static let opening = "version https://git-lfs.github.com/spec/"
  /// Pointers are shorter, by their specification.
  static let longest = 1024

  /// Whether a file that begins with these bytes may be a pointer.
  static func isBeginning(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: opening.utf8) }

  init?(_ bytes: [UInt8]) {
    guard bytes.count < Self.longest, Self.isBeginning(bytes) else { return nil }
    let values = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: " ", maxSplits: 1)
    }
    func value(_ key: String) -> Substring? { values.first { $0.count == 2 && $0[0] == key }?[1] }
    guard let hash = value("oid"), let bytes = value("size").flatMap({ Int($0) }), (0...1 << 50).contains(bytes) else {
      return nil
    }
    (self.hash, self.bytes) = (String(hash), bytes)
  }
}
