package import BuildAnalysis
import Documents
import Workspace

/// The file of accepted slowdowns, beside the manifest of a workspace.
package struct AcceptedFile {
  package static let name = ".modgauge-accepted.json"

  package let path: String

  package init(in workspace: String) { path = workspace + "/" + Self.name }

  /// - Returns: no entries if there is no such file.
  /// - Throws: what `InputFile.document` throws.
  package func read() throws -> AcceptedRegressions {
    Path.isFile(path) ? try InputFile.document(at: path, AcceptedRegressions.init(json:)) : AcceptedRegressions()
  }

  package func add(_ entries: [AcceptedRegressions.Entry]) throws {
    var accepted = try read()
    accepted.entries += entries
    try ResultFiles.write(try accepted.json(), to: path)
  }
}
