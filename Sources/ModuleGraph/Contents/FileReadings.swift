/// File contents that are read besides the manifests, for the rules that need them.
package struct FileReadings: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Imports in sources, and the comments that excuse violations.
  package static let imports = FileReadings(rawValue: 1)
  package static let resources = FileReadings(rawValue: 2)
  /// Types that sources declare, and the same comments.
  package static let types = FileReadings(rawValue: 4)
  /// The interfaces of sources for one another.
  package static let interfaces = FileReadings(rawValue: 8)
  package static let owners = FileReadings(rawValue: 16)
  /// The names that files mention.
  package static let mentions = FileReadings(rawValue: 32)
}
