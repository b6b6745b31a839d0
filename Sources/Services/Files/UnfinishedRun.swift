package import BuildAnalysis
import BuildRunner
package import Documents
import ModuleGraph
import Platform
import Workspace

/// An interrupted benchmark that can be resumed.
package struct UnfinishedRun {
  package let folder: RunFolder
  package let resumption: Resumption
  /// The run so far; `nil` if the earlier sessions were interrupted before they wrote the journal's first line.
  package let run: Run?

  /// - Parameter path: the run's folder, or a file in it.
  /// - Throws: `ResumeError`, and what `InputFile.document` throws.
  package init(at path: String) throws {
    let path = Path.absolute(path)
    folder = RunFolder(path: Path.isFolder(path) ? path : InputFile.folder(of: path))
    guard let resumption = try folder.resumption.read() else {
      try InputFile.checkExistence(of: path)
      throw ResumeError.nothingToResume(path: folder.path)
    }
    self.resumption = resumption
    // A journal with a truncated first line does not count.
    let hasHead = (try? InputFile.read(folder.journal))?.contains(UInt8(ascii: "\n")) ?? false
    run = hasHead ? try InputFile.document(at: folder.journal, Run.init(jsonOrJournal:)) : nil
  }

  /// Changes to the folder in which the benchmark was started, so that its arguments mean the same.
  package func enterFolder() throws(ResumeError) { try Self.enterFolder(of: resumption) }

  static func enterFolder(of resumption: Resumption) throws(ResumeError) {
    do { try CurrentProcess.enter(resumption.folder) } catch { throw .folderGone(resumption.folder) }
  }

  /// The run of the new session, with all earlier measurements.
  /// - Throws: `ResumeError` if it would no longer be the same benchmark.
  package func resumed(as fresh: Run) throws -> Run {
    guard var run else { return fresh }
    let changes = [
      ("the toolchain", run.environment.compiler == fresh.environment.compiler),
      ("the machine", run.environment.cpu == fresh.environment.cpu && run.environment.cores == fresh.environment.cores),
      ("the workspace's graph", run.workspace.graph == fresh.workspace.graph),
      ("what the arms build", run.arms == fresh.arms),
      ("the plan", run.plan == fresh.plan),
    ].filter { !$0.1 }.map(\.0)
    guard changes.isEmpty else { throw ResumeError.changed(changes, path: folder.path) }
    run.environment.load = fresh.environment.load
    return run
  }

  package enum ResumeError: Error, CustomStringConvertible {
    case nothingToResume(path: String)
    case changed([String], path: String)
    case folderGone(String)

    package var description: String {
      switch self {
      case .nothingToResume(let path):
        "`\(path)` contains no run to resume: an interrupted run has a resume.json beside its "
          + "run.jsonl until its last build is made."
      case .changed(let what, let path):
        "Cannot resume `\(path)`: these changed since the run was started: \(what.listed(atMost: 5))"
          + ". Undo them, or start a new run."
      case .folderGone(let folder):
        "The benchmark was started in `\(folder)`, which is no longer accessible. Start a new run."
      }
    }
  }
}
