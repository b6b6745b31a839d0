import ModuleGraph
import Platform
import Workspace

/// The folder of a run or a recorded build. Nothing in it is replaced unless the user asks for it.
package struct ResultFolder {
  package let path: String
  /// The names of the files and folders that are written there.
  package let names: [String]
  /// Whether an unfinished run can be resumed.
  private let isResumable: Bool

  package init(path: String, names: [String], isResumable: Bool = true) {
    (self.path, self.names, self.isResumable) = (path, names, isResumable)
  }

  /// - Parameter isOwn: called if the folder contains reports without measurements; returns whether they belong to the
  ///   result.
  /// - Throws: `ResultFiles.Failure`, `Occupied`.
  package func check(isOwn: () -> Bool = { false }) throws {
    guard let status = FileStatus(at: path) else { return }
    guard status.kind == .folder else { throw ResultFiles.Failure.notAFolder(path: path) }
    let present = { (names: [String]) in
      names.filter { FileStatus(at: "\(path)/\($0)", followsLast: false) != nil }
    }
    let taken = present(names).filter { (try? FolderListing.entries(of: "\(path)/\($0)"))?.isEmpty != true }
    let holdsRun = !present([RunFolder.resumptionName] + RunFolder.files).isEmpty
    let holdsRecording = !present([RecordFolder.traceName, RecordFolder.recordingName]).isEmpty
    if taken.isEmpty && !holdsRun && !holdsRecording { return }
    let isMeasured = !present([RunFolder.journalName, RunFolder.resumptionName, RecordFolder.traceName]).isEmpty
    if !isMeasured && isOwn() { return }
    throw Occupied(
      path: path,
      by: !present([RunFolder.resumptionName]).isEmpty
        ? .unfinishedRun : holdsRun ? .run(isResumable: isResumable) : holdsRecording ? .recording : .others(taken))
  }

  /// Removes the files of an earlier result, so that none is left beside the new one.
  ///
  /// Links and folders are kept, and so are files of the other kind of result unless the folder contains such a result.
  /// If it contains a run, the traces, timelines and logs that the run names are removed as well.
  /// - Throws: `ResultFiles.Failure`.
  package func clear() throws {
    let others =
      (isThere(RunFolder.journalName) ? RunFolder.names + filesOfBuilds : [])
      + (isThere(RecordFolder.traceName) ? RecordFolder.names : [])
    for name in Set(names + others).sorted() where isThere(name) {
      let file = "\(path)/\(name)"
      do { try FileSystem.removeFile(file) } catch {
        throw ResultFiles.Failure.unwritable(path: file, reason: FileReason.description(of: error))
      }
    }
  }

  private func isThere(_ name: String, as kind: FileStatus.Kind = .file) -> Bool {
    FileStatus(at: "\(path)/\(name)", followsLast: false)?.kind == kind
  }

  /// The files that a run has for single builds, as it names them.
  private var filesOfBuilds: [String] {
    guard let run = try? RunFolder.read("\(path)/\(RunFolder.journalName)") else { return [] }
    let traces = run.samples.compactMap(\.trace)
    let names = run.samples.compactMap(\.log) + traces + traces.map(RunFolder.timelinePage)
    return names.filter { name in
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      return parts.count == 2 && RunFolder.names.contains(String(parts[0]))
        && isThere(String(parts[0]), as: .folder)
    }
  }

  /// The folder contains files that would be replaced.
  package struct Occupied: Error, CustomStringConvertible {
    package enum Occupant {
      case unfinishedRun, recording
      /// Whether its builds could be resumed if it were unfinished.
      case run(isResumable: Bool)
      /// Other files and folders with the same names.
      case others([String])
    }

    package let path: String
    package let by: Occupant

    package var description: String {
      let shown = path.visible
      let advice = "Name another folder, or replace"
      switch by {
      case .unfinishedRun:
        return "There is an unfinished run in `\(shown)`. "
          + "Resume it with `modgauge bench --resume \(path.shellWord.visible)`, name another folder, "
          + "or replace it with --force."
      case .run(isResumable: false):
        return "There is a run in `\(shown)`. \(advice) it with --force."
      case .run(isResumable: true):
        return "`\(shown)` contains a complete run, or one without `resume.json`, so there is nothing to resume. "
          + "\(advice) it with --force."
      case .recording:
        return "There is a recorded build in `\(shown)`. \(advice) it with --force."
      case .others(let names):
        return "`\(shown)` holds \(names.listed(atMost: 3)), which would be replaced. \(advice) "
          + "\(names.count == 1 ? "it" : "them") with --force."
      }
    }
  }
}
