/// `modgauge.resumption/1`: the state needed to resume a run or a search. It is kept beside the run until that is
/// complete.
package struct Resumption: Hashable, Document {
  package static let schema = Schema("resumption", version: 1)
  package static let title = "the state of an interrupted run"
  package static let origin = "the folder of an interrupted run"

  /// The absolute folder in which the command was started.
  package let folder: String
  /// What was requested; `nil` for another kind of command.
  package private(set) var bench: BenchRequest?
  package private(set) var bisect: BisectRequest?
  /// The part of a plan that the run is; `nil` for a run by itself.
  package var shard: Shard?
  /// The arguments after the command; `nil` in documents that contain the request.
  package private(set) var words: [String]?
  package let seed: UInt64
  /// Hashes of the files' contents, by path relative to the common folder of all packages; `nil` until the workspace is
  /// copied.
  package var contents: [String: String]?
  /// The contents of `Package.resolved` that the first session created, by package key.
  package var resolved: [String: String] = [:]

  /// Which part of which plan.
  package struct Shard: Codable, Hashable, Sendable {
    package let plan: String
    /// As in `2/4`.
    package let place: String

    package init(plan: String, place: String) { (self.plan, self.place) = (plan, place) }
  }

  package init(folder: String, of request: BenchRequest, seed: UInt64) {
    (self.folder, bench, self.seed) = (folder, request, seed)
  }

  package init(folder: String, of request: BisectRequest) {
    (self.folder, bisect, seed) = (folder, request, 0)
  }

  /// The paths of the files that have changed, sorted; empty if the workspace was not copied yet.
  package func changes(in contents: [String: String]) -> [String] {
    guard let before = self.contents else { return [] }
    return Set(before.keys).union(contents.keys).filter { before[$0] != contents[$0] }.sorted()
  }
}
