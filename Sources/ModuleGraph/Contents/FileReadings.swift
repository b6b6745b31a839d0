/// What is read of a workspace's files beside its manifests, for the rules that ask for it.
package struct FileReadings: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// What sources import, and the comments in them that excuse violations.
  package static let imports = FileReadings(rawValue: 1)
  /// What modules carry beside code.
  package static let resources = FileReadings(rawValue: 2)
  /// What types sources declare, and the same comments.
  package static let types = FileReadings(rawValue: 4)
}
