/// The resources of a workspace's modules: files, entries of asset catalogs, localized strings.
package struct WorkspaceResources: Hashable, Sendable {
  /// A resource that may be in several modules.
  package struct Item: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, Comparable {
      case asset, color, file, string

      package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    package let kind: Kind
    /// The name of a file or a catalog entry (`Logo.imageset`), or the key of a string.
    package let name: String
    /// The language of a string; absent if its file belongs to none.
    package let language: String?
    /// A hash of its contents: of a catalog's images without their names, of a string's value.
    package let contents: UInt64
    package let bytes: Int
    package let location: Dependency.Location

    package init(
      _ kind: Kind, name: String, language: String? = nil, contents: UInt64, bytes: Int, location: Dependency.Location
    ) {
      self.kind = kind
      self.name = name
      self.language = language
      self.contents = contents
      self.bytes = bytes
      self.location = location
    }
  }

  /// In the order of their files. Modules without resources are left out.
  package let items: [ModuleID: [Item]]

  package init(items: [ModuleID: [Item]]) {
    self.items = items
  }

  /// The same with renamed modules.
  package func renaming(_ moves: [ModuleMove]) -> Self { WorkspaceResources(items: items.renaming(moves)) }
}
