/// An added module that has most of the files of a removed one.
package struct ModuleSuccession: Hashable, Sendable {
  package let before: ModuleID
  package let after: ModuleID
  /// How many of the files of `before` are now in `after`, and how many `before` had.
  package let sharedFiles: Int
  package let files: Int

  package struct File: Hashable, Sendable {
    package let path: String
    /// Its weight in the comparison, such as its lines.
    package let weight: Int

    package init(path: String, weight: Int) {
      self.path = path
      self.weight = weight
    }
  }

  /// Finds which added module succeeds which removed one.
  ///
  /// A module succeeds a removed one if it has more than half of its files by weight; of several removed modules, it
  /// succeeds the one of which it has most.
  /// - Parameters:
  ///   - gone: the files of the removed modules.
  ///   - new: the paths of the files of the added modules.
  ///   - renames: from old paths of files to new ones; other files did not move.
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
