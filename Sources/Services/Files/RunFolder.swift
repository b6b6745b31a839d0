package import BuildAnalysis
import BuildRunner
import BuildTrace
import Documents
import GraphImages
package import Reports
import Workspace

/// The folder of a run: `run.jsonl`, and everything that follows from it.
package struct RunFolder {
  /// The files that contain a run, in order of preference.
  package static let files = ["run.json", journalName]
  package static let journalName = "run.jsonl"
  package static let resumptionName = "resume.json"
  /// The names of all files and folders of a benchmark.
  package static let names =
    Set(
      files + RunReport.renderings.compactMap(\.file) + [
        resumptionName, BenchmarkFolders.confirmationFolder, "graph.png", "graph.svg", "logs", "timelines", "traces",
      ]
    )
    .sorted()

  package let path: String

  package init(path: String) { self.path = path }

  package var journal: String { "\(path)/\(Self.journalName)" }
  /// The file with what is needed to resume the run, until its last build.
  package var resumption: ResumptionFile { ResumptionFile(path: "\(path)/\(Self.resumptionName)") }

  /// A new folder for a run in the platform's state folder.
  package static func platformDefault(workspaceKey: String) -> String {
    // A file name must not contain colons.
    let moment = String(Moment.now.split(separator: ":").joined())
    return "\(platformFolder(workspaceKey: workspaceKey))/\(moment)"
  }

  /// The folder for a workspace's runs.
  package static func platformFolder(workspaceKey: String) -> String {
    "\(StateFolder.platformDefault())/runs/\(workspaceKey)"
  }

  /// Reads a run from one of these files.
  /// - Throws: what `InputFile.document` throws.
  package static func read(_ file: String) throws -> Run {
    try InputFile.document(at: file, Run.init(jsonOrJournal:))
  }

  /// Whether a file is in this folder, following symbolic links.
  package func holds(_ file: String) -> Bool {
    guard let own = Path.canonical(path) else { return false }
    let places = [Path.canonical(InputFile.folder(of: file)), Path.canonical(file).map(InputFile.folder)]
    return places.contains(own)
  }

  /// Writes every report. Each follows from the run alone, except for the timelines of its traces.
  /// - Parameter source: the folder with the traces, if that is another one.
  package func write(_ findings: RunFindings, tracesIn source: RunFolder? = nil) throws {
    let draws = GraphDrawing.obstacle == nil
    let report = RunReport(
      findings, recordedPages: try writeTimelines(of: findings, in: source ?? self), hasPictures: draws)
    for rendering in RunReport.renderings {
      guard let file = rendering.file, !rendering.isPicture || draws else { continue }
      let bytes = try rendering.bytes(of: report)
      if !bytes.isEmpty { try ResultFiles.write(bytes, to: "\(path)/\(file)") }
    }
    try DrawnPicture.write(PictureChoice(findings), to: path)
  }

  /// Writes a page for a build of each recorded case (``RunFindings/recordedBuilds``), if its trace is there.
  /// - Returns: the pages by trace, those of earlier reports included, whose traces may be gone; relative to the folders.
  private func writeTimelines(of findings: RunFindings, in source: RunFolder) throws -> [String: String] {
    for (_, trace, timeline, subject) in source.timelines(of: findings) {
      try ResultFiles.makeFolder(path + "/timelines")
      try ResultFiles.write(try TimelinePage.html(timeline, of: subject), to: "\(path)/\(Self.timelinePage(of: trace))")
    }
    let pages = findings.recordedBuilds.compactMap(\.trace).map { ($0, Self.timelinePage(of: $0)) }
    return Dictionary(pages.filter { Path.isFile("\(path)/\($0.1)") }) { first, _ in first }
  }

  package static func timelinePage(of trace: String) -> String {
    "timelines/\(InputFile.lastPart(of: trace).replacing(".jsonl", with: "")).html"
  }

  /// A build of each recorded case (``RunFindings/recordedBuilds``), if its trace is in the folder.
  private func timelines(
    of findings: RunFindings
  ) -> [(build: Case, trace: String, timeline: Timeline, subject: RecordedSubject)] {
    findings.recordedBuilds.compactMap { sample in
      guard let trace = sample.trace, Path.isFile("\(path)/\(trace)"),
        let build = try? BuildTrace.builds(in: InputFile.read("\(path)/\(trace)")).last,
        let recording = Recording(of: sample, in: findings.run, trace: build)
      else { return nil }
      return (sample.case, trace, recording.timeline(of: build), recording.subject)
    }
  }

  /// Recorded builds of two states, in this folder and in that of the head; cases without one on each side are left out.
  package func timelines(of comparison: RunComparison, head: RunFolder) -> [ComparedTimelines] {
    func timelines(_ side: ComparisonSide, in folder: RunFolder) -> [Case: Timeline] {
      let names = Dictionary(side.arms.map { ($0.name, $0.plainName) }, uniquingKeysWith: { first, _ in first })
      let known = folder.timelines(of: side.findings).compactMap { recorded in
        names[recorded.build.arm].map { (Case(arm: $0, scenario: recorded.build.scenario), recorded.timeline) }
      }
      return Dictionary(known, uniquingKeysWith: { first, _ in first })
    }
    let (before, after) = (timelines(comparison.base, in: self), timelines(comparison.head, in: head))
    return comparison.cases.map(\.case).compactMap { build in
      before[build].flatMap { base in after[build].map { ComparedTimelines(of: build, base: base, head: $0) } }
    }
  }
}
