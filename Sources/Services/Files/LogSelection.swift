import BuildAnalysis
import BuildTrace
import ModuleGraph
import Reports
import Workspace

/// One of Xcode's build logs, or those of a folder that are of a scheme, or ended late enough.
package struct LogSelection {
  /// A log, a folder of derived data, or a bundle of results.
  let path: String
  let scheme: String?
  /// A date in UTC.
  let since: String?
  let isQuiet: Bool

  package init(path: String, scheme: String? = nil, since: String? = nil, isQuiet: Bool = false) {
    (self.path, self.scheme, self.since, self.isQuiet) = (path, scheme, since, isQuiet)
  }

  /// The build that a trace of SwiftPM or a log describes; of a folder, the newest log that is selected.
  /// - Throws: `LogError`, `LoggedRecording.LogError`, `ServiceError`, `InputFile.Unreadable`.
  func build(in workspace: LoadedWorkspace?) throws -> (trace: BuildTrace, recording: Recording, path: String) {
    if !Path.isFolder(path), let traced = try TracedRecording(at: path, in: workspace) {
      if let problem = traced.problem, !isQuiet {
        Terminal.note("warning: only a part of \(path.visible) was read: \(problem)")
      }
      return (traced.trace, traced.recording, path)
    }
    let logged = try recording(in: workspace)
    return (logged.trace, logged.recording, logged.path)
  }

  private func recording(in workspace: LoadedWorkspace?) throws -> LoggedRecording {
    guard Path.isFolder(path) else {
      guard scheme == nil, since == nil else { throw LogError.notAFolder(path) }
      return try noting(LoggedRecording(at: path, in: workspace))
    }
    for entry in try entries() {
      if entry.isEmpty {
        if !isQuiet { Terminal.note("note: \(entry.path.visible) is empty: its build was killed, or still runs") }
        continue
      }
      do {
        let logged = try LoggedRecording(at: entry.path, in: workspace)
        guard isWanted(scheme: entry.scheme ?? logged.build.scheme) else { continue }
        if !isQuiet { Terminal.note("log: \(entry.path.visible)") }
        return noting(logged)
      } catch let refusal as LoggedRecording.LogError {
        if !isQuiet { Terminal.note("note: \(refusal.problem)") }
      }
    }
    throw LogError.noneWanted(path, scheme: scheme, since: since, known: [])
  }

  private func noting(_ logged: LoggedRecording) -> LoggedRecording {
    if let problem = logged.problem, !isQuiet {
      Terminal.note("warning: only a part of \(logged.path.visible) was read: \(problem.visible)")
    }
    if !logged.skipped.isEmpty, !isQuiet {
      Terminal.note(
        "note: skipped in the log, since this version does not know it: \(logged.skipped.listed(atMost: 4).visible)")
    }
    return logged
  }

  /// A line for each log.
  package func list() throws -> String {
    guard Path.isFolder(path) else {
      try InputFile.checkExistence(of: path)
      throw LogError.notAFolder(path)
    }
    let rows = try entries().compactMap { entry -> LogList.Row? in
      guard entry.seconds == nil, !entry.isEmpty else { return LogList.Row(entry) }
      // What the manifest does not list is read.
      do {
        let build = try LoggedRecording(at: entry.path).build
        return isWanted(scheme: build.scheme) ? LogList.Row(entry, build) : nil
      } catch is LoggedRecording.LogError { return scheme == nil ? LogList.Row(entry) : nil }
    }
    return LogList.text(rows)
  }

  /// The logs that ended late enough, the newest first. Those that are not listed may be of other schemes.
  private func entries() throws -> [BuildLogFolder.Entry] {
    let place = BuildLogFolder(path)
    if !isQuiet {
      for manifest in place.unreadableManifests {
        Terminal.note("warning: \(manifest.visible) cannot be read; its logs are ordered by the times of their files")
      }
    }
    guard !place.entries.isEmpty else {
      throw path.hasSuffix(".xcresult") ? LogError.noLogInBundle(path) : LogError.noLogs(path)
    }
    let wanted = place.entries.filter { entry in
      since.map { entry.moment >= $0 } ?? true && (entry.scheme == nil || isWanted(scheme: entry.scheme))
    }
    guard !wanted.isEmpty else {
      throw LogError.noneWanted(path, scheme: scheme, since: since, known: place.entries.compactMap(\.scheme))
    }
    return wanted
  }

  private func isWanted(scheme other: String?) -> Bool { scheme.map { $0 == other } ?? true }

  package enum LogError: Error, CustomStringConvertible {
    case notAFolder(String)
    case noLogs(String)
    case noLogInBundle(String)
    case noneWanted(String, scheme: String?, since: String?, known: [String])

    package var description: String {
      switch self {
      case .notAFolder(let path):
        "`\(path.visible)` is a single log, so there is nothing to select. Give the folder of derived data."
      case .noLogs(let path):
        "There is no log of a build in `\(path.visible)`: no .xcactivitylog in it, in its Logs/Build, or in that of a folder in it. "
          + "Give the folder of derived data (Xcode > Settings > Locations), or that of `xcodebuild -derivedDataPath`."
      case .noLogInBundle(let path):
        "`\(path.visible)` holds no .xcactivitylog: bundles of newer versions of Xcode keep logs in a form of their own. Give the "
          + "folder of derived data of the same build, such as that of `xcodebuild -derivedDataPath`."
      case .noneWanted(let path, let scheme, let since, let known):
        "No log in `\(path.visible)` is of a build\(scheme.map { " of the scheme “\($0.visible)”" } ?? "")"
          + "\(since.map { " since \($0.visible)" } ?? "") that can be read. `modgauge record --list --from` shows what is there."
          + (scheme.map { known.contains($0) ? [] : known.nearest(to: $0) } ?? []).map(\.visible).suggestion
      }
    }
  }
}

extension BuildLogFolder.Entry {
  /// The end of the build in UTC.
  var moment: String { LoggedRecording.moment(ended.timeIntervalSinceReferenceDate) ?? "" }
}

extension LogList.Row {
  fileprivate init(_ entry: BuildLogFolder.Entry) {
    self.init(
      ended: entry.moment, seconds: entry.seconds, scheme: entry.scheme, container: entry.container,
      errors: entry.errors, warnings: entry.warnings, name: entry.name)
  }

  fileprivate init(_ entry: BuildLogFolder.Entry, _ build: XcodeBuildLog) {
    let end = build.startTime.flatMap { start in build.seconds.map { start + $0 } }
    self.init(
      ended: end.flatMap(LoggedRecording.moment) ?? entry.moment, seconds: build.seconds, scheme: build.scheme,
      container: build.container, errors: build.diagnostics.errors, warnings: build.diagnostics.warnings,
      name: entry.name)
  }
}
