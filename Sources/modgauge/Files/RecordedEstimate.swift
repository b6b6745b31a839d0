import BuildAnalysis
import Documents
import ModuleGraph
import Reports
import Workspace

/// A recorded build from which others of the same workspace are estimated.
struct RecordedEstimate {
  let build: RecordedBuild
  /// `clean build of App`.
  let name: String

  /// - Parameters:
  ///   - path: a folder or a file, of `modgauge record` or `modgauge bench --record`.
  ///   - graph: some of its modules must have a figure.
  /// - Throws: `Refusal`, and what ``RecordedCosts`` throws.
  init(at path: String, for graph: ModuleGraph) throws {
    name = try RecordedCosts.read(path, for: graph).build
    let build = try RecordedCosts.document(at: path) { bytes throws(DocumentError) in
      Schema(ofJSON: bytes)?.name == TimelineDocument.schema.name
        ? RecordedBuild(try TimelineDocument(json: bytes)) : RecordedBuild(try Run(jsonOrJournal: bytes))
    }
    guard let build else { throw Refusal(path: path) }
    self.build = build
  }

  struct Refusal: Error, CustomStringConvertible {
    let path: String

    var description: String {
      "`\(path.visible)` tells nothing of other builds: it is of no whole clean build, or of a run that built packages from "
        + "elsewhere. Record one with `modgauge record`."
    }
  }
}
