package import BuildAnalysis
import BuildRunner
package import Documents
import Platform
import Workspace

/// The folder of a search for a revision: `bisection.json`, and `resume.json` until the search has ended.
package struct BisectionFolder {
  package let path: String

  private static let fileName = "bisection.json"

  package init(path: String) { self.path = path }

  package var file: String { "\(path)/\(Self.fileName)" }
  private var resumption: ResumptionFile { ResumptionFile(path: "\(path)/\(RunFolder.resumptionName)") }

  /// Refuses a folder with a search, or a run.
  /// - Throws: `ServiceError`.
  package func check() throws {
    if FileStatus(at: file) != nil {
      throw ServiceError(
        "There is a search in `\(path.visible)`. "
          + (resumption.exists ? "Resume it with `modgauge bisect --resume \(path.shellWord.visible)`, name" : "Name")
          + " another folder, or replace it with --force.")
    }
    try ResultFolder(path: path, names: [Self.fileName, RunFolder.resumptionName, "logs"]).check()
  }

  /// Removes the files of an earlier search.
  package func clear() throws {
    try ResultFiles.remove(file)
    try resumption.remove()
  }

  /// Writes the search, and the file that is needed to resume it, before the first build.
  func begin(_ bisection: Bisection, of request: BisectRequest) throws {
    try write(bisection)
    try resumption.write(Resumption(folder: Path.absolute("."), of: request))
  }

  package func write(_ bisection: Bisection) throws { try ResultFiles.write(try bisection.json(), to: file) }

  package func end() throws { try resumption.remove() }

  /// A search that can be resumed, and how it was started, in whose folder this process then is.
  /// - Throws: `ServiceError`, and what `InputFile.document` throws.
  package func unfinished() throws -> (bisection: Bisection, resumption: Resumption) {
    guard let resumption = try resumption.read() else {
      try InputFile.checkExistence(of: path)
      throw ServiceError(
        "There is no search to resume in `\(path.visible)`: one that has not ended has a resume.json beside its "
          + "bisection.json.")
    }
    try UnfinishedRun.enterFolder(of: resumption)
    return (try InputFile.document(at: file, Bisection.init(json:)), resumption)
  }
}
