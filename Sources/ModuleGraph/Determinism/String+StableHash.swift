extension String {
  /// The hash of the UTF-8 bytes.
  /// - Complexity: O(n).
  package var stableHash: UInt64 { utf8.stableHash }
}

extension Sequence<UInt8> {
  /// A hash that, unlike `hashValue`, is the same in each process and on each platform: for folder names, seeds and
  /// checksums. It does not resist deliberate collisions.
  ///
  /// FNV-1a, 64 bits: Fowler, Noll and Vo.
  /// - Complexity: O(n).
  @inlinable package var stableHash: UInt64 {
    reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
