/// What the modules of a workspace carry beside code: files, entries of asset catalogs, texts.
package struct WorkspaceResources: Hashable, Sendable {
  /// One that could be in several modules.
  package struct Item: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, Comparable {
      case asset, color, file, string

      package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    package let kind: Kind
    /// A file's name, that of a catalog's entry (`Logo.imageset`), or the key of a text.
    package let name: String
    /// The language of a text; absent where its file belongs to none.
    package let language: String?
    /// A hash of what it holds. A catalog's images have one whatever their names are, a text has that of its value.
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

  /// In the order of their files. A module without resources is not in it.
  package let items: [ModuleID: [Item]]

  package init(items: [ModuleID: [Item]]) {
    self.items = items
  }

  /// The same of modules that are called otherwise.
  package func renaming(_ moves: [ModuleMove]) -> Self { WorkspaceResources(items: items.renaming(moves)) }
}
