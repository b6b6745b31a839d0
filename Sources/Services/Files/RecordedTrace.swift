package import BuildAnalysis
package import BuildTrace
import Documents
package import ModuleGraph
import Workspace

/// A kept trace, with the facts about its build.
package struct RecordedTrace {
  package let trace: BuildTrace
  package private(set) var recording: Recording
  /// The folder for its reports.
  package let folder: String
  /// Whether the graph contains every module that the build could compile; that of a run lacks packages from elsewhere.
  package let isGraphComplete: Bool

  /// Reads the last build in a trace file.
  /// - Returns: `nil` if the file is no trace.
  /// - Throws: `InputFile.Unreadable`, `ServiceError`.
  package init?(at path: String) throws {
    let bytes = try InputFile.read(path)
    guard bytes.starts(with: Array(BuildTrace.opening.utf8)) else { return nil }
    do throws(TraceError) {
      guard let last = try BuildTrace.builds(in: bytes).last else { throw .cut }
      trace = last
    } catch {
      throw Self.unusable(path, "\(error)")
    }
    let own = InputFile.folder(of: path)
    let beside = RecordFolder(path: own).recording
    if Path.isFile(beside) {
      recording = try InputFile.document(at: beside, Recording.init(json:))
      folder = own
      isGraphComplete = true
      return
    }
    let name = InputFile.lastPart(of: path)
    let runFolder = InputFile.folder(of: own)
    guard let file = RunFolder.files.map({ "\(runFolder)/\($0)" }).first(where: Path.isFile) else {
      throw Self.unusable(path, "what was built is not known: there is no recording.json beside it")
    }
    let run = try RunFolder.read(file)
    guard let sample = run.samples.first(where: { $0.trace == "\(InputFile.lastPart(of: own))/\(name)" }),
      let found = Recording(of: sample, in: run, trace: trace)
    else { throw Self.unusable(path, "it belongs to no build of the run in `\(file.visible)`") }
    recording = found
    isGraphComplete = false
    folder = path.hasSuffix(".jsonl") ? String(path.dropLast(".jsonl".count)) : path + ".views"
  }

  /// The same with the new ids of modules that moved.
  package func renaming(_ moves: [ModuleMove]) -> RecordedTrace {
    var renamed = self
    renamed.recording = recording.renaming(moves)
    return renamed
  }

  /// The share of the cores' time that other programs used; `nil` if it is not known.
  package var otherProgramsShare: Double? {
    guard let machine = recording.machineCPUMicroseconds, let build = trace.supervised, trace.header.cores > 0,
      build.wallNanoseconds > 0
    else { return nil }
    let other = machine - build.userMicroseconds - build.systemMicroseconds
    return max(0, Double(other) * 1000 / Double(build.wallNanoseconds) / Double(trace.header.cores))
  }

  private static func unusable(_ path: String, _ reason: String) -> ServiceError {
    ServiceError(
      "`\(path.visible)` cannot be used: \(reason). Give the folder that `modgauge record` wrote, or a trace of a run of "
        + "`modgauge bench --record`.")
  }
}
