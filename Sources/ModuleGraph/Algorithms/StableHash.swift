extension String {
  /// A hash that, unlike `hashValue`, is the same in each run and everywhere: for names of folders and for seeds, not
  /// against an adversary.
  ///
  /// FNV-1a, 64 bits, over the UTF-8: Fowler, Noll and Vo.
  /// - Complexity: O(n).
  package var stableHash: UInt64 {
    utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
