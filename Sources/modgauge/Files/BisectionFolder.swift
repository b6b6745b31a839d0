import BuildAnalysis
import BuildRunner
import Documents
import Workspace

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The folder of a search for a revision: `bisection.json`, and `resume.json` until the search has ended.
struct BisectionFolder {
  let path: String

  private static let fileName = "bisection.json"

  var file: String { "\(path)/\(Self.fileName)" }
  private var resumption: String { "\(path)/\(RunFolder.resumptionName)" }

  /// Refuses a folder with a search, or a run.
  /// - Throws: `Refusal`.
  func check() throws {
    if FileManager.default.fileExists(atPath: file) { throw Refusal.occupied(path, canResume: canResume) }
    try ResultFolder(path: path, names: [Self.fileName, RunFolder.resumptionName, "logs"]).check()
  }

  /// Removes the files of an earlier search.
  func clear() throws {
    for file in [file, resumption] where FileManager.default.fileExists(atPath: file) {
      do { try FileManager.default.removeItem(atPath: file) } catch {
        throw ResultFiles.Failure.unwritable(path: file, reason: FileReason.words(error))
      }
    }
  }

  private var canResume: Bool { FileManager.default.fileExists(atPath: resumption) }

  /// Written before the first build: the search, and what it takes to resume it.
  func begin(_ bisection: Bisection, words: [String]) throws {
    try write(bisection)
    try Resumption(folder: Path.absolute("."), words: words, seed: 0).write(to: resumption)
  }

  func write(_ bisection: Bisection) throws { try ResultFiles.write(try bisection.json(), to: file) }

  func end() throws { try Resumption.remove(at: resumption) }

  /// A search that can be resumed, and the arguments with which it was started.
  /// - Throws: `Refusal`, and what `InputFile.document` throws.
  func unfinished() throws -> (bisection: Bisection, words: [String]) {
    guard let resumption = Resumption(at: resumption) else { throw Refusal.nothingToResume(path) }
    guard FileManager.default.changeCurrentDirectoryPath(resumption.folder) else {
      throw UnfinishedRun.Refusal.folderGone(resumption.folder)
    }
    return (try InputFile.document(at: file, Bisection.init(json:)), resumption.words)
  }

  enum Refusal: Error, CustomStringConvertible {
    case occupied(String, canResume: Bool)
    case nothingToResume(String)
    case changed([String], path: String)

    var description: String {
      switch self {
      case .occupied(let path, let canResume):
        "There is a search in `\(path.visible)`. "
          + (canResume ? "Resume it with `modgauge bisect --resume \(path.visible)`, name" : "Name")
          + " another folder with --run, or replace it with --force."
      case .nothingToResume(let path):
        "There is no search to resume in `\(path.visible)`: one that has not ended has a resume.json beside its "
          + "bisection.json."
      case .changed(let what, let path):
        "Cannot resume `\(path.visible)`: these changed since the search was started: \(what.joined(separator: ", ")). Start a new "
          + "search."
      }
    }
  }
}
