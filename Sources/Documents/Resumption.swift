/// `modgauge.resumption/1`: what is needed to resume a run or a search, kept beside it until it is complete.
package struct Resumption: Hashable, Document {
  package static let schema = Schema("resumption", version: 1)
  package static let title = "the beginning of a run"
  package static let origin = "the folder of an interrupted run"

  /// The absolute folder in which the command was started.
  package let folder: String
  /// The arguments after the command.
  package let words: [String]
  package let seed: UInt64
  /// A hash of the contents of each file, by its path relative to the common folder of all packages; `nil` until the
  /// workspace was copied.
  package var contents: [String: String]?
  /// The contents of `Package.resolved` that the first session created, by package key.
  package var resolved: [String: String] = [:]

  package init(folder: String, words: [String], seed: UInt64) {
    self.folder = folder
    self.words = words
    self.seed = seed
  }

  /// The files that have changed, sorted.
  package func changes(in contents: [String: String]) -> [String] {
    guard let before = self.contents else { return [] }
    return Set(before.keys).union(contents.keys).filter { before[$0] != contents[$0] }.sorted()
  }
}
