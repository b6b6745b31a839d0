import BuildAnalysis
import BuildTrace
import Documents
import Reports

/// The folder of a recorded build: its trace, and its reports.
struct RecordFolder {
  static let traceName = "trace.jsonl"
  static let recordingName = "recording.json"
  /// The names of all files of a recorded build.
  static let names = [
    traceName, recordingName, "build.log", "build-per-file.log", "graph.png", "graph.svg", "modules.csv",
    "modules.json", "modules.md", "timeline.html", "timeline.json",
  ]

  let path: String

  var log: String { path + "/build.log" }
  /// The log of the build with a compiler process for each file.
  var perFileLog: String { path + "/build-per-file.log" }
  var trace: String { "\(path)/\(Self.traceName)" }
  /// The file with the data that is needed, besides the trace, to write the reports again.
  var recording: String { "\(path)/\(Self.recordingName)" }

  /// Prints the analysis of a trace, and writes all reports.
  /// - Parameters:
  ///   - options: `nil` prints nothing.
  ///   - printed: what is printed; `nil` for text.
  ///   - places: of reports besides.
  func show(
    _ trace: BuildTrace, of recording: Recording, sortedBy order: ModuleOrder,
    _ options: ResultOptions<RecordedReport>?,
    printed: Rendering<RecordedReport>? = nil, to places: [ResultOptions<RecordedReport>.Destination]
  ) throws {
    let report = RecordedReport(trace, of: recording, sortedBy: order)
    // Printed first, so that a full disk does not keep it from the reader.
    if let options {
      let printed = printed ?? RecordedReport.standardRendering
      try Terminal.write(printed.bytes(of: report, style: options.style))
    }
    try ResultFiles.write(recording.json(), to: self.recording)
    for rendering in RecordedReport.renderings {
      guard let file = rendering.file else { continue }
      try ResultFiles.write(rendering.bytes(of: report), to: "\(path)/\(file)")
    }
    if let pictures = report.pictures { try DrawnPicture.write(pictures, to: path) }
    try options?.deliver(report, to: places)
    Terminal.note("results: \(path)")
  }
}
