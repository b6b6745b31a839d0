/// The kind and version of a document, as its `schema` key names them: `modgauge.run/1`.
package struct Schema: Sendable, Hashable {
  package let name: String
  /// Counted from 1. It rises when a reader of the version before would misunderstand the document; a new key that may
  /// be absent does not change it.
  package let version: Int

  package init(_ name: String, version: Int) {
    self.name = name
    self.version = version
  }

  /// Reads the value of a `schema` key.
  /// - Returns: `nil` where it is none of ours.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].hasPrefix(Self.prefix), let version = Int(parts[1]) else { return nil }
    self.init(String(parts[0].dropFirst(Self.prefix.count)), version: version)
  }

  private static let prefix = "modgauge."
}

extension Schema: CustomStringConvertible {
  package var description: String { "\(Self.prefix)\(name)/\(version)" }
}
