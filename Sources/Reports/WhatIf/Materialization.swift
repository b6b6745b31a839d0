/// The workspace that a proposed structure was written as.
package struct Materialization: Sendable {
  package enum Method: String, Sendable, Encodable {
    /// The workspace's own sources with changed manifests.
    case sources
    /// Sources that were made up, which cost about as much.
    case synthesized
  }

  /// The folder with the manifest to build.
  package let folder: String
  package let method: Method
  /// Why, as a sentence.
  package let reason: String

  package init(folder: String, method: Method, reason: String) {
    (self.folder, self.method, self.reason) = (folder, method, reason)
  }

  /// What it is, and why, as sentences.
  package var words: String {
    let what =
      switch method {
      case .sources: "The proposed structure is in this folder, with the workspace's own sources"
      case .synthesized: "The proposed structure is in this folder, with synthesized sources of about the same cost"
      }
    return "\(what): \(folder). \(reason)"
  }
}
