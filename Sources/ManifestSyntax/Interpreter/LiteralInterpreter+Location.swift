/// How SwiftPM interprets the location of a package: as a URL, a folder, or a registry's identity.
extension LiteralInterpreter {
  /// Printable ASCII without spaces or backslashes.
  static func isPlain(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\\") }

  /// Whether SwiftPM interprets the text as a URL, such as `https://…` or `git@host:…`. All other texts are folders.
  static func isRemote(_ location: String) -> Bool {
    guard !location.hasPrefix("file:"), !location.hasPrefix("FILE:") else { return false }
    if let end = location.firstRange(of: "://")?.lowerBound {
      let scheme = location[..<end]
      return !scheme.isEmpty && scheme.utf8.allSatisfy { $0 >= UInt8(ascii: "a") && $0 <= UInt8(ascii: "z") }
    }
    guard let at = location.firstIndex(of: "@") else { return false }
    return at > location.startIndex && !location[..<at].contains("/")
  }

  /// `scope.name`, by the rules of package registries.
  static func isRegistryIdentity(_ id: String) -> Bool {
    let parts = id.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 2 && isWord(parts[0], upTo: 39, joinedBy: "-") && isWord(parts[1], upTo: 100, joinedBy: "-_")
  }

  /// Letters and digits, with single separators between them.
  private static func isWord(_ text: Substring.UTF8View, upTo limit: Int, joinedBy joints: String) -> Bool {
    var afterJoint = true
    for byte in text {
      if joints.utf8.contains(byte) {
        if afterJoint { return false }
        afterJoint = true
      } else if byte.isLetter || byte.isDigit {
        afterJoint = false
      } else {
        return false
      }
    }
    return !afterJoint && text.count <= limit
  }
}

/// The version of a package: three numbers and a suffix.
struct LiteralVersion: CustomStringConvertible {
  let numbers: ToolsVersion
  /// As in `-beta.1+build.5`; empty for most versions.
  let suffix: String

  init(numbers: ToolsVersion, suffix: String) {
    self.numbers = numbers
    self.suffix = suffix
  }

  /// - Returns: `nil` for texts that SwiftPM rejects, and for some that it accepts.
  init?(_ text: String) {
    let core = text.prefix { $0 != "-" && $0 != "+" }
    let suffix = text[core.endIndex...]
    guard core.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 2, let numbers = ToolsVersion(String(core)) else {
      return nil
    }
    let parts = suffix.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "+" }.map(\.utf8)
    guard suffix.isEmpty || parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isIdentifierPart) }) else {
      return nil
    }
    // One `+` at most; a leading `-` begins the prerelease identifiers.
    guard suffix.utf8.count(where: { $0 == UInt8(ascii: "+") }) <= 1, !suffix.hasPrefix("-+"), !suffix.hasSuffix("-"),
      !suffix.hasPrefix("-."), !suffix.hasPrefix("+")
    else { return nil }
    self.init(numbers: numbers, suffix: String(suffix))
  }

  private static func isIdentifierPart(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-")
  }

  var description: String { "\(numbers)\(suffix)" }
}

extension ToolsVersion {
  var withNextPatch: ToolsVersion { ToolsVersion(major, minor, patch + 1) }
}
