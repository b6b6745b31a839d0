package import BuildAnalysis
package import BuildTrace
import Documents
package import Reports

/// The folder of a recorded build: its trace, and its reports.
package struct RecordFolder {
  package static let traceName = "trace.jsonl"
  package static let recordingName = "recording.json"
  /// The names of all files of a recorded build.
  package static let names = [
    traceName, recordingName, "build.log", "build-per-file.log", "graph.png", "graph.svg", "modules.csv",
    "modules.json", "modules.md", "timeline.html", "timeline.json",
  ]

  package let path: String

  package init(path: String) { self.path = path }

  package var log: String { path + "/build.log" }
  /// The log of the build with a compiler process for each file.
  package var perFileLog: String { path + "/build-per-file.log" }
  package var trace: String { "\(path)/\(Self.traceName)" }
  /// The file with the data that is needed, besides the trace, to write the reports again.
  package var recording: String { "\(path)/\(Self.recordingName)" }

  /// Writes all reports of a recorded build.
  /// - Parameter show: called first, so that a full disk does not keep the analysis from its reader.
  package func write(
    _ trace: BuildTrace, of recording: Recording, sortedBy order: ModuleOrder,
    showing show: (RecordedReport) throws -> Void = { _ in }
  ) throws {
    let report = RecordedReport(trace, of: recording, sortedBy: order)
    try show(report)
    try ResultFiles.write(recording.json(), to: self.recording)
    for rendering in RecordedReport.renderings {
      guard let file = rendering.file else { continue }
      try ResultFiles.write(rendering.bytes(of: report), to: "\(path)/\(file)")
    }
    if let pictures = report.pictures { try DrawnPicture.write(pictures, to: path) }
    Terminal.note("results: \(path)")
  }
}
