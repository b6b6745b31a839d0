/// The kind and version of a document, as in the `schema` key `modgauge.run/1`.
package struct Schema: Sendable, Hashable {
  package let name: String
  /// Counted from 1. It is incremented if readers of the previous version would misinterpret the document; a new
  /// optional key does not change it.
  package let version: Int

  package init(_ name: String, version: Int) {
    (self.name, self.version) = (name, version)
  }

  /// Parses the value of a `schema` key.
  /// - Returns: `nil` if it is not a schema of this project.
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
