package import BuildAnalysis
import BuildRunner
package import RunHistory
import Workspace

/// The file of a history, and its folder.
package struct HistoryFile {
  /// Absolute.
  package let path: String

  /// - Parameters:
  ///   - named: the path given by the user, relative to the current folder.
  ///   - root: the workspace's folder.
  /// - Throws: the errors of reading the configuration, if it is needed.
  package init(named: String?, configuration: @autoclosure () throws -> LoadedConfiguration, root: String) throws {
    if let named {
      path = Path.absolute(named)
      return
    }
    let configuration = try configuration()
    if let named = configuration.settings.history {
      path = named.hasPrefix("/") ? named : Path.normalized((configuration.base ?? root) + "/" + named)
    } else {
      path = "\(StateFolder.platformDefault())/history/\(BenchmarkFolders.key(root)).sqlite"
    }
  }

  /// - Throws: `HistoryError`, `ResultFiles.Failure`.
  package func open(creates: Bool) throws -> RunHistory {
    if creates { try ResultFiles.makeFolder(InputFile.folder(of: path)) }
    return try RunHistory(at: path, creates: creates)
  }

  /// Adds a run. A failure is only a warning: the run is in its folder, and can be imported from there.
  package func remember(_ run: Run, isQuiet: Bool) {
    do {
      guard let stored = try StoredRun(run) else { return }
      _ = try open(creates: true).add([stored])
      if !isQuiet { Terminal.note("history: \(path.visible)") }
    } catch {
      Terminal.note(
        "warning: the run is not in the history: \("\(error)".visibleLines) Add it later with `modgauge history import`."
      )
    }
  }
}
