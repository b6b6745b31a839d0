import BuildAnalysis
import BuildTrace
import ModuleGraph
import Reports

/// The folder of a recorded build: its trace, and the views of it.
struct RecordFolder {
  let path: String

  var log: String { path + "/build.log" }
  var trace: String { path + "/trace.jsonl" }

  /// Writes all views of a time line.
  /// - Parameter graph: with all modules of the build.
  func write(_ timeline: Timeline, graph: ModuleGraph, of subject: RecordedSubject) throws {
    let files = [
      ("timeline.html", try TimelinePage.html(timeline, of: subject)),
      ("timeline.json", try ChromeTrace.text(timeline, of: subject)),
      ("modules.json", try JSON.timeline(timeline, of: subject)),
      ("modules.csv", CSV.modules(timeline)),
      ("modules.md", Markdown.modules(timeline, of: subject)),
    ]
    for (name, text) in files { try ResultFiles.write(text, to: "\(path)/\(name)") }
    try DrawnPicture.write(GraphPicture(timeline, graph: graph), to: path)
  }
}
