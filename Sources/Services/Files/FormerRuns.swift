package import BuildAnalysis
import BuildRunner
import Documents
package import ModuleGraph
import Platform
import Reports
import RunHistory
import Workspace

/// The earlier runs and recorded builds of a workspace in the platform's state folder, and the runs of its history.
package struct FormerRuns {
  package let folder: String
  private let history: HistoryFile?

  /// - Parameters:
  ///   - workspace: the absolute path of its folder.
  ///   - history: `nil` if it is not to be read.
  package init(of workspace: String, history: HistoryFile? = nil) {
    self.history = history
    folder = RunFolder.platformFolder(workspaceKey: BenchmarkFolders.key(workspace))
  }

  /// The maximum number of runs that are read.
  private static let most = 5
  /// The maximum size of a file in bytes, so that a plan does not wait for thousands of rounds to be read.
  private static let largest = 16 << 20

  /// The expected duration of a benchmark: from the newest run with all of its builds, else from the newest recorded
  /// build of all of its modules, else from the machine's calibration.
  ///
  /// Files that cannot be read are ignored; for a history that cannot be read, a warning is printed.
  package func expectedDuration(of run: Run) -> ExpectedDuration? {
    expectation(of: run, source: .run, file: "run.json", as: "the run of") { bytes in
      try run.expectedSeconds(by: Run(json: bytes))
    }
      ?? expectationFromHistory(of: run)
      ?? expectation(of: run, source: .recording, file: "modules.json", as: "the build recorded at") { bytes in
        try RecordedBuild(TimelineDocument(json: bytes)).flatMap { run.expectedSeconds(by: $0) }
      } ?? ExpectedDuration(byCalibrationOf: run)
  }

  /// A recorded build of the same configuration and number of cores: the newest one that `record` made, or else of the newest runs of
  /// `bench --record`.
  package func estimate(of run: Run) -> RecordedEstimate? {
    let recorded = names(withFile: "modules.json").prefix(1) + names(withFile: "run.json")
    return recorded.lazy.compactMap { try? RecordedEstimate(at: "\(folder)/\($0)", for: run.workspace.graph) }
      .first { $0.isOf(run) }
  }

  /// The newest recorded build or run that has a figure for a module of a graph.
  package func newestEstimate(in graph: ModuleGraph) -> RecordedEstimate? {
    (names(withFile: "modules.json") + names(withFile: "run.json")).sorted(by: >).lazy
      .compactMap { try? RecordedEstimate(at: "\(folder)/\($0)", for: graph) }.first
  }

  /// The folder of the newest recorded build.
  package var newestRecording: String? {
    names(withFile: RecordFolder.recordingName).first { Path.isFile("\(folder)/\($0)/\(RecordFolder.traceName)") }
      .map { "\(folder)/\($0)" }
  }

  /// The names of the newest folders with a file, a limited number.
  private func names(withFile file: String) -> [String] {
    let names = (try? FolderListing.entries(of: folder).map(\.name)) ?? []
    // Folders are named after their time.
    return Array(names.sorted(by: >).filter { Path.isFile("\(folder)/\($0)/\(file)") }.prefix(Self.most))
  }

  private func expectation(
    of run: Run, source: ExpectedDuration.Source, file: String, as words: String,
    by seconds: ([UInt8]) throws -> Double?
  ) -> ExpectedDuration? {
    for name in names(withFile: file) {
      let path = "\(folder)/\(name)/\(file)"
      guard let status = FileStatus(at: path), status.bytes <= Self.largest, let bytes = try? InputFile.read(path),
        let seconds = try? seconds(bytes)
      else { continue }
      return ExpectedDuration(seconds: seconds, of: run, source: source, description: "\(words) \(name)")
    }
    return nil
  }

  /// The history also contains runs whose results are in other folders.
  private func expectationFromHistory(of run: Run) -> ExpectedDuration? {
    guard let history, Path.isFile(history.path) else { return nil }
    do {
      let stored = try history.open(creates: false)
      for entry in try stored.entries(last: Self.most) {
        guard let seconds = try stored.run(entry.identity).flatMap(run.expectedSeconds(by:)) else { continue }
        return ExpectedDuration(
          seconds: seconds, of: run, source: .run, description: "the run \(entry.identity.prefix(12)) of the history")
      }
    } catch { Terminal.note("warning: the history is not used: \("\(error)".visibleLines)") }
    return nil
  }
}
