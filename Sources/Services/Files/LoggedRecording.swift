package import BuildAnalysis
import BuildRunner
package import BuildTrace
package import Workspace

/// A build that was read from one of Xcode's logs.
package struct LoggedRecording {
  package let path: String
  package let build: XcodeBuildLog
  package let trace: BuildTrace
  package let recording: Recording
  /// Why the log was not read to its end; `nil` if it was.
  package let problem: String?
  /// What this version does not know and has skipped, as phrases, sorted.
  package let skipped: [String]

  /// - Throws: `LogError`, `InputFile.Unreadable`.
  package init(at path: String, in workspace: LoadedWorkspace? = nil) throws {
    try self.init(at: path, InputFile.read(path), in: workspace)
  }

  /// - Parameter bytes: of the file.
  package init(at path: String, _ bytes: [UInt8], in workspace: LoadedWorkspace? = nil) throws(LogError) {
    let file = ActivityLogFile(bytes)
    guard !file.isForeign else {
      throw file.isEmpty ? LogError.empty(path) : LogError.foreign(path)
    }
    build = XcodeBuildLog(file.log)
    guard !build.steps.isEmpty else {
      throw build.action == .build && !build.isComplete
        ? LogError.damaged(path, file.problem ?? "it ends early") : LogError.nothingBuilt(path, build.action)
    }
    guard build.steps.contains(where: { $0.isJob && $0.isFresh }) else {
      throw LogError.onlyStale(path)
    }
    self.path = path
    problem = file.problem
    skipped = file.log.unknowns.map { unknown in
      let noun =
        switch unknown.kind {
        case .attachment: unknown.count.counted("attachment")
        case .class: unknown.count.counted("object")
        case .field: unknown.count.counted("field")
        }
      return "\(noun) (\(unknown.name))"
    }
    let recorded = build.recorded(
      from: file.log, graph: build.graph(besideLog: path), workspace: workspace?.graph)
    trace = recorded.trace
    recording = Recording(
      subject: RecordedSubject(build, of: workspace?.name, isClean: recorded.trace.loggedKind == .clean),
      graph: recorded.graph,
      machineCPUMicroseconds: nil)
  }

  /// The build as a run.
  package var run: Run {
    Run(logged: trace, of: recording, started: started, identifier: "\(trace.header.build) \(build.startTime ?? 0)")
  }

  /// When the build started, in UTC; `nil` if the log does not say it.
  package var started: String? { build.startTime.flatMap(Self.moment) }

  private static let moments = -1e10...1e10
  private static let secondsUntil2001 = 978_307_200.0

  /// - Parameter seconds: since 2001-01-01 UTC.
  package static func moment(_ seconds: Double) -> String? {
    guard moments.contains(seconds) else { return nil }
    return Moment.text(seconds.rounded(.down) + secondsUntil2001)
  }

  package enum LogError: Error, CustomStringConvertible {
    case empty(String)
    case foreign(String)
    case damaged(String, String)
    case nothingBuilt(String, XcodeBuildLog.Action)
    case onlyStale(String)

    package var description: String { "\(problem). \(advice)" }

    /// A sentence without its end.
    package var problem: String {
      switch self {
      case .empty(let path): "`\(path.visible)` is empty: its build was killed, or still runs"
      case .foreign(let path): "`\(path.visible)` is no activity log of Xcode"
      case .damaged(let path, let problem): "No step of a build can be read in `\(path.visible)`: \(problem)"
      case .nothingBuilt(let path, .build): "Nothing was built in `\(path.visible)`: the log has no steps"
      case .nothingBuilt(let path, let action):
        "Nothing was built in `\(path.visible)`: it is the log of \(action.rawValue)"
      case .onlyStale(let path):
        "Nothing ran in `\(path.visible)`: all of its steps are of earlier builds, or have no times"
      }
    }

    private var advice: String {
      switch self {
      case .empty: "Wait until it has ended, or give the log of another one."
      case .foreign, .damaged, .nothingBuilt, .onlyStale:
        "Give the .xcactivitylog of a build, or a folder of derived data, whose logs `modgauge record --list --from` shows."
      }
    }
  }
}

/// A build that SwiftPM traced.
package struct TracedRecording {
  package let trace: BuildTrace
  package let recording: Recording
  /// Why the file was not read to its end; `nil` if it was.
  package let problem: String?

  /// - Returns: `nil` if the file is no trace of events.
  /// - Throws: `ServiceError` for one that has none of a build; `InputFile.Unreadable`.
  package init?(at path: String, in workspace: LoadedWorkspace?) throws {
    guard !path.hasSuffix(BuildLogFolder.suffix), let file = TraceEvent.file(try InputFile.read(path)) else {
      return nil
    }
    guard let build = SwiftPMTrace(file, identifier: InputFile.lastPart(of: path), workspace: workspace?.graph) else {
      throw ServiceError(
        "`\(path.visible)` has no events of a build by SwiftPM. Give the file of `swift build --build-system swiftbuild "
          + "--experimental-trace-events-file`, which SwiftPM 6.4 has.")
    }
    (trace, problem) = (build.trace, build.problem)
    recording = Recording(
      subject: RecordedSubject(
        workspace: workspace?.name ?? "SwiftPM", target: "all", configuration: "", buildSystem: "swiftbuild",
        toolchain: "",
        isClean: build.trace.loggedKind == .clean),
      graph: build.graph, machineCPUMicroseconds: nil)
  }
}

extension RecordedSubject {
  /// What the log says was built; what it does not say is empty.
  fileprivate init(_ build: XcodeBuildLog, of workspace: String?, isClean: Bool) {
    let known = ["Debug": "debug", "Release": "release"]
    let configuration = build.configuration ?? ""
    self.init(
      workspace: workspace ?? build.container ?? build.scheme ?? "Xcode", target: build.scheme ?? "all",
      configuration: known[configuration] ?? configuration, buildSystem: "xcode",
      toolchain: build.sdks.joined(separator: ", "), isClean: isClean)
  }
}
