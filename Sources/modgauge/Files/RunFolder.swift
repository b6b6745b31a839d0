import BuildAnalysis
import Documents
import Reports
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder of a run: `run.jsonl`, and what is made from it.
struct RunFolder {
  /// What a run can be read from, the better first.
  static let files = ["run.json", journalName]
  static let journalName = "run.jsonl"
  static let resumptionName = "resume.json"
  /// Every file and folder that a benchmark writes there.
  static let names =
    files + [
      resumptionName, "builds.csv", "builds.md", "graph.png", "graph.svg", "logs", "modules.csv", "traces",
    ]

  let path: String

  var journal: String { "\(path)/\(Self.journalName)" }
  /// What it takes to go on with the run; there until its last build.
  var resumption: String { "\(path)/\(Self.resumptionName)" }

  /// A new folder for each run, where the platform keeps what programs want to remember.
  static func platformDefault(workspaceKey: String) -> String {
    // The colons of a time of day are not for file names.
    let moment = String(Date.now.formatted(.iso8601).split(separator: ":").joined())
    return "\(platformFolder(workspaceKey: workspaceKey))/\(moment)"
  }

  /// Where a workspace's runs are kept.
  static func platformFolder(workspaceKey: String) -> String {
    "\(StateFolder.platformDefault())/runs/\(workspaceKey)"
  }

  /// Reads a run from one of these files.
  /// - Throws: what `InputFile.document` throws.
  static func read(_ file: String) throws -> Run {
    try InputFile.document(at: file, Run.init(jsonOrJournal:))
  }

  /// Writes every report; they follow from the run alone.
  func write(_ findings: RunFindings) throws {
    try ResultFiles.write(try findings.json(), to: path + "/run.json")
    try ResultFiles.write(CSV.builds(findings), to: path + "/builds.csv")
    if let modules = CSV.modules(findings) { try ResultFiles.write(modules, to: path + "/modules.csv") }
    try ResultFiles.write(Markdown.builds(findings), to: path + "/builds.md")
    try DrawnPicture.write(GraphPicture(findings), to: path)
  }
}
