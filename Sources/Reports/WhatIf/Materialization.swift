/// A workspace that was generated with the proposed structure.
package struct Materialization: Sendable, Encodable {
  package enum Method: String, Sendable, Encodable {
    /// The workspace's own sources with changed manifests.
    case sources
    /// Generated sources with approximately the same cost.
    case synthesized
  }

  /// The folder with the manifest to build.
  package let folder: String
  package let method: Method
  /// The reason for the method, as a sentence.
  package let reason: String

  package init(folder: String, method: Method, reason: String) {
    (self.folder, self.method, self.reason) = (folder, method, reason)
  }

  package var description: String {
    let what =
      switch method {
      case .sources: "The proposed structure is in this folder, with the workspace's own sources"
      case .synthesized: "The proposed structure is in this folder, with synthesized sources of about the same cost"
      }
    return "\(what): \(folder). \(reason)"
  }
}
