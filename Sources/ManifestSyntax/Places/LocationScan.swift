package import ModuleGraph

/// The information that is read from a manifest's text in addition to SwiftPM's answer.
package struct LocationScan: Hashable, Sendable {
  package let places: ManifestLocations
  package let untaken: [UntakenBranch]
  /// The comments that excuse violations of rules.
  package let ignoreComments: [IgnoreComment]

  /// - Parameters:
  ///   - manifest: SwiftPM's answer.
  ///   - bytes: the file that it evaluated.
  ///   - file: its name.
  ///   - lines: the line of each dependency of each target, according to the literal reader; `nil` if it refused the
  ///     manifest.
  ///   - os: `linux` or `macos`.
  /// - Complexity: O(bytes).
  package init(
    of manifest: Manifest, in bytes: [UInt8], of file: String, lines: [[Int]]?, os: String
  ) {
    ignoreComments = IgnoreComment.all(in: bytes, of: file)
    if let lines, !bytes.contains(where: Self.needsSearch), manifest.targets.allSatisfy({ $0.pluginUsages.isEmpty }) {
      // Nothing else in the text is needed.
      places = ManifestLocations(stating: lines, file: file)
      untaken = []
      return
    }
    let all = ManifestLexer.tokens(of: bytes)
    let branches = HostBranches(all, in: bytes, os: os)
    let places = ManifestLocations(
      of: manifest, in: LocationText(bytes: bytes, tokens: branches.tokens), file: file)
    self.places = lines.map { places.stating($0, hasClosures: bytes.contains(UInt8(ascii: "{"))) } ?? places
    untaken = branches.untaken.compactMap { UntakenBranch($0, among: all, in: bytes) }
  }

  /// Whether a text with this byte may contain `#if`, closures or loops.
  private static func needsSearch(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "#") || byte == UInt8(ascii: "{") }
}

extension ManifestLocations {
  /// For a manifest whose dependencies' lines are all known, and that applies no plugin.
  fileprivate init(stating dependencies: [[Int]], file: String) {
    let none = [Int?](repeating: nil, count: dependencies.count)
    self.init(
      file: file, dependencies: dependencies.map { $0.map { PlacedLine($0) } }, plugins: dependencies.map { _ in [] },
      targets: none, package: nil)
  }

  /// These places, completed by the lines from the literal reader. In a manifest with closures or loops, a line from
  /// the search takes precedence, since the reader may know only the line that computes a dependency.
  fileprivate func stating(_ lines: [[Int]], hasClosures: Bool) -> ManifestLocations {
    let stated = zip(lines, dependencies).map { lines, found in
      zip(lines, found).map { line, found in
        hasClosures ? found ?? PlacedLine(line, isComputed: true) : PlacedLine(line)
      }
    }
    return ManifestLocations(file: file, dependencies: stated, plugins: plugins, targets: targets, package: package)
  }
}

extension LocationScan {
  /// The arguments of the calls `.unsafeFlags(…)` that apply to debug builds in any case, with their lines, counted from 1.
  ///
  /// Nothing is returned for a manifest with branches, in which a call need not take effect.
  /// - Complexity: O(bytes).
  package static func unsafeFlags(in bytes: [UInt8], os: String) -> [(flags: [String], line: Int)] {
    let text = LocationText(
      bytes: bytes, tokens: HostBranches(ManifestLexer.tokens(of: bytes), in: bytes, os: os).tokens)
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

extension LocationScan {
  /// The lines of the calls `.package(…)`, by which a manifest declares the packages that it depends on.
  ///
  /// - Parameters:
  ///   - manifest: SwiftPM's answer.
  ///   - bytes: the file that it evaluated.
  ///   - os: `linux` or `macos`.
  /// - Returns: the lines by the packages' identities, counted from 1. Packages that the manifest computes are missing.
  /// - Complexity: O(bytes).
  package static func packageLines(of manifest: Manifest, in bytes: [UInt8], os: String) -> [String: Int] {
    let text = LocationText(
      bytes: bytes, tokens: HostBranches(ManifestLexer.tokens(of: bytes), in: bytes, os: os).tokens)
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
