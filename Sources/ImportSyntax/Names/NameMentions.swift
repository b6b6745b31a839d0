/// The names that texts mention, in whatever language: every word, everything in quotation marks or between tags, and the
/// fixed parts of what is composed at run time.
///
/// It errs on one side: a comment mentions names, too.
package struct NameMentions: Hashable, Sendable {
  /// Of words without case and punctuation; see ``key(of:)``.
  private var keys: Set<UInt64> = []
  package private(set) var compositions: Set<NameComposition> = []
  /// Whether there are generated accessors, which mention everything and are therefore not read.
  package private(set) var hasAccessors: Bool

  package init(hasAccessors: Bool = false) { self.hasAccessors = hasAccessors }

  /// - Complexity: O(bytes).
  package init(_ bytes: [UInt8]) {
    hasAccessors = false
    bytes.withUnsafeBufferPointer { bytes in
      var scanner = NameMentionScanner(bytes)
      scanner.scan()
      (keys, compositions) = (scanner.keys, scanner.compositions)
    }
  }

  package mutating func formUnion(_ other: NameMentions) {
    keys.formUnion(other.keys)
    compositions.formUnion(other.compositions)
    hasAccessors = hasAccessors || other.hasAccessors
  }

  /// Whether a name with this key occurs; see ``key(of:)``.
  package func mentions(_ key: UInt64) -> Bool { keys.contains(key) }

  /// What names have in common that differ in case and punctuation alone; 0 if nothing else is in it.
  package static func key(of name: some StringProtocol) -> UInt64 {
    var name = Substring(name)
    return name.withUTF8 { NameMentionScanner($0).key(of: 0..<$0.count) }
  }
}

/// A name that is composed at run time: `icon_\(kind)`.
package struct NameComposition: Hashable, Sendable {
  /// What stands between the unknown parts, in lower case and without escapes; the first and the last may be empty.
  package let parts: [String]
  /// Whether the fixed parts are so short that they match about everything.
  package let isWeak: Bool

  init(parts: [String]) {
    self.parts = parts
    isWeak = parts.reduce(0) { $0 + $1.utf8.count { $0.isNamePart && $0 != UInt8(ascii: "_") } } < 3
  }

  /// As in `icon_…`.
  package var description: String { parts.joined(separator: "…") }

  /// Whether the name can be composed.
  /// - Parameters:
  ///   - name: in lower case and without escapes.
  ///   - isKnown: whether an unknown part can stand for a text.
  package func matches(_ name: String, where isKnown: (Substring) -> Bool = { _ in true }) -> Bool {
    guard let first = parts.first, let last = parts.last, parts.count > 1, name.hasPrefix(first), name.hasSuffix(last),
      name.utf8.count >= first.utf8.count + last.utf8.count
    else { return false }
    var rest = name.dropFirst(first.count).dropLast(last.count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let range = rest.firstRange(of: part) else { return false }
      guard range.lowerBound == rest.startIndex || isKnown(rest[..<range.lowerBound]) else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.isEmpty || isKnown(rest)
  }
}
