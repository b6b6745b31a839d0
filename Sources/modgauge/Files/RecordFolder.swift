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

  /// Prints the analysis of a trace and writes all reports.
  /// - Parameter style: of the printed analysis; `nil` prints none.
  func show(_ trace: BuildTrace, of recording: Recording, sortedBy order: ModuleOrder, _ style: TextStyle?) throws {
    let timeline = recording.timeline(of: trace)
    // Printed first, so that a full disk does not keep it from the reader.
    if let style { try Terminal.write(Text.timeline(timeline, of: recording.subject, sortedBy: order, style)) }
    let files = [
      (self.recording, try recording.json()),
      (path + "/timeline.html", try TimelinePage.html(timeline, of: recording.subject)),
      (path + "/timeline.json", try ChromeTrace.text(timeline, of: recording.subject)),
      (path + "/modules.json", try TimelineDocument(timeline, of: recording.subject).json()),
      (path + "/modules.csv", CSV.modules(timeline)),
      (path + "/modules.md", Markdown.modules(timeline, of: recording.subject, sortedBy: order)),
    ]
    for (file, text) in files { try ResultFiles.write(text, to: file) }
    try DrawnPicture.write(PictureChoice(GraphPicture(timeline, graph: recording.graph)), to: path)
    Terminal.note("results: \(path)")
  }
}
