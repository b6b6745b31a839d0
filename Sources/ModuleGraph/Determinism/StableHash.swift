extension String {
  /// The hash of the UTF-8.
  /// - Complexity: O(n).
  package var stableHash: UInt64 { utf8.stableHash }
}

extension Sequence<UInt8> {
  /// A hash that, unlike `hashValue`, is the same in each run and everywhere: for names of folders, seeds and
  /// checksums, not against an adversary.
  ///
  /// FNV-1a, 64 bits: Fowler, Noll and Vo.
  /// - Complexity: O(n).
  @inlinable package var stableHash: UInt64 {
    reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
