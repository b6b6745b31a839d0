/// A module that has most of the files of one that is gone.
package struct ModuleSuccession: Hashable, Sendable {
  package let before: ModuleID
  package let after: ModuleID
  /// How many of the files that the first had the second has, and how many those were.
  package let sharedFiles: Int
  package let files: Int

  package init(before: ModuleID, after: ModuleID, sharedFiles: Int, files: Int) {
    self.before = before
    self.after = after
    self.sharedFiles = sharedFiles
    self.files = files
  }

  /// A file of a module.
  package struct File: Hashable, Sendable {
    package let path: String
    /// What it counts for.
    package let weight: Int

    package init(path: String, weight: Int) {
      self.path = path
      self.weight = weight
    }
  }

  /// Finds out which module took over from which.
  ///
  /// A module succeeds one that is gone if it has more than half of that one's files, by their weight; of several that
  /// it would succeed, the one of which it has the most.
  /// - Parameters:
  ///   - gone: the files of the modules that are gone.
  ///   - new: the paths of the files of those that are new.
  ///   - renames: the new paths of files by the old ones; others are where they were.
  /// - Returns: sorted by the new id; each module at most once.
  /// - Complexity: O(files).
  package static func between(
    _ gone: [ModuleID: [File]], _ new: [ModuleID: [String]], renames: [String: String]
  ) -> [ModuleSuccession] {
    let owners = Dictionary(
      new.sorted { $0.key < $1.key }.flatMap { id, paths in paths.map { ($0, id) } },
      uniquingKeysWith: { first, _ in first })
    var best: [ModuleID: (weight: Int, succession: ModuleSuccession)] = [:]
    for (id, files) in gone.sorted(by: { $0.key < $1.key }) {
      let taken = Dictionary(grouping: files) { owners[renames[$0.path] ?? $0.path] }
      let total = files.reduce(0) { $0 + $1.weight }
      for case (let owner?, let shared) in taken {
        let weight = shared.reduce(0) { $0 + $1.weight }
        guard 2 * weight > total, weight > best[owner]?.weight ?? 0 else { continue }
        let succession = ModuleSuccession(
          before: id, after: owner, sharedFiles: shared.count, files: files.count)
        best[owner] = (weight, succession)
      }
    }
    return best.values.map(\.succession).sorted { $0.after < $1.after }
  }
}
