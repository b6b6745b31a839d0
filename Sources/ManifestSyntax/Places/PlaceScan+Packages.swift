extension PlaceScan {
  /// The lines of the calls `.package(…)`, by which a manifest declares the packages that it depends on.
  ///
  /// - Parameters:
  ///   - manifest: SwiftPM's answer.
  ///   - bytes: the file that it evaluated.
  ///   - os: `linux` or `macos`.
  /// - Returns: the lines by the packages' identities, counted from 1. Packages that the manifest computes are missing.
  /// - Complexity: O(bytes).
  package static func packageLines(of manifest: Manifest, in bytes: [UInt8], os: String) -> [String: Int] {
    let text = PlaceText(bytes: bytes, tokens: HostBranches(ManifestLexer.tokens(of: bytes), in: bytes, os: os).tokens)
    let wanted = Set(manifest.dependencies.map(\.identity))
    var lines: [String: Int] = [:]
    for index in text.all where text.isSign(index + 1, "(") && text.word(index) == "package" {
      for argument in text.arguments(index + 1) where ["url", "path", "id"].contains(argument.label) {
        let value = argument.value.lowerBound
        guard argument.value.count == 1, text.kind(value) == .string(isPlain: true) else { continue }
        let word = text.text(value)
        let identity = argument.label == "id" ? word.lowercased() : ManifestDependency.identity(ofLocation: word)
        if wanted.contains(identity) { lines[identity] = lines[identity] ?? text.tokens[index].line }
      }
    }
    return lines
  }
}
