extension PlaceScan {
  /// The arguments of the calls `.unsafeFlags(…)` that apply to debug builds in any case, with their lines, counted from 1.
  ///
  /// Nothing is returned for a manifest with branches, in which a call need not take effect.
  /// - Complexity: O(bytes).
  package static func unsafeFlags(in bytes: [UInt8], os: String) -> [(flags: [String], line: Int)] {
    let text = PlaceText(bytes: bytes, tokens: HostBranches(ManifestLexer.tokens(of: bytes), in: bytes, os: os).tokens)
    let branching: Set<String> = ["if", "guard", "switch", "environment", "getenv", "ProcessInfo"]
    guard !text.all.contains(where: { text.word($0).map(branching.contains) ?? false || text.isSign($0, "?") }) else {
      return []
    }
    return text.all.filter { text.word($0) == "unsafeFlags" && text.isSign($0 + 1, "(") }.compactMap { index in
      let arguments = text.arguments(index + 1)
      guard let first = arguments.first, text.isSign(first.value.lowerBound, "[") else { return nil }
      let condition = arguments.dropFirst().flatMap { $0.value.compactMap(text.word) }
      guard !condition.contains("release") else { return nil }
      let flags = first.value.filter { text.kind($0) == .string(isPlain: true) }.map(text.text)
      return (flags, text.tokens[index].line)
    }
  }
}
