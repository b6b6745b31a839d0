import BuildAnalysis
import Documents
package import ModuleGraph
package import Reports
import Workspace

/// The costs of modules from the results of `modgauge record` or `modgauge bench --record`.
package enum RecordedCosts {
  /// The files with figures in a folder, in order of preference.
  private static let files = ["modules.json"] + RunFolder.files

  /// - Parameters:
  ///   - path: a folder or a file.
  ///   - graph: at least one of its modules must have a figure.
  /// - Throws: `ServiceError`, `InputFile.Unreadable`.
  package static func read(_ path: String, for graph: ModuleGraph?) throws -> ModuleCosts {
    let costs = try document(at: path, costs(from:))
    if costs.byModule.isEmpty {
      throw ServiceError(
        "`\(path.visible)` has no seconds of modules. Record a build with `modgauge record`, or a run with "
          + "`modgauge bench --record`.")
    }
    if let graph { try costs.require(anyOf: graph, path: path) }
    return costs
  }

  /// Reads the file, or the one in the folder.
  /// - Throws: `ServiceError`, `InputFile.Unreadable`.
  static func document<Content>(
    at path: String, _ read: ([UInt8]) throws(DocumentError) -> Content
  ) throws -> Content {
    guard let file = InputFile.file(at: path, orIn: files) else {
      try InputFile.checkExistence(of: path)
      throw ServiceError(
        "There is no recorded build in `\(path.visible)`: neither modules.json nor run.json. "
          + "Give what `modgauge record` or `modgauge bench --record` wrote.\(PathSuggestion.sentence(for: path))")
    }
    return try InputFile.document(at: file, insteadGive: origin, read)
  }

  private static let origin = "what `modgauge record` or `modgauge bench --record` wrote"

  private static func costs(from bytes: [UInt8]) throws(DocumentError) -> ModuleCosts {
    Schema(ofJSON: bytes)?.name == TimelineDocument.schema.name
      ? ModuleCosts(try TimelineDocument(json: bytes)) : ModuleCosts(RunFindings(try Run(jsonOrJournal: bytes)))
  }
}

extension ModuleCosts {
  /// - Parameter moves: modules that have other ids in the graph.
  /// - Throws: `ServiceError` if no module of the graph has a figure.
  package func require(anyOf graph: ModuleGraph, movedBy moves: [ModuleMove] = [], path: String) throws {
    let known = byModule.renaming(moves)
    guard graph.modules.contains(where: { known[$0.id] != nil }) else {
      throw ServiceError(
        "No module of the graph has a figure in `\(path.visible)`, which is of “\(workspace.visible)”. "
          + "Give a recorded build of this workspace.")
    }
  }
}
